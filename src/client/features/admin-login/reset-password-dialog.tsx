import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Button } from '@/client/components/button';
import { Dialog } from '@/client/components/dialog';
import { Field } from '@/client/components/field';
import { TextInput } from '@/client/components/text-input';
import { toast } from '@/client/components/toast-store';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { resetRequestSchema } from '@/domain/account/passwords';

const FORM_ID = 'admin-reset-password';

/** Asks for a link to a new password; the answer is the same for every address (D46). */
export function ResetPasswordDialog({ onClose }: { onClose: () => void }) {
  const asking = trpc.auth.requestPasswordReset.useMutation();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(resetRequestSchema),
    defaultValues: { email: '' },
  });
  const submit = handleSubmit(async ({ email }) => {
    try {
      await asking.mutateAsync({ email });
      toast({
        variant: 'success',
        title: 'Reset Email Sent',
        description: 'Check your email for password reset instructions.',
      });
      onClose();
    } catch (error) {
      const { answered, reason, message } = problemOf(error);
      toast({
        variant: 'destructive',
        title: 'Reset Failed',
        description: answered && reason !== null ? message : 'Failed to send reset email.',
      });
    }
  });
  const { errors, isSubmitting } = formState;
  return (
    <Dialog
      open
      size="sm"
      title="Reset Password"
      description="Enter the email of your account. We send a link to it that works for 1 hour."
      dismissible={!isSubmitting}
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" disabled={isSubmitting} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={FORM_ID} busy={isSubmitting} busyText="Sending…">
            Send Reset Link
          </Button>
        </>
      }
    >
      <form id={FORM_ID} noValidate onSubmit={submit}>
        <Field label="Email" error={errors.email?.message} required>
          <TextInput
            {...register('email')}
            type="email"
            icon="mail"
            autoComplete="email"
            autoCapitalize="none"
          />
        </Field>
      </form>
    </Dialog>
  );
}
