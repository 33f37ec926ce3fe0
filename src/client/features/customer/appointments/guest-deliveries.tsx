import type { PayBalance, SaveCard } from '@/client/appointment/card-outcome';
import { Button } from '@/client/components/button';
import { Callout } from '@/client/components/feedback/callout';
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

/** Lists this browser's deliveries while nobody is signed in. They may belong to several guests. */
export function GuestDeliveries({ appointments, ...actions }: GuestDeliveriesProps) {
  const { remove, isPending, removeDialog } = useRemoveFromBrowser();
  const buttonsOf = (appointment: OwnAppointment) => {
    const { id, publicCode, link } = appointment;
    const removeOne = (
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Remove ${publicCode} From This Browser`}
        // The promise isn't returned, because it would keep the button busy while we ask.
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
          Open a delivery on any device with its link, up to 30 days after it’s completed. Anyone
          with the link can view and pay for it. To change it, you’ll also need the last 4 digits of
          its phone number.
        </p>
        <p className="mt-2">
          Anyone using this browser can see {appointments.length > 1 ? 'these' : 'this'}. Not yours,
          or on a shared device? Remove {appointments.length > 1 ? 'them' : 'it'}. Nothing will be
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
