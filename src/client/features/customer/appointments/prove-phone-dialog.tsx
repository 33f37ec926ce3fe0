import { FormDialog } from '@/client/components/dialog/form-dialog';
import { Field } from '@/client/components/form/field';
import { TextInput } from '@/client/components/form/text-input';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { trpc } from '@/client/lib/trpc';
import { phoneProofSchema } from '@/domain/appointment/delivery-link.schema';

type ProvePhoneDialogProps = { appointmentId: string; onDone: (isDone: boolean) => void };

/** Asks for the end of the phone number of a delivery, before a link may do more than show and pay. */
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
      description="Before you change it, enter the end of the phone number that it was booked with."
      submitLabel="Continue"
      onClose={() => onDone(false)}
    >
      <Field label="Last four digits" error={form.errors.lastDigits?.message} required>
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
