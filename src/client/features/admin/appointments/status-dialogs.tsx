import { useState } from 'react';
import { When } from '@/client/appointment/when';
import { ConfirmDialog } from '@/client/components/dialog/confirm-dialog';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { Field } from '@/client/components/form/field';
import { TextArea } from '@/client/components/form/text-area';
import { useZodForm } from '@/client/components/form/use-zod-form';
import {
  cancellationSchema,
  noCardConfirmationSchema,
} from '@/domain/appointment/appointment.schema';
import { MAX_NOTE_LENGTH } from '@/domain/fields';
import type { Appointment } from './appointment';

type DialogProps<Answer> = {
  appointment: Appointment;
  /** Makes the change. The dialog stays busy until the promise settles. */
  onAnswer: (answer: Answer) => Promise<unknown>;
  onClose: () => void;
};

/** Asks before a cancellation, which can't be undone. The reason is optional. */
export function CancelDialog({ appointment, onAnswer, onClose }: DialogProps<string>) {
  const form = useZodForm(cancellationSchema, {
    defaultValues: { id: appointment.id, reason: '' },
    send: ({ reason }) => onAnswer(reason?.trim() ?? ''),
  });
  return (
    <FormDialog
      form={form}
      danger
      title={`Cancel appointment ${appointment.publicCode}?`}
      description={
        <>
          <When {...appointment} />, at {appointment.location}. Its time window will be available to
          other customers. This can’t be undone.
        </>
      }
      submitLabel="Cancel Appointment"
      cancelLabel="Keep Appointment"
      onClose={onClose}
    >
      <Field label="Reason" optional error={form.errors.reason?.message}>
        <TextArea {...form.register('reason')} rows={2} maxLength={MAX_NOTE_LENGTH} />
      </Field>
    </FormDialog>
  );
}

/** Asks before an en-route delivery goes back to scheduled, because the customer is notified. */
export function TurnBackDialog({ appointment, onAnswer, onClose }: DialogProps<void>) {
  const [busy, setBusy] = useState(false);
  const { publicCode, driverName } = appointment;
  return (
    <ConfirmDialog
      open
      busy={busy}
      title={`Undo en route for ${publicCode}?`}
      description={`The delivery goes back to scheduled. We’ll notify the customer that ${driverName ?? 'the driver'} isn’t on the way yet. The driver and time window won’t change.`}
      confirmLabel="Undo En Route"
      cancelLabel="Keep En Route"
      onCancel={onClose}
      onConfirm={() => {
        setBusy(true);
        void onAnswer();
      }}
    />
  );
}

/** Asks for the reason to confirm an appointment without a saved card. */
export function NoCardDialog({ appointment, onAnswer, onClose }: DialogProps<string>) {
  const form = useZodForm(noCardConfirmationSchema, {
    defaultValues: { id: appointment.id, noCardReason: '' },
    send: ({ noCardReason }) => onAnswer(noCardReason.trim()),
  });
  return (
    <FormDialog
      form={form}
      title="Confirm without a card?"
      description={`No card is saved for ${appointment.publicCode}, so you won’t be able to charge one after the delivery. Enter a reason to confirm it anyway.`}
      submitLabel="Confirm Anyway"
      cancelLabel="Not Now"
      onClose={onClose}
    >
      <Field
        label="Reason"
        required
        error={form.errors.noCardReason?.message}
        hint="Saved with the appointment and in its history."
      >
        <TextArea
          {...form.register('noCardReason')}
          rows={2}
          data-autofocus
          maxLength={MAX_NOTE_LENGTH}
        />
      </Field>
    </FormDialog>
  );
}
