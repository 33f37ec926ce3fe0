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
  /** Makes the change. The dialog stays busy until the promise settles. */
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
      title={`Retry the ${formatDollars(remainingBalanceCents)} charge?`}
      description={`We’ll try to charge the saved card${card} for ${publicCode} again.${chargeError ? ` Last attempt: ${chargeError}` : ''}`}
      confirmLabel="Retry Charge"
      cancelLabel="Not Now"
      onCancel={onClose}
      onConfirm={async () => {
        setBusy(true);
        await onAnswer();
      }}
    />
  );
}

/**
 * Records a full or partial cash payment. After that, the card can't be charged for that amount.
 */
export function CashDialog({
  appointment,
  onAnswer,
  onClose,
}: MoneyDialogProps<Inputs['admin']['recordCash']>) {
  const { id, remainingBalanceCents, publicCode } = appointment;
  // Each dialog has one request ID, so that cash is recorded only once, even if the request is sent
  // twice.
  const [requestId] = useState(newId);
  const all = formatAmount(remainingBalanceCents);
  const form = useZodForm(cashUpTo(remainingBalanceCents), {
    defaultValues: { id, note: '', amount: all, requestId },
    send: ({ note, amount, ...same }) =>
      // For the full balance, null is sent, because the balance may have changed since the dialog
      // opened.
      onAnswer({ ...same, note: note?.trim() ?? '', amount: amount === all ? null : amount }),
  });
  return (
    <FormDialog
      form={form}
      title={`Record ${formatDollars(remainingBalanceCents)} in cash?`}
      description={`This counts toward the balance for ${publicCode}. You won’t be able to charge the card for the same amount.`}
      submitLabel="Record Cash"
      cancelLabel="Not Now"
      onClose={onClose}
    >
      <Field
        label="Amount"
        error={form.errors.amount?.message}
        hint="If you enter less, the customer owes the rest."
      >
        <NumberInput name="amount" decimal before="$" />
      </Field>
      <Field
        label="Note"
        optional
        error={form.errors.note?.message}
        hint="For example, who collected it. Saved in the history."
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
