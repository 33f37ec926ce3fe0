import { useEffect } from 'react';
import { dockText } from '@/client/appointment/slip-text';
import { When } from '@/client/appointment/when';
import { Button } from '@/client/components/button';
import { classNames } from '@/client/components/class-names';
import { DefinitionList } from '@/client/components/definition-list';
import { Icon } from '@/client/components/icon';
import { Panel } from '@/client/components/panel';
import { useCompany } from '@/client/lib/company';
import { isNewBooking, noteBooked, noteShown } from '@/client/lib/just-booked';
import { focusHeading } from '@/client/lib/keep-focus';
import { saveFile } from '@/client/lib/save-file';
import { icsText } from '@/domain/ics';
import { fuelIntoText, orderText } from '@/domain/order/order';
import { totalText } from '@/domain/pricing/total-text';
import { OUTSIDE_AREA_TEXT, type OwnAppointment, savedCardText } from './appointment-text';
import { copyLink } from './guest-link';
import { InstallHint } from './install-hint';
import { useSendLink } from './use-send-link';

const ID = 'just-booked';

/**
 * The title of the confirmation, and the number of steps that are done. There's no confirmation
 * once the driver is on the way.
 */
const PROGRESS: Partial<Record<OwnAppointment['status'], { title: string; done: number }>> = {
  pending: { title: 'Your delivery is booked', done: 0 },
  confirmed: { title: 'Your delivery is confirmed', done: 1 },
  scheduled: { title: 'Your delivery is scheduled', done: 2 },
};

type ConfirmationProps = {
  booked: OwnAppointment;
  /** Creates an account and adds the delivery to it. Null for a customer. */
  onKeep: (() => unknown) | null;
  /** Called 2 seconds after a booking. Without it, the confirmation stays on this page. */
  onBooked: (() => unknown) | undefined;
};

/** Confirms a booking in place of the form: its code, what happens next, and what to do now. */
export function Confirmation({ booked, onKeep, onBooked }: ConfirmationProps) {
  useMoveOn(onBooked);
  useMoveToIt();
  const { send, sendDialog } = useSendLink(booked.id);
  const { link } = booked;
  const company = useCompany();
  const { title, done } = PROGRESS[booked.status] ?? { title: 'Your delivery', done: 0 };
  return (
    <Panel id={ID} title={title} icon="check-circle" className="scroll-mt-4">
      <Drawing />
      <p className="tabular mb-5 text-center" translate="no">
        <span className="block text-sm text-muted">Code</span>
        <span className="block text-[min(2.5rem,11vw)] leading-tight font-bold">
          {booked.publicCode}
        </span>
      </p>
      <h3 className="mb-2">What happens next</h3>
      <ol className="mb-5 flex flex-col gap-3">
        {stepsOf(booked, done).map((step, index) => (
          <li key={step} className="flex items-start gap-3">
            <span
              className={classNames(
                'grid size-7 shrink-0 place-items-center rounded-full border-2 border-primary text-sm font-bold',
                index < done ? 'bg-primary text-primary-content' : 'text-primary',
              )}
            >
              {index < done ? <Icon name="check" size={18} label="Done" /> : index + 1}
            </span>
            <span className="pt-0.5">{step}</span>
          </li>
        ))}
      </ol>
      <DefinitionList
        className="border-t border-edge pt-4"
        items={[
          { term: 'When', value: <When {...booked} /> },
          { term: 'Where', value: dockText(booked) },
          { term: 'Order', value: orderText(booked) },
          { term: 'Fuel goes into', value: fuelIntoText(booked) },
          { term: 'Note for the driver', value: booked.driverNote },
          { term: 'Total', value: totalText(booked, booked.totalPriceCents) },
          { term: 'Card', value: savedCardText(booked) },
          { term: 'Cancellation', value: company?.cancellation },
        ]}
      />
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          variant="quiet"
          size="sm"
          icon="calendar"
          onClick={() => saveEvent(booked, company?.name ?? '')}
        >
          Add to Calendar
        </Button>
        {link === null ? null : (
          <>
            <Button variant="quiet" size="sm" onClick={() => copyLink(link)}>
              Copy Link
            </Button>
            <Button variant="quiet" size="sm" icon="mail" onClick={send}>
              Send Me the Link
            </Button>
          </>
        )}
      </div>
      <InstallHint />
      {onKeep ? (
        <div className="tone tone-blue mt-5 rounded-field border p-4">
          <p className="font-semibold">Keep this boat and dock for next time</p>
          <p className="mt-1 mb-3">
            With an account, you can book the same delivery again in 2 taps. Sign up with the same
            phone number.
          </p>
          <Button size="sm" icon="user" onClick={() => void onKeep()}>
            Create Account
          </Button>
        </div>
      ) : null}
      <Button variant="quiet" block icon="plus" className="mt-5" onClick={bookAnother}>
        Book Another Delivery
      </Button>
      {sendDialog}
    </Panel>
  );
}

