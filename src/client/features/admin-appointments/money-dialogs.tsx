import { useState } from 'react';
import { ConfirmDialog } from '@/client/components/confirm-dialog';
import { Field } from '@/client/components/field';
import { TextArea } from '@/client/components/text-area';
import { formatDollars } from '@/domain/money';
import type { Appointment } from './appointment';

const MAX_NOTE = 300;

type MoneyDialogProps<Answer> = {
  appointment: Appointment;
  /** Does it; a promise keeps the dialog busy. */
  onAnswer: (answer: Answer) => Promise<unknown>;
  onClose: () => void;
};

/** Asks before the saved card is charged once more. */
export function RetryDialog({ appointment, onAnswer, onClose }: MoneyDialogProps<void>) {
  const [busy, setBusy] = useState(false);
  const { cardLast4, remainingBalanceCents, publicCode, chargeError } = appointment;
  return (
    <ConfirmDialog
      open
      busy={busy}
      title={`Charge ${formatDollars(remainingBalanceCents)} again?`}
      description={`The saved card${cardLast4 ? ` •••• ${cardLast4}` : ''} of ${publicCode} is charged once more.${chargeError ? ` Last time: ${chargeError}` : ''}`}
      confirmLabel="Retry charge"
      onCancel={onClose}
      onConfirm={async () => {
        setBusy(true);
        await onAnswer();
      }}
    />
  );
}

/** Asks before a delivery counts as paid in cash; the card can then no longer be charged for it. */
export function CashDialog({ appointment, onAnswer, onClose }: MoneyDialogProps<string>) {
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const { remainingBalanceCents, publicCode } = appointment;
  return (
    <ConfirmDialog
      open
      busy={busy}
      title={`Record ${formatDollars(remainingBalanceCents)} in cash?`}
      description={`${publicCode} then counts as paid, and its card can no longer be charged for it.`}
      confirmLabel="Record cash"
      onCancel={onClose}
      onConfirm={async () => {
        setBusy(true);
        await onAnswer(note.trim());
      }}
    >
      <Field label="Note" optional hint="For example who took it. Kept in the history.">
        <TextArea
          rows={2}
          maxLength={MAX_NOTE}
          className="!min-h-16"
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </Field>
    </ConfirmDialog>
  );
}
