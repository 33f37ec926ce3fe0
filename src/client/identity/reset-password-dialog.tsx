import { FormDialog } from '@/client/components/dialog/form-dialog';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { Field } from '@/client/components/form/field';
import { TextInput } from '@/client/components/form/text-input';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { trpc } from '@/client/lib/trpc';
import { resetRequestSchema } from '@/domain/account/passwords';

/** Requests a reset link. The answer is the same for every address. */
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
      description="Enter your account email. We’ll send you a link that expires in 1 hour."
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