function stepsOf(
  { beyondServiceArea, testMode, paymentMethod, time }: OwnAppointment,
  done: number,
): string[] {
  const [from, to] = time.split(' - ');
  const confirm = beyondServiceArea ? OUTSIDE_AREA_TEXT : 'We’ll confirm it shortly.';
  return [
    done > 0 ? 'We confirmed it.' : confirm,
    done > 1 ? 'A driver is assigned.' : 'We’ll assign a driver before your delivery date.',
    `We’ll come to your dock between ${from} and ${to}. ${
      testMode
        ? 'This is a test order. You won’t be charged.'
        : paymentMethod === 'invoice'
          ? 'We’ll bill it by invoice.'
          : 'We’ll charge your card after delivery, for what we actually deliver.'
    }`,
  ];
}

/** Gives people time to read the success toast before the page changes. */
const MOVE_ON_AFTER_MS = 2000;

/** Goes on to another page after a new booking, or notes that this page has shown it. */
function useMoveOn(onBooked: (() => unknown) | undefined) {
  useEffect(() => {
    if (!isNewBooking()) return;
    const timer = setTimeout(onBooked ?? noteShown, MOVE_ON_AFTER_MS);
    return () => clearTimeout(timer);
  }, [onBooked]);
}

/** Shows the order form again, and focuses its title. */
function bookAnother() {
  noteBooked(null);
  requestAnimationFrame(() => {
    const form = document.querySelector('.order-bar')?.closest('section');
    if (!form) return;
    focusHeading(form);
    form.scrollIntoView({ block: 'start' });
  });
}

/** The router scrolls a new page to its top first. */
const SCROLL_AFTER_MS = 100;

/** Focuses the title of a new booking, and scrolls to it. After a reload, it does nothing. */
function useMoveToIt() {
  useEffect(() => {
    const panel = document.getElementById(ID);
    if (!panel || !isNewBooking()) return;
    focusHeading(panel);
    const timer = setTimeout(() => panel.scrollIntoView({ block: 'start' }), SCROLL_AFTER_MS);
    // What's under a finger must not move while it's pressed.
    const cancel = () => clearTimeout(timer);
    addEventListener('pointerdown', cancel, { once: true, capture: true });
    return () => {
      cancel();
      removeEventListener('pointerdown', cancel, { capture: true });
    };
  }, []);
}

/** Downloads the delivery as a calendar file. */
function saveEvent(booked: OwnAppointment, company: string) {
  const { publicCode, times } = booked;
  const event = {
    ...times,
    title: `${company}: ${orderText(booked)}`,
    location: dockText(booked),
    description: `Delivery ${publicCode}`,
  };
  saveFile(`delivery-${publicCode}.ics`, icsText([event], company), 'text/calendar');
}

/** A boat that's moored at its dock, under a flag. */
function Drawing() {
  return (
    <svg
      viewBox="0 0 320 96"
      aria-hidden="true"
      className="mx-auto mb-3 block w-full max-w-80"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <circle cx={262} cy={26} r={14} className="fill-accent" opacity={0.85} />
      <path d="M148 40h38l22 26h-66z" className="fill-base-200 stroke-primary" strokeWidth={2} />
      <path d="M156 46h26l10 12h-39z" className="fill-(--wave-front)" />
      <path d="M96 62h150c-7 16-18 24-34 24h-90c-14 0-22-10-26-24z" className="fill-primary" />
      <path d="M184 40V16l20 6-20 6" className="fill-accent stroke-primary" strokeWidth={2} />
      <path d="M20 52h58v7H20zM30 44h7v46h-7zM60 44h7v46h-7z" className="fill-(--wood)" />
      <path d="M64 58q20 14 38 6" fill="none" className="stroke-(--wood)" strokeWidth={2} />
      <path
        d="M0 84q20-10 40 0t40 0 40 0 40 0 40 0 40 0 40 0 40 0v12H0z"
        className="fill-(--wave-front)"
      />
    </svg>
  );
}
