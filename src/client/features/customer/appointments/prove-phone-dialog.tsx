import { FormDialog } from '@/client/components/dialog/form-dialog';
import { Field } from '@/client/components/form/field';
import { TextInput } from '@/client/components/form/text-input';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { trpc } from '@/client/lib/trpc';
import { phoneProofSchema } from '@/domain/appointment/delivery-link.schema';

type ProvePhoneDialogProps = { appointmentId: string; onDone: (isDone: boolean) => void };

/** Asks for the last digits of a delivery's phone number, which a link needs to change anything. */
export function ProvePhoneDialog({ appointmentId, onDone }: ProvePhoneDialogProps) {
  const proof = trpc.booking.provePhone.useMutation();
  const form = useZodForm(phoneProofSchema, {
    defaultValues: { id: appointmentId, lastDigits: '' },
    send: async (typed) => {
      await proof.mutateAsync(typed);
      onDone(true);
    },
  });
  return (
    <FormDialog
      form={form}
      title="Is this your delivery?"
      description="To change it, enter the last 4 digits of the phone number it was booked with."
      submitLabel="Continue"
      onClose={() => onDone(false)}
    >
      <Field label="Last 4 Digits" error={form.errors.lastDigits?.message} required>
        <TextInput
          {...form.register('lastDigits')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          icon="phone"
          className="tabular tracking-widest"
        />
      </Field>
    </FormDialog>
  );
}
