/**
 * The page of a delivery link, which the server renders (src/server/http/delivery-page.ts). It has
 * parts, and script.ts replaces those that changed. So the page needs none of the app's code, and
 * opens on a weak signal.
 */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { DeliveryPrice } from '@/client/appointment/delivery-price';
import { ReceiptPrice } from '@/client/appointment/receipt-price';
import { dockText } from '@/client/appointment/slip-text';
import { PAYMENT_TONES } from '@/client/appointment/tones';
import { Badge } from '@/client/components/badge';
import { buttonClass } from '@/client/components/button';
import { DefinitionList } from '@/client/components/definition-list';
import { Callout } from '@/client/components/feedback/callout';
import { Icon, type IconName } from '@/client/components/icon';
import { Page } from '@/client/components/page';
import { PageHeader } from '@/client/components/page-header';
import { Panel } from '@/client/components/panel';
import { withNoBreaks } from '@/client/lib/no-breaks';
import type { Outputs } from '@/client/lib/trpc';
import { PROOF_LABELS } from '@/domain/appointment/proof';
import { type Company, tabTitle } from '@/domain/company';
import { formatLongDate } from '@/domain/dates';
import { ageText } from '@/domain/delivery-page/age';
import type { DeliveryProgress } from '@/domain/delivery-page/progress';
import { stopsBeforeText } from '@/domain/delivery-page/stops-before';
import { STEP_LABELS, type Step } from '@/domain/delivery-page/timeline';
import { formatDollars } from '@/domain/money';
import { canPayBalance } from '@/domain/payment/charge';
import type { PhoneForms } from '@/domain/phone-forms';
import { zoneName } from '@/domain/time';
import { ApproachDrawing } from './approach-drawing';

type Details = Outputs['booking']['get'];

export type ShownDelivery = {
  delivery: Details;
  progress: DeliveryProgress;
  company: Company;
  contact: PhoneForms;
  version: string;
  token: string;
  /** The server's clock (ms). */
  now: number;
};

/** The parts in the order of the page. Each has its own markup, which may be empty. */
const PARTS = {
  status: StatusPart,
  map: MapPart,
  due: DuePart,
  timeline: TimelinePart,
  contact: ContactPart,
  order: OrderPart,
  photos: PhotosPart,
  manage: ManagePart,
} satisfies Record<string, (shown: ShownDelivery) => ReactNode>;

/** Renders the parts of a delivery's page, its tab title, and what a screen reader announces. */
export function renderParts(shown: ShownDelivery) {
  const entries = Object.entries(PARTS).map(([name, Part]) => [
    name,
    // Each part is rendered separately, so its elements' IDs start with its name.
    renderToStaticMarkup(<Part {...shown} />, { identifierPrefix: `${name}-` }),
  ]);
  return {
    title: tabTitle(shown.company.name, headingOf(shown)),
    parts: Object.fromEntries(entries) as Record<string, string>,
    announcement: announcementOf(shown),
  };
}

type FrameProps = {
  company: Company;
  /** Null for the page that opens without signal. */
  parts: Record<string, string> | null;
};

/** Renders the whole page. Without parts, script.ts fills in those that the device has kept. */
export function renderFrame({ company, parts }: FrameProps): string {
  return renderToStaticMarkup(
    <Page width="narrow" header={<Header {...company} />} footer={<Footer {...company} />}>
      <PageHeader title="Your delivery" />
      <p id="connection" role="status" className="mb-5 empty:mb-0" />
      <div className="flex flex-col gap-5">
        {parts ? null : <NothingKept />}
        {Object.keys(PARTS).map((name) => (
          <div
            key={name}
            data-part={name}
            className="empty:hidden"
            dangerouslySetInnerHTML={{ __html: parts?.[name] ?? '' }}
          />
        ))}
        <div className="no-print">
          <p className="mb-2 text-sm text-muted">
            Anyone with this link can see this page and pay. This device saves the page, so it opens
            without signal. Times are in {zoneName(company.timeZone)}.
          </p>
          <button
            type="button"
            data-forget
            className={buttonClass({ variant: 'ghost', size: 'sm', className: 'h-auto min-h-11' })}
          >
            Remove From This Device
          </button>
        </div>
      </div>
      <p id="announcement" role="status" className="sr-only" />
    </Page>,
  );
}

function NothingKept() {
  return (
    <div data-nothing>
      <Callout tone="warn" icon="offline" title="No connection">
        This page isn’t saved on this device. Open it again when you have signal.
      </Callout>
    </div>
  );
}

