import { FormDialog } from '@/client/components/dialog/form-dialog';
import { toastSuccess } from '@/client/components/feedback/toast-store';
import { Field } from '@/client/components/form/field';
import { TextInput } from '@/client/components/form/text-input';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { trpc } from '@/client/lib/trpc';
import { linkMailSchema } from '@/domain/appointment/delivery-link.schema';

type SendLinkDialogProps = { appointmentId: string; onClose: () => void };

/** Asks a guest for the email address that the link goes to. */
export function SendLinkDialog({ appointmentId, onClose }: SendLinkDialogProps) {
  const sending = trpc.booking.sendLink.useMutation();
  const form = useZodForm(linkMailSchema, {
    defaultValues: { id: appointmentId, email: '' },
    send: async (typed) => {
      await sending.mutateAsync(typed);
      toastSuccess('Link sent', 'It should be there in a minute.');
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title="Send me the link"
      description="Messages about this delivery, such as the receipt, go to that address too."
      submitLabel="Send link"
      busyText="Sending…"
      onClose={onClose}
    >
      <Field label="Email" error={form.errors.email?.message} required>
        <TextInput {...form.register('email')} type="email" autoComplete="email" icon="mail" />
      </Field>
    </FormDialog>
  );
}
