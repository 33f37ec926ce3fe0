import { useState } from 'react';
import { STATUS_TONES } from '@/client/appointment/tones';
import { Badge } from '@/client/components/badge';
import { Button, buttonClass } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { Callout } from '@/client/components/feedback/callout';
import { dismissToast } from '@/client/components/feedback/toast-store';
import { Icon } from '@/client/components/icon';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { PhoneLink } from '@/client/components/phone-link';
import type { Delivery } from '@/client/features/driver/day/driver-day';
import { mismatchOf } from '@/client/features/driver/day/entered';
import type { PerformAction } from '@/client/features/driver/outbox/perform-action';
import { WaitingBadge } from '@/client/features/driver/outbox/waiting-badge';
import { NotDeliveredDialog } from '@/client/features/driver/reports/not-delivered-dialog';
import { withNoBreaks } from '@/client/lib/no-breaks';
import { canTransition, STATUS_LABELS } from '@/domain/appointment/status';
import { stopChangeText } from '@/domain/driver/stop-change';
import { formatGallons } from '@/domain/money';
import type { ExpectedStop } from '@/domain/route/lateness';
import { BoatAndDock } from './boat-and-dock';
import { CompletionForm } from './completion-form';
import { OrderFacts, StopFacts } from './delivery-facts';
import { NewFuelFillPhoto } from './new-fuel-fill-photo';
import { NextBar } from './next-bar';
import { PayCodeButton } from './pay-code-button';
import { UndoEnRoute } from './undo-en-route';

type DeliveryCardProps = {
  delivery: Delivery;
  /** The stop's number on the route, from 1. */
  number: number;
  expected: ExpectedStop | undefined;
  /** True if drivers view their own stop. */
  isOwn: boolean;
  /** Acknowledges other people's changes to the stop. */
  onSeeChange: () => void;
  role: 'admin' | 'driver';
  /** How far the server's clock is ahead of the device's (ms). */
  aheadMs: number | null;
  userId: string;
  perform: PerformAction;
  /** Undoes the waiting action with that key. */
  undo: (actionKey: string) => void;
  /** Moves the stop to the end of the day. */
  putLast: () => void;
};

/** The stop that fills the screen: its dock, order, customer, and next action. */
export function DeliveryCard(props: DeliveryCardProps) {
  const { delivery, role, userId, perform, undo, putLast } = props;
  const { waitingKey } = delivery;
  const enRoute = delivery.status === 'en_route';
  return (
    <article
      aria-labelledby="shown-stop"
      data-appointment={delivery.publicCode}
      className="shown-stop rounded-box border border-edge bg-base-100 p-3.5 shadow-near sm:p-5"
    >
      <div className="stop-about flex flex-col gap-3">
        <StopHeader {...props} />
        {enRoute ? null : <ChangeNotice {...props} />}
        <StopFacts delivery={delivery} expected={props.expected} />
        {delivery.told ? <ReportedDelivered report={delivery.told} /> : null}
        <FuelMismatch delivery={delivery} />
        <WayThere delivery={delivery} />
        <BoatAndDock delivery={delivery} />
      </div>
      {enRoute ? (
        <CompletionForm
          delivery={delivery}
          userId={userId}
          onSeeChange={props.isOwn ? props.onSeeChange : null}
          perform={perform}
        />
      ) : null}
      <div className="stop-more flex flex-col gap-3">
        {waitingKey ? (
          <Button variant="quiet" size="lg" block onClick={() => undo(waitingKey)}>
            Undo
          </Button>
        ) : enRoute ? (
          <UndoEnRoute delivery={delivery} aheadMs={props.aheadMs} perform={perform} />
        ) : null}
        {delivery.payLink ? (
          <PayCodeButton link={delivery.payLink} phone={delivery.customerPhone} />
        ) : null}
        <OrderFacts delivery={delivery} expected={props.expected} />
        {enRoute ? <NewFuelFillPhoto delivery={delivery} perform={perform} /> : null}
        {enRoute ? (
          <NotDelivered delivery={delivery} userId={userId} putLast={putLast} perform={perform} />
        ) : null}
      </div>
      {canTransition(delivery.status, 'en_route', role) ? <SetOut {...props} /> : null}
    </article>
  );
}

