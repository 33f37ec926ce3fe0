import { dockText } from '@/client/appointment/slip-text';
import { When } from '@/client/appointment/when';
import { Button, IconButton } from '@/client/components/button';
import { DefinitionList } from '@/client/components/definition-list';
import { Panel } from '@/client/components/panel';
import { noteBooked, useJustBooked } from '@/client/lib/just-booked';
import { saveFile } from '@/client/lib/save-file';
import { trpc } from '@/client/lib/trpc';
import type { AppointmentStatus } from '@/domain/appointment/status';
import { icsText } from '@/domain/ics';
import { fuelIntoText, orderText } from '@/domain/order/order';
import { totalText } from '@/domain/pricing/total-text';
import { type OwnAppointment, savedCardText } from './appointment-text';
import { useSendLink } from './use-send-link';

/** The page scrolls to the panel with this ID after a booking. */
export const BOOKED_ID = 'just-booked';

/**
 * The confirmation has no text for later statuses, because it ends once the driver is on the way.
 */
const STEPS: Partial<Record<AppointmentStatus, { title: string; next: string }>> = {
  pending: { title: 'Your delivery is booked', next: 'We’ll confirm it shortly.' },
  confirmed: {
    title: 'Your delivery is confirmed',
    next: 'We’ll assign a driver before your delivery date.',
  },
  scheduled: { title: 'Your delivery is scheduled', next: 'A driver is assigned.' },
};

/** Confirms this tab's last booking until the person dismisses it or the driver is on the way. */
export function BookedPanel({ signedIn }: { signedIn: boolean }) {
  const id = useJustBooked();
  const list = trpc.booking.list.useQuery();
  const booked = list.data?.find((one) => one.id === id);
  const step = booked && STEPS[booked.status];
  if (!step || booked.holdExpiresAt !== null) return null;
  return <Booked booked={booked} step={step} signedIn={signedIn} />;
}

type BookedProps = {
  booked: OwnAppointment;
  step: { title: string; next: string };
  signedIn: boolean;
};

function Booked({ booked, step, signedIn }: BookedProps) {
  const { send, sendDialog } = useSendLink(booked.id);
  return (
    <Panel
      id={BOOKED_ID}
      title={step.title}
      icon="check-circle"
      className="mb-5 scroll-mt-4"
      actions={
        <IconButton
          icon="x"
          label="Dismiss Confirmation"
          size="sm"
          onClick={() => noteBooked(null)}
        />
      }
    >
      <p className="tabular mb-4 rounded-field border border-edge py-3 text-center" translate="no">
        <span className="block text-sm text-muted">Code</span>
        <span className="block text-[min(2rem,9vw)] leading-tight font-bold">
          {booked.publicCode}
        </span>
      </p>
      <DefinitionList
        items={[
          { term: 'When', value: <When {...booked} /> },
          { term: 'Where', value: dockText(booked) },
          { term: 'Order', value: orderText(booked) },
          { term: 'Fuel goes into', value: fuelIntoText(booked) },
          { term: 'Note for the driver', value: booked.driverNote },
          { term: 'Total', value: totalText(booked, booked.totalPriceCents) },
          { term: 'Card', value: savedCardText(booked) },
        ]}
      />
      <p className="mt-3 text-sm text-muted">
        {booked.testMode
          ? 'This is a test order. You won’t be charged.'
          : 'We’ll charge your card after delivery, for what we actually deliver.'}{' '}
        {step.next}
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant="quiet" size="sm" icon="calendar" onClick={() => saveEvent(booked)}>
          Add to Calendar
        </Button>
        {signedIn ? null : (
          <Button variant="quiet" size="sm" onClick={send}>
            Send Me the Link
          </Button>
        )}
      </div>
      {sendDialog}
    </Panel>
  );
}

/** Downloads the delivery as a calendar file. */
function saveEvent(booked: OwnAppointment) {
  const { publicCode, times } = booked;
  const event = {
    ...times,
    title: `Dockside: ${orderText(booked)}`,
    location: dockText(booked),
    description: `Delivery ${publicCode}`,
  };
  saveFile(`dockside-${publicCode}.ics`, icsText([event]), 'text/calendar');
}
