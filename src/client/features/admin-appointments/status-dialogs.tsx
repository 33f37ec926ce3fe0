import { useState } from 'react';
import { Button } from '@/client/components/button';
import { ConfirmDialog } from '@/client/components/confirm-dialog';
import { Dialog } from '@/client/components/dialog';
import { Field } from '@/client/components/field';
import { RadioCards } from '@/client/components/radio-cards';
import { TextArea } from '@/client/components/text-area';
import type { Outputs } from '@/client/lib/trpc';
import { formatLongDate } from '@/domain/calendar';
import type { Appointment } from './appointment';

type Driver = Outputs['admin']['drivers'][number];

const MAX_REASON = 300;

type DialogProps<Answer> = {
  appointment: Appointment;
  /** Does it; a promise keeps the dialog busy. */
  onAnswer: (answer: Answer) => Promise<unknown>;
  onClose: () => void;
};

function useBusy<Answer>(onAnswer: (answer: Answer) => Promise<unknown>) {
  const [busy, setBusy] = useState(false);
  const answer = async (value: Answer) => {
    setBusy(true);
    try {
      await onAnswer(value);
    } finally {
      setBusy(false);
    }
  };
  return { busy, answer };
}

/** Asks before a cancellation, which cannot be taken back; the reason is optional. */
export function CancelDialog({ appointment, onAnswer, onClose }: DialogProps<string>) {
  const [reason, setReason] = useState('');
  const { busy, answer } = useBusy(onAnswer);
  return (
    <ConfirmDialog
      open
      danger
      busy={busy}
      title={`Cancel appointment ${appointment.publicCode}?`}
      description={`${formatLongDate(appointment.date)}, ${appointment.time}, at ${appointment.location}. Its time window opens again for others. This cannot be taken back.`}
      confirmLabel="Cancel appointment"
      cancelLabel="Keep it"
      onConfirm={() => answer(reason.trim())}
      onCancel={onClose}
    >
      <Field label="Reason" optional>
        <TextArea
          rows={2}
          maxLength={MAX_REASON}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Field>
    </ConfirmDialog>
  );
}

/** Confirming a booking that nobody could charge needs a reason (D44). */
export function NoCardDialog({ appointment, onAnswer, onClose }: DialogProps<string>) {
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const { busy, answer } = useBusy(onAnswer);
  const submit = () => {
    if (reason.trim() !== '') return answer(reason.trim());
    setMissing(true);
  };
  return (
    <Dialog
      open
      size="sm"
      dismissible={!busy}
      onClose={onClose}
      title="Confirm without a card?"
      description={`No card is saved for ${appointment.publicCode}, so nothing can be charged after the delivery. Say why it should be confirmed anyway.`}
      footer={
        <>
          <Button variant="quiet" disabled={busy} onClick={onClose}>
            Go back
          </Button>
          <Button busy={busy} onClick={submit}>
            Confirm anyway
          </Button>
        </>
      }
    >
      <Field
        label="Reason"
        required
        error={missing && reason.trim() === '' ? 'Please give a reason.' : undefined}
        hint="Kept with the appointment and in its history."
      >
        <TextArea
          rows={2}
          data-autofocus
          maxLength={MAX_REASON}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Field>
    </Dialog>
  );
}

/** Which driver takes it; asked only when there is a choice (D38). */
export function ScheduleDialog({
  appointment,
  drivers,
  onAnswer,
  onClose,
}: DialogProps<number> & { drivers: Driver[] }) {
  const [driverId, setDriverId] = useState(String(drivers[0]?.id ?? ''));
  const { busy, answer } = useBusy(onAnswer);
  return (
    <Dialog
      open
      size="sm"
      dismissible={!busy}
      onClose={onClose}
      title={`Schedule ${appointment.publicCode}`}
      description={`${formatLongDate(appointment.date)}, ${appointment.time}, at ${appointment.location}.`}
      footer={
        <>
          <Button variant="quiet" disabled={busy} onClick={onClose}>
            Go back
          </Button>
          <Button busy={busy} onClick={() => answer(Number(driverId))}>
            Schedule
          </Button>
        </>
      }
    >
      <RadioCards
        legend="Driver"
        value={driverId}
        onValueChange={setDriverId}
        options={drivers.map((driver) => ({
          value: String(driver.id),
          label: driver.name,
          description: driver.vehicleInfo ?? undefined,
          icon: 'truck',
        }))}
      />
    </Dialog>
  );
}