function Header({ name, logo }: Company) {
  return (
    <header className="no-print border-b border-edge/70 bg-base-100">
      <div className="mx-auto flex min-h-16 w-full max-w-6xl items-center px-4 py-2 sm:px-6">
        <a
          href="/"
          aria-label={`${name}, home`}
          className="flex min-h-11 min-w-0 items-center gap-2.5 rounded-field text-xl leading-tight font-bold tracking-tight wrap-anywhere text-primary"
        >
          <img
            {...(logo ?? { src: '/favicon.svg', width: 34, height: 34 })}
            alt=""
            className="h-8.5 w-auto max-w-22 shrink-0 object-contain"
          />
          {name}
        </a>
      </div>
    </header>
  );
}

function Footer({ license }: Company) {
  return (
    <footer className="no-print flex flex-wrap items-center justify-center gap-x-4 pb-3 text-sm">
      {(['Terms', 'Privacy'] as const).map((name) => (
        <a
          key={name}
          href={`/${name.toLowerCase()}`}
          className="link inline-flex min-h-11 items-center px-2"
        >
          {name}
        </a>
      ))}
      <p className="basis-full text-center wrap-anywhere text-muted">{license}</p>
    </footer>
  );
}

const STEP_OF_STATUS = {
  pending: 'received',
  confirmed: 'confirmed',
  scheduled: 'scheduled',
  en_route: 'on_the_way',
  completed: 'delivered',
  cancelled: 'cancelled',
} as const;

function headingOf({ delivery: { status }, progress: { isNotDelivered } }: ShownDelivery): string {
  if (status === 'cancelled' && isNotDelivered) return STEP_LABELS.not_delivered;
  return STEP_LABELS[STEP_OF_STATUS[status]];
}

const ICONS: Record<Details['status'], IconName> = {
  pending: 'clock',
  confirmed: 'check-circle',
  scheduled: 'calendar',
  en_route: 'truck',
  completed: 'check-circle',
  cancelled: 'x',
};

/** Says what happens next. */
function leadOf({ delivery, progress }: ShownDelivery): string | null {
  const who = progress.driver ?? 'Your driver';
  switch (delivery.status) {
    case 'pending':
      return delivery.beyondServiceArea
        ? 'Your dock is outside our usual area. We’ll let you know if we can deliver there.'
        : 'We’ll confirm your delivery shortly.';
    case 'confirmed':
      return 'We’ll assign a driver before your delivery date.';
    case 'scheduled':
      if (!progress.isToday) return 'A driver is assigned to your delivery.';
      return progress.eta
        ? `${who} should arrive about ${progress.eta}.`
        : `${who} will deliver today.`;
    case 'en_route':
      return progress.eta
        ? `${who} should arrive about ${progress.eta}.`
        : `${who} is on the way to you.`;
    case 'completed':
      return progress.doneAt ? `Delivered at ${progress.doneAt}.` : null;
    case 'cancelled':
      return progress.isNotDelivered
        ? 'We couldn’t deliver this time. You won’t be charged.'
        : 'You won’t be charged.';
  }
}

const announcementOf = (shown: ShownDelivery): string =>
  [`${headingOf(shown)}.`, leadOf(shown)].filter(Boolean).join(' ');

function StatusPart(shown: ShownDelivery) {
  const { delivery, progress, now } = shown;
  const isClosed = delivery.status === 'completed' || delivery.status === 'cancelled';
  const { driver, truck, eta, etaUpdatedAt, stopsBefore } = progress;
  return (
    <Panel title={headingOf(shown)} icon={ICONS[delivery.status]}>
      {eta && !isClosed ? (
        <p className="tabular text-[min(2rem,11vw)] leading-tight font-bold" translate="no">
          {withNoBreaks(`About ${eta}`)}
        </p>
      ) : null}
      <p className={eta && !isClosed ? 'mt-1' : undefined}>{withNoBreaks(leadOf(shown))}</p>
      {etaUpdatedAt === null || isClosed ? null : (
        <p data-age-of={etaUpdatedAt} className="text-sm text-muted">
          {ageText(now - etaUpdatedAt)}
        </p>
      )}
      <ul className="mt-3 flex flex-col gap-1.5">
        {stopsBefore === null || isClosed ? null : (
          <Fact icon="pin">{stopsBeforeText(stopsBefore)}</Fact>
        )}
        {driver ? <Fact icon="user">{driver}</Fact> : null}
        {truck ? <Fact icon="truck">{truck}</Fact> : null}
        <Fact icon="calendar">{`${formatLongDate(delivery.date)}, ${delivery.time}`}</Fact>
        {delivery.location ? <Fact icon="anchor">{dockText(delivery)}</Fact> : null}
      </ul>
    </Panel>
  );
}

