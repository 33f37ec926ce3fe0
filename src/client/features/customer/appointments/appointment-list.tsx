import { type ReactNode, useState } from 'react';
import type { PayBalance, SaveCard } from '@/client/appointment/card-outcome';
import { When } from '@/client/appointment/when';
import { ConfirmDialog } from '@/client/components/dialog/confirm-dialog';
import { AppointmentCard } from './appointment-card';
import type { OwnAppointment } from './appointment-text';
import { useCancelAppointment } from './use-cancel-appointment';
import { useSaveCardOf } from './use-save-card-of';

type AppointmentListProps = {
  appointments: OwnAppointment[];
  saveCard: SaveCard;
  payBalance: PayBalance;
  showReceipt?: ((appointment: OwnAppointment) => unknown) | undefined;
  /** Called when the person begins to change a delivery. */
  onModify?: (appointment: OwnAppointment) => void;
  /** Returns the content below the buttons of a delivery's card. */
  footerOf?: (appointment: OwnAppointment) => ReactNode;
};

/** Lists deliveries as cards, and asks before one is cancelled. */
export function AppointmentList(props: AppointmentListProps) {
  const { appointments, saveCard, payBalance, showReceipt, onModify, footerOf } = props;
  const saveCardOf = useSaveCardOf(saveCard);
  const cancel = useCancelAppointment();
  const [cancelled, setCancelled] = useState<OwnAppointment | null>(null);
  const [isConfirming, setIsConfirming] = useState(false);

  const confirmCancel = (appointment: OwnAppointment) => {
    setCancelled(appointment);
    setIsConfirming(true);
  };

  return (
    <>
      <ul className="flex flex-col gap-3">
        {appointments.map((appointment) => (
          <li key={appointment.id}>
            <AppointmentCard
              appointment={appointment}
              onModify={onModify && (() => onModify(appointment))}
              onCancel={() => confirmCancel(appointment)}
              onFinish={() => saveCardOf(appointment)}
              onChangeCard={() => saveCardOf(appointment)}
              onPay={() => payBalance(appointment)}
              onReceipt={showReceipt && (() => showReceipt(appointment))}
              footer={footerOf?.(appointment)}
            />
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={isConfirming}
        title="Cancel this delivery?"
        description={cancelled && <When {...cancelled} />}
        confirmLabel="Cancel Delivery"
        cancelLabel="Keep Delivery"
        danger
        busy={cancel.isPending}
        onConfirm={async () => {
          if (cancelled) await cancel.run(cancelled.id);
          setIsConfirming(false);
        }}
        onCancel={() => setIsConfirming(false)}
      >
        You won’t be charged. Another customer can book the window.
      </ConfirmDialog>
    </>
  );
}
