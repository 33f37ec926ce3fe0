import { useState } from 'react';
import { ConfirmDialog } from '@/client/components/dialog/confirm-dialog';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { Field } from '@/client/components/form/field';
import { NumberInput } from '@/client/components/form/number-input';
import { TextArea } from '@/client/components/form/text-area';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { newId } from '@/client/lib/new-id';
import type { Inputs } from '@/client/lib/trpc';
import { MAX_NOTE_LENGTH } from '@/domain/fields';
import { formatAmount, formatDollars } from '@/domain/money';
import { expiryText } from '@/domain/payment/card';
import { cashUpTo } from '@/domain/payment/refund';
import type { Appointment } from './appointment';

type MoneyDialogProps<Answer> = {
  appointment: Appointment;
  /** Makes the change; a promise keeps the dialog busy. */
  onAnswer: (answer: Answer) => Promise<unknown>;
  onClose: () => void;
};

/** Asks before the saved card is charged again. */
export function RetryDialog({ appointment, onAnswer, onClose }: MoneyDialogProps<void>) {
  const [busy, setBusy] = useState(false);
  const { cardLast4, remainingBalanceCents, publicCode, chargeError } = appointment;
  const { cardExpMonth: expMonth, cardExpYear: expYear } = appointment;
  const expiry = expiryText({ expMonth, expYear });
  const card = `${cardLast4 ? ` •••• ${cardLast4}` : ''}${expiry ? ` (expires ${expiry})` : ''}`;
  return (
    <ConfirmDialog
      open
      busy={busy}
      title={`Charge ${formatDollars(remainingBalanceCents)} again?`}
      description={`The saved card${card} of ${publicCode} is charged once more.${chargeError ? ` Last time: ${chargeError}` : ''}`}
      confirmLabel="Retry charge"
      onCancel={onClose}
      onConfirm={async () => {
        setBusy(true);
        await onAnswer();
      }}
    />
  );
}

/**
 * Asks before a delivery, or a part of it, counts as paid in cash. The card cannot pay that amount after
 * that.
 */
export function CashDialog({
  appointment,
  onAnswer,
  onClose,
}: MoneyDialogProps<Inputs['admin']['recordCash']>) {
  const { id, remainingBalanceCents, publicCode } = appointment;
  // Each dialog has one request id, so that cash sent twice counts once.
  const [requestId] = useState(newId);
  const all = formatAmount(remainingBalanceCents);
  const form = useZodForm(cashUpTo(remainingBalanceCents), {
    defaultValues: { id, note: '', amount: all, requestId },
    send: ({ note, amount, ...same }) =>
      // All that is left is named by no amount: it may have changed meanwhile.
      onAnswer({ ...same, note: note?.trim() ?? '', amount: amount === all ? null : amount }),
  });
  return (
    <FormDialog
      form={form}
      title={`Record ${formatDollars(remainingBalanceCents)} in cash?`}
      description={`${publicCode} then counts as paid, and its card can no longer be charged for it.`}
      submitLabel="Record cash"
      cancelLabel="Go back"
      onClose={onClose}
    >
      <Field
        label="Amount"
        error={form.errors.amount?.message}
        hint="Less than all leaves the rest to be paid."
      >
        <NumberInput name="amount" decimal before="$" />
      </Field>
      <Field
        label="Note"
        optional
        error={form.errors.note?.message}
        hint="For example who took it. Kept in the history."
      >
        <TextArea
          {...form.register('note')}
          rows={2}
          maxLength={MAX_NOTE_LENGTH}
          className="!min-h-16"
        />
      </Field>
    </FormDialog>
  );
}