function Fact({ icon, children }: { icon: IconName; children: string }) {
  return (
    <li className="flex items-start gap-2.5">
      <Icon name={icon} size={19} className="mt-0.5 text-muted" />
      <span className="min-w-0 wrap-anywhere">{withNoBreaks(children)}</span>
    </li>
  );
}

function MapPart({ progress: { approach, driver }, now }: ShownDelivery) {
  if (!approach) return null;
  const { distance, direction, tiles, dock, seenAt } = approach;
  const who = driver ?? 'The driver';
  const where = distance ? `${distance}, ${direction}` : `Seen at ${seenAt}`;
  const points = JSON.stringify({ tiles, dock, driver: approach.driver });
  return (
    <Panel title={`Where ${driver ?? 'your driver'} is`} icon="pin">
      {tiles ? (
        // The height is fixed, so the page doesn't move when the map loads.
        <div
          data-map={points}
          role="img"
          aria-label={`Map. ${who}: ${where}.`}
          className="relative isolate mb-3 h-64 overflow-hidden rounded-field border border-edge bg-base-200"
        />
      ) : (
        <ApproachDrawing {...approach} label={`${who}: ${where}.`} />
      )}
      <p className="font-semibold">{where}</p>
      <p data-age-of={approach.driver.at} className="text-sm text-muted">
        {ageText(now - approach.driver.at)}
      </p>
    </Panel>
  );
}

/** The address at which the app opens over this page. */
const appAddress = (token: string, search: 'pay=now' | 'pay=card' | 'open=all') =>
  `/d/${token}?${search}`;

const WE_CHARGE = 'We’ll charge your card after delivery, for what we actually deliver.';
const ANOTHER_CARD = { action: 'Add Another Card', text: `You haven’t been charged. ${WE_CHARGE}` };
const SIGN_IN =
  'This needs the account that booked the delivery. If you’re not signed in, we’ll ask you.';
/** How we ask for a card, by the reason. */
const CARD_REQUESTS = {
  missing: { title: 'Add a card', action: 'Add a Card', text: WE_CHARGE },
  expired: { title: 'Your card expires before this delivery', ...ANOTHER_CARD },
  refused: { title: 'We can’t use your card anymore', ...ANOTHER_CARD },
};

function DuePart({ delivery, progress: { cardTrouble }, token }: ShownDelivery) {
  if (canPayBalance(delivery)) {
    const due = formatDollars(delivery.remainingBalanceCents);
    return (
      <Callout
        tone="warn"
        title={`${due} due`}
        action={
          <a href={appAddress(token, 'pay=now')} className={buttonClass({ variant: 'main' })}>
            {`Pay ${due}`}
          </a>
        }
      >
        {delivery.chargeError ?? 'Your card wasn’t charged.'}
      </Callout>
    );
  }
  if (cardTrouble === null) return null;
  const { title, action, text } = CARD_REQUESTS[cardTrouble];
  // The page is the same for everyone with the link, so it can't show whether they're signed in.
  const signIn = delivery.needsSignIn ? ` ${SIGN_IN}` : '';
  return (
    <Callout
      tone="warn"
      title={title}
      action={
        <a href={appAddress(token, 'pay=card')} className={buttonClass({ variant: 'main' })}>
          {action}
        </a>
      }
    >
      {`${text}${signIn}`}
    </Callout>
  );
}

function TimelinePart({ progress: { timeline } }: ShownDelivery) {
  return (
    <Panel title="Timeline" icon="history">
      <ol className="flex flex-col gap-2.5">
        {timeline.map((step, at) => (
          <TimelineStep key={at} {...step} />
        ))}
      </ol>
    </Panel>
  );
}

const STATE_WORDS: Record<Step['state'], string> = { done: 'Done', now: 'Now', next: 'Next' };

