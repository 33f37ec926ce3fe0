import { Field } from '@/client/components/field';
import { FormDialog } from '@/client/components/form-dialog';
import { TextInput } from '@/client/components/text-input';
import { toastError, toastSuccess } from '@/client/components/toast-store';
import { useZodForm } from '@/client/components/use-zod-form';
import { trpc } from '@/client/lib/trpc';
import { resetRequestSchema } from '@/domain/account/passwords';

/** Asks for a link to a new password; the answer is the same for every address. */
export function ResetPasswordDialog({ onClose }: { onClose: () => void }) {
  const requesting = trpc.auth.requestPasswordReset.useMutation();
  const form = useZodForm(resetRequestSchema, {
    defaultValues: { email: '' },
    send: async (typed) => {
      await requesting.mutateAsync(typed);
      toastSuccess('Reset Email Sent', 'Check your email for password reset instructions.');
      onClose();
    },
    onFailed: ({ answered, reason, message }) =>
      toastError(
        'Reset Failed',
        answered && reason !== null ? message : 'Failed to send reset email.',
      ),
  });
  return (
    <FormDialog
      form={form}
      title="Reset Password"
      description="Enter the email of your account. We send a link to it that works for 1 hour."
      submitLabel="Send Reset Link"
      busyText="Sending…"
      onClose={onClose}
    >
      <Field label="Email" error={form.errors.email?.message} required>
        <TextInput
          {...form.register('email')}
          type="email"
          icon="mail"
          autoComplete="email"
          autoCapitalize="none"
        />
      </Field>
    </FormDialog>
  );
}
