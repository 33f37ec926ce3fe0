import type { PayBalance, SaveCard } from '@/client/appointment/card-outcome';
import { Button } from '@/client/components/button';
import { Callout } from '@/client/components/callout';
import { AppointmentList } from './appointment-list';
import type { OwnAppointment } from './appointment-text';
import { GuestLinkButtons } from './guest-link';
import { useRemoveFromBrowser } from './use-remove-from-browser';

type GuestDeliveriesProps = {
  appointments: OwnAppointment[];
  saveCard: SaveCard;
  payBalance: PayBalance;
  showReceipt: (appointment: OwnAppointment) => unknown;
};

/** The deliveries that this browser holds while nobody is signed in, which may be of several guests. */
export function GuestDeliveries({ appointments, ...actions }: GuestDeliveriesProps) {
  const { remove, isPending, removeDialog } = useRemoveFromBrowser();
  const buttonsOf = (appointment: OwnAppointment) => {
    const { id, publicCode, link } = appointment;
    const removeOne = (
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Remove ${publicCode} From This Browser`}
        // Not returned: the promise would keep the button busy while the question is open.
        onClick={() => void remove([appointment], appointments)}
      >
        Remove
      </Button>
    );
    return link ? (
      <GuestLinkButtons appointmentId={id} link={link}>
        {removeOne}
      </GuestLinkButtons>
    ) : (
      removeOne
    );
  };
  return (
    <>
      <AppointmentList appointments={appointments} footerOf={buttonsOf} {...actions} />
      <Callout className="mt-3">
        <p>
          A link opens its delivery on any device, until 30 days after it was made. Anyone with the
          link can see and pay the delivery. A change also needs the last four digits of its phone
          number.
        </p>
        <p className="mt-2">
          Everyone who uses this browser sees {appointments.length > 1 ? 'these' : 'this'} here. Not
          yours, or a shared device? Remove {appointments.length > 1 ? 'them' : 'it'}. Nothing is
          cancelled.
        </p>
        {appointments.length > 1 ? (
          <Button
            size="sm"
            variant="ghost"
            className="mt-2"
            busy={isPending}
            onClick={() => void remove(appointments, appointments)}
          >
            Remove All From This Browser
          </Button>
        ) : null}
      </Callout>
      {removeDialog}
    </>
  );
}