function TimelineStep({ label, state, time, detail }: Step) {
  return (
    <li
      aria-current={state === 'now' ? 'step' : undefined}
      className={state === 'next' ? 'text-muted' : undefined}
    >
      <div className="flex items-start gap-2.5">
        <Icon
          name={state === 'done' ? 'check' : state === 'now' ? 'check-circle' : 'clock'}
          size={20}
          label={STATE_WORDS[state]}
          className={state === 'now' ? 'mt-0.5 text-primary' : 'mt-0.5'}
        />
        <div className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-3">
          <span className={state === 'now' ? 'font-bold' : 'font-medium'}>{label}</span>
          {time ? <span className="tabular text-muted">{withNoBreaks(time)}</span> : null}
          {detail ? (
            <span className="basis-full text-sm">{withNoBreaks(`To ${detail}`)}</span>
          ) : null}
        </div>
      </div>
    </li>
  );
}

function ContactPart({ contact, company }: ShownDelivery) {
  if (!company.phone) return null;
  const look = buttonClass({
    variant: 'quiet',
    className: 'h-auto min-h-12 min-w-[min(100%,8rem)] flex-1',
  });
  return (
    <nav aria-label="Contact us" className="no-print flex flex-wrap gap-3">
      <a href={contact.call} aria-label={`Call ${company.name}`} className={look}>
        <Icon name="phone" size={20} />
        Call
      </a>
      <a href={contact.text} aria-label={`Text ${company.name}`} className={look}>
        <Icon name="mail" size={20} />
        Text
      </a>
    </nav>
  );
}

function OrderPart({ delivery, company }: ShownDelivery) {
  if (delivery.status !== 'completed') {
    return (
      <Panel title="Your order" icon="boat">
        <DefinitionList
          className="mb-2"
          items={[
            { term: 'Code', value: delivery.publicCode },
            delivery.boatName !== null && { term: 'Boat', value: delivery.boatName },
          ]}
        />
        <DeliveryPrice delivery={delivery} />
      </Panel>
    );
  }
  return (
    <Panel title="Receipt" icon="receipt">
      <p className="font-semibold">{company.name}</p>
      <p className="wrap-anywhere text-muted">{company.address}</p>
      <DefinitionList
        className="my-4"
        items={[
          { term: 'Code', value: delivery.publicCode },
          delivery.boatName !== null && { term: 'Boat', value: delivery.boatName },
          ...delivery.ticketRows,
        ]}
      />
      <ReceiptPrice delivery={delivery} />
      <p className="mt-3">
        <Badge tone={PAYMENT_TONES[delivery.balancePaid ? 'Paid' : 'Unpaid']}>
          {delivery.paymentChip}
        </Badge>
      </p>
    </Panel>
  );
}

const PHOTO_TITLES: Record<Details['photos'][number]['kind'], string> = {
  receipt: 'Receipt',
  fuel: 'Fuel delivery',
  issue: 'Photo',
  ...PROOF_LABELS,
};

function PhotosPart({ delivery, token }: ShownDelivery) {
  if (delivery.photos.length === 0) return null;
  return (
    <Panel title="Photos" icon="camera">
      <div className="grid grid-cols-2 gap-3">
        {delivery.photos.map(({ id, kind, width, height }) => (
          <figure key={id}>
            <img
              src={`/d/${token}/photos/${id}`}
              width={width}
              height={height}
              alt={PHOTO_TITLES[kind]}
              loading="lazy"
              decoding="async"
              className={`aspect-4/3 h-auto w-full rounded-field border border-edge ${kind === 'signature' ? 'bg-white object-contain' : 'bg-base-200 object-cover'}`}
            />
            <figcaption className="mt-1.5 text-sm text-muted">{PHOTO_TITLES[kind]}</figcaption>
          </figure>
        ))}
      </div>
    </Panel>
  );
}

/** Opens the app's page of this delivery, which has everything else that a customer can do. */
function ManagePart({ delivery, token }: ShownDelivery) {
  const { icon, label } = moreOf(delivery);
  return (
    <a
      href={appAddress(token, 'open=all')}
      className={`no-print ${buttonClass({ variant: 'quiet', block: true, className: 'h-auto min-h-12' })}`}
    >
      <Icon name={icon} size={20} />
      {label}
    </a>
  );
}

function moreOf(delivery: Details): { icon: IconName; label: string } {
  if (delivery.status === 'completed') {
    return { icon: 'receipt', label: 'Print or Download Receipt' };
  }
  // Once the driver is on the way, the app only has the link and the texts.
  return delivery.canModify || delivery.canCancel
    ? { icon: 'edit', label: 'Change or Cancel Delivery' }
    : { icon: 'info', label: 'More Options' };
}
