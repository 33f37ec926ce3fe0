import { useState } from 'react';
import { ConversationDialog } from '@/client/appointment/conversation-dialog';
import { useMay } from '@/client/identity/use-may';
import { type Outputs, trpc } from '@/client/lib/trpc';
import type { Appointment } from './appointment';
import type { CardAction } from './appointment-card';
import { CompleteDialog } from './complete-dialog';
import { CorrectDeliveryDialog } from './correct-delivery-dialog';
import { DriverDialog } from './driver-dialog';
import { EditDialog } from './edit-dialog';
import { HistoryDialog } from './history-dialog';
import { CashDialog, RetryDialog } from './money-dialogs';
import { RecordDeliveryDialog } from './record-delivery-dialog';
import { RefundDialog } from './refund-dialog';
import { RescheduleDialog } from './reschedule-dialog';
import { ScheduleDialog } from './schedule-dialog';
import { CancelDialog, NoCardDialog, TurnBackDialog } from './status-dialogs';
import { useMoney } from './use-money';
import { useStatusChanges } from './use-status-changes';

type OpenDialog = {
  kind: CardAction | 'no-card';
  appointment: Appointment;
  /** Moves the focus after the dialog closes, because the card may have moved. */
  focusAfter: () => void;
};

/** Carries out a card's actions. Some are carried out immediately, and the others open a dialog. */
export function useCardActions() {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const changes = useStatusChanges();
  const enabled = useMay()('deliveries');
  const drivers = trpc.admin.drivers.useQuery(undefined, { refetchOnMount: 'always', enabled });

  /** Waits for the drivers if they haven't loaded yet. */
  const hasDriverChoice = async () =>
    availableOf(drivers.data ?? (await drivers.refetch()).data).length > 1;

  const act = async (action: CardAction, appointment: Appointment, focusAfter: () => void) => {
    const open = (kind: OpenDialog['kind']) => setDialog({ kind, appointment, focusAfter });
    if (action === 'confirm') {
      const outcome = await changes.confirm(appointment);
      if (outcome === 'needs-reason') open('no-card');
      if (outcome === 'done') focusAfter();
    } else if (action === 'schedule' && !(await hasDriverChoice())) {
      if ((await changes.schedule(appointment)) === 'done') focusAfter();
    } else {
      open(action);
    }
  };

  const dialogs = dialog ? (
    <CardDialog
      dialog={dialog}
      drivers={drivers.data ?? []}
      changes={changes}
      onClose={() => setDialog(null)}
    />
  ) : null;
  return { act, dialogs };
}

type CardDialogProps = {
  dialog: OpenDialog;
  drivers: Outputs['admin']['drivers'];
  changes: ReturnType<typeof useStatusChanges>;
  onClose: () => void;
};

function CardDialog({ dialog, drivers, changes, onClose }: CardDialogProps) {
  const { appointment, focusAfter } = dialog;
  const money = useMoney();
  /** Waits for a change that a dialog started, then closes the dialog. A toast shows the result. */
  const finish = async (change?: Promise<unknown>) => {
    await change;
    onClose();
    // The dialog returns the focus to its card, but the card may have moved.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) focusAfter();
    });
  };
  const common = { appointment, onClose };
  switch (dialog.kind) {
    case 'edit':
      return <EditDialog {...common} />;
    case 'history':
      return <HistoryDialog {...common} />;
    case 'messages':
      return (
        <ConversationDialog
          id={appointment.id}
          publicCode={appointment.publicCode}
          customerName={appointment.customerFullName}
          customerPhone={appointment.customerPhone}
          onClose={onClose}
        />
      );
    case 'reschedule':
      return <RescheduleDialog {...common} drivers={drivers} />;
    case 'change-driver':
      return <DriverDialog {...common} drivers={drivers} />;
    case 'turn-back':
      return <TurnBackDialog {...common} onAnswer={() => finish(changes.turnBack(appointment))} />;
    case 'retry':
      return <RetryDialog {...common} onAnswer={() => finish(money.retry(appointment))} />;
    case 'cash':
      return <CashDialog {...common} onAnswer={(input) => finish(money.cash(input))} />;
    case 'refund':
      return <RefundDialog {...common} onAnswer={(input) => money.refund(input)} />;
    case 'record':
      return <RecordDeliveryDialog appointment={appointment} onClose={() => finish()} />;
    case 'correct':
      return <CorrectDeliveryDialog {...common} />;
    case 'complete':
      return <CompleteDialog appointment={appointment} onClose={() => finish()} />;
    case 'cancel':
      return (
        <CancelDialog
          {...common}
          onAnswer={(reason) => finish(changes.cancel(appointment, reason))}
        />
      );
    case 'no-card':
      return (
        <NoCardDialog
          {...common}
          onAnswer={(reason) => finish(changes.confirm(appointment, reason))}
        />
      );
    case 'schedule':
      return <ScheduleDialog {...common} drivers={availableOf(drivers)} onDone={() => finish()} />;
    case 'confirm':
      return null;
  }
}

const availableOf = (drivers: Outputs['admin']['drivers'] = []) =>
  drivers.filter((driver) => driver.status === 'available');
