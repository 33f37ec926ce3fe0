import { FormDialog } from '@/client/components/dialog/form-dialog';
import { toastSuccess } from '@/client/components/feedback/toast-store';
import { Field } from '@/client/components/form/field';
import { TextInput } from '@/client/components/form/text-input';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { trpc } from '@/client/lib/trpc';
import { linkMailSchema } from '@/domain/appointment/delivery-link.schema';

type SendLinkDialogProps = { appointmentId: string; onClose: () => void };

/** Asks a guest for an email address, and sends the link to it. */
export function SendLinkDialog({ appointmentId, onClose }: SendLinkDialogProps) {
  const sending = trpc.booking.sendLink.useMutation();
  const form = useZodForm(linkMailSchema, {
    defaultValues: { id: appointmentId, email: '' },
    send: async (typed) => {
      await sending.mutateAsync(typed);
      toastSuccess('Link Sent', 'It should arrive within a minute.');
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title="Send me the link"
      description="We’ll also send messages about this delivery, like the receipt, to this address."
      submitLabel="Send Link"
      busyText="Sending…"
      onClose={onClose}
    >
      <Field label="Email" error={form.errors.email?.message} required>
        <TextInput {...form.register('email')} type="email" autoComplete="email" icon="mail" />
      </Field>
    </FormDialog>
  );
}