function StopHeader({ delivery, number }: DeliveryCardProps) {
  // Drivers see appointments as Pending until they set out.
  const shownStatus = delivery.status === 'en_route' ? 'en_route' : 'pending';
  return (
    <header className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <span
        aria-hidden="true"
        className="grid size-9 shrink-0 place-items-center rounded-full bg-primary text-lg font-bold text-primary-content tabular"
      >
        {number}
      </span>
      <h3 id="shown-stop" tabIndex={-1} className="tabular text-base whitespace-nowrap">
        Order {delivery.publicCode}
      </h3>
      <Badge tone={STATUS_TONES[shownStatus]}>{STATUS_LABELS[shownStatus]}</Badge>
      {delivery.waiting ? <WaitingBadge waitsFor={delivery.waitsFor} /> : null}
    </header>
  );
}

/** Other people's changes to the stop, until its driver acknowledges them. */
function ChangeNotice({ delivery: { change }, isOwn, onSeeChange }: DeliveryCardProps) {
  // The region must be rendered before its text. Otherwise, screen readers miss the first change.
  return (
    <div role="status">
      {change ? (
        <Callout
          tone="warn"
          title={stopChangeText(change)}
          action={
            isOwn ? (
              <Button variant="quiet" size="lg" onClick={onSeeChange}>
                Got It
              </Button>
            ) : null
          }
        />
      ) : null}
    </div>
  );
}

function WayThere({ delivery }: { delivery: Delivery }) {
  const phone = delivery.customerPhone;
  return (
    <div className="way-there grid grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] gap-3">
      <a
        href={mapsLink(delivery)}
        target="_blank"
        rel="noreferrer"
        className={buttonClass({ variant: 'quiet', size: 'lg' })}
      >
        <Icon name={OTHER_ICONS.navigate} size={22} />
        Navigate
      </a>
      {phone ? (
        <PhoneLink phone={phone} className={buttonClass({ variant: 'quiet', size: 'lg' })}>
          <Icon name="phone" size={22} />
          Call
        </PhoneLink>
      ) : null}
    </div>
  );
}

function SetOut({ delivery, number, perform }: DeliveryCardProps) {
  const { confirm, confirmDialog } = useConfirm();
  const setOut = async () => {
    const mismatch = mismatchOf(delivery);
    // In landscape, a toast would cover the dialog's buttons, so it's dismissed.
    if (mismatch) dismissToast();
    if (mismatch && !(await confirm(fuelQuestion(mismatch.text)))) return;
    await perform(
      { kind: 'enRoute', id: delivery.id, shownDate: delivery.date },
      { publicCode: delivery.publicCode },
    );
  };
  return (
    <NextBar
      about={
        <>
          <p className="text-sm">Stop {number}</p>
          <p className="truncate font-semibold">{delivery.location}</p>
        </>
      }
    >
      <Button variant="main" size="lg" block icon="truck" onClick={setOut}>
        Mark En Route
      </Button>
      {confirmDialog}
    </NextBar>
  );
}

const fuelQuestion = (why: string) => ({
  title: 'Set out with this fuel?',
  description: `${why} Call the customer or dispatch first.`,
  confirmLabel: 'Set Out',
  cancelLabel: 'Not Yet',
  danger: true,
});

/**
 * The warning stays until the delivery is completed, because fueling may start long after the
 * driver sets out.
 */
function FuelMismatch({ delivery }: { delivery: Delivery }) {
  const mismatch = mismatchOf(delivery);
  return mismatch ? (
    <Callout tone="error" title="Wrong fuel for this boat" live>
      {mismatch.text} Don’t pump until the customer or dispatch confirms the fuel type.
    </Callout>
  ) : null;
}

/** Warns that another driver's device reported this delivery. Staff decide about it. */
function ReportedDelivered({ report }: { report: NonNullable<Delivery['told']> }) {
  const gallons = report.actualGallonsTenths;
  return (
    <Callout tone="warn" title="Already delivered" live>
      {report.by ?? 'Another driver'} already delivered{' '}
      {gallons === null ? null : `${withNoBreaks(`${formatGallons(gallons)} gallons`)} `}here.
      Dispatch will decide what to record. Call them before you set out.
    </Callout>
  );
}

/** A link that opens the device's maps app if it has one, or a map in a new tab. */
function mapsLink({ location, mapSearch: query = location }: Delivery): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query)}`;
}

type NotDeliveredProps = Pick<DeliveryCardProps, 'delivery' | 'userId' | 'putLast' | 'perform'>;

function NotDelivered(props: NotDeliveredProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="ghost" size="lg" block icon="warning" onClick={() => setOpen(true)}>
        Couldn’t Deliver
      </Button>
      {open ? <NotDeliveredDialog {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
