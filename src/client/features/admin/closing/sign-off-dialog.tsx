import { FormDialog } from '@/client/components/dialog/form-dialog';
import { toastSuccess } from '@/client/components/feedback/toast-store';
import { Field } from '@/client/components/form/field';
import { NumberInput } from '@/client/components/form/number-input';
import { TextArea } from '@/client/components/form/text-area';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { trpc } from '@/client/lib/trpc';
import { cashCountSchema } from '@/domain/closing/closing.schema';
import { formatAmount, formatDollars } from '@/domain/money';
import type { CashLine } from './closing-day';
import { useReadDayAgain } from './use-read-day-again';

type SignOffDialogProps = { line: CashLine; date: string; onClose: () => void };

/** Signs off the cash that a driver handed in. */
export function SignOffDialog({ line, date, onClose }: SignOffDialogProps) {
  const signing = trpc.admin.signOffCash.useMutation();
  const readAgain = useReadDayAgain();
  const { driverId, name, dueCents, handedInCents, version, reason } = line;
  const form = useZodForm(cashCountSchema, {
    defaultValues: {
      ...{ date, driverId, version, reason: reason ?? '' },
      handedIn: handedInCents === null ? '' : formatAmount(handedInCents),
    },
    send: async (typed) => {
      await signing.mutateAsync(typed);
      toastSuccess('Cash Signed Off');
      await readAgain();
      onClose();
    },
    onFailed: (problem, field) => {
      if (!field) form.setError('root', { message: problem.message });
      readAgain();
    },
  });
  const { register, errors } = form;
  return (
    <FormDialog
      form={form}
      title={`Sign off the cash: ${name}`}
      description={`${formatDollars(dueCents)} is due for this day’s deliveries.`}
      submitLabel="Sign Off"
      busyText="Saving…"
      onClose={onClose}
    >
      <Field label="Cash Handed In" error={errors.handedIn?.message} required>
        <NumberInput name="handedIn" decimal before="$" data-autofocus />
      </Field>
      <Field
        label="Reason for the Difference"
        optional
        error={errors.reason?.message}
        hint="Required if the amounts differ."
      >
        <TextArea {...register('reason')} rows={2} />
      </Field>
    </FormDialog>
  );
}
