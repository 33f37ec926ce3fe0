import { type ReactNode, useEffect, useState } from 'react';
import type { PayBalance, SaveCard } from '@/client/appointment/card-outcome';
import { dockText } from '@/client/appointment/slip-text';
import { When } from '@/client/appointment/when';
import { ConfirmDialog } from '@/client/components/dialog/confirm-dialog';
import { Dialog } from '@/client/components/dialog/dialog';
import { useShownDelivery } from '@/client/lib/shown-delivery';
import { AppointmentCard } from './appointment-card';
import type { OwnAppointment } from './appointment-text';
import { DeliveryActions } from './delivery-actions';
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

/** Lists deliveries in rows, and asks before one is cancelled. A single delivery starts open. */
export function AppointmentList(props: AppointmentListProps) {
  const { appointments, saveCard, payBalance, showReceipt, onModify, footerOf } = props;
  const saveCardOf = useSaveCardOf(saveCard);
  const cancel = useCancelAppointment();
  const [cancelled, setCancelled] = useState<OwnAppointment | null>(null);
  const [isConfirming, setIsConfirming] = useState(false);
  const [menuOf, setMenuOf] = useState<OwnAppointment | null>(null);
  const [toggled, setToggled] = useState<Record<string, boolean>>({});
  const toggle = (id: string, isOpen: boolean) =>
    setToggled((current) => ({ ...current, [id]: isOpen }));
  const shown = useShownDelivery();
  useEffect(() => {
    if (shown) toggle(shown.id, true);
  }, [shown]);

  const actionsOf = (appointment: OwnAppointment) => ({
    appointment,
    onModify: onModify && (() => onModify(appointment)),
    onCancel: () => {
      setCancelled(appointment);
      setIsConfirming(true);
    },
    onFinish: () => saveCardOf(appointment),
    onChangeCard: () => saveCardOf(appointment),
    onPay: () => payBalance(appointment),
    onReceipt: showReceipt && (() => showReceipt(appointment)),
  });

  return (
    <>
      <ul className="flex flex-col gap-2 max-sm:-mx-3">
        {appointments.map((appointment) => {
          const { id } = appointment;
          const isOpen = toggled[id] ?? appointments.length === 1;
          return (
            <li key={id}>
              <AppointmentCard
                {...actionsOf(appointment)}
                isOpen={isOpen}
                onToggle={() => toggle(id, !isOpen)}
                onMenu={() => setMenuOf(appointment)}
                footer={footerOf?.(appointment)}
              />
            </li>
          );
        })}
      </ul>
      <Dialog
        open={menuOf !== null}
        size="sm"
        title={menuOf && <When {...menuOf} />}
        description={menuOf && dockText(menuOf)}
        onClose={() => setMenuOf(null)}
      >
        {menuOf ? (
          <div className="flex flex-col gap-2">
            <DeliveryActions {...actionsOf(menuOf)} onPressInMenu={() => setMenuOf(null)} />
          </div>
        ) : null}
      </Dialog>
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
