import { Button } from '@/client/components/button';
import { Field } from '@/client/components/field';
import { Form } from '@/client/components/form';
import { PasswordInput } from '@/client/components/text-input';
import { toast } from '@/client/components/toast-store';
import { useZodForm } from '@/client/components/use-zod-form';
import { trpc } from '@/client/lib/trpc';
import { passwordResetFormSchema } from '@/domain/account/passwords';

const refused = (title: string, description: string) =>
  toast({ variant: 'destructive', title, description });

/** A new password, with the token of a reset link (customer section 5). */
export function ResetPasswordForm({ token, onDone }: { token: string; onDone: () => void }) {
  const reset = trpc.auth.resetPassword.useMutation();
  const form = useZodForm(passwordResetFormSchema, {
    defaultValues: { token, newPassword: '', confirmPassword: '' },
    onInvalid: ({ newPassword, confirmPassword }) => {
      if (newPassword?.message) refused('Password Too Short', newPassword.message);
      else if (confirmPassword?.message) refused("Passwords Don't Match", confirmPassword.message);
    },
    send: async ({ newPassword }) => {
      await reset.mutateAsync({ token, newPassword });
      toast({
        variant: 'success',
        title: 'Password Reset Successful',
        description: 'You can sign in with your new password now.',
      });
      onDone();
    },
    onFailed: ({ message }) => refused('Reset Failed', message),
  });
  const { register, errors } = form;
  return (
    <Form form={form}>
      <Field
        label="New Password"
        hint="Password must be at least 6 characters long"
        error={errors.newPassword?.message}
        required
      >
        <PasswordInput {...register('newPassword')} autoComplete="new-password" />
      </Field>
      <Field label="Confirm Password" error={errors.confirmPassword?.message} required>
        <PasswordInput {...register('confirmPassword')} autoComplete="new-password" />
      </Field>
      <Button
        type="submit"
        variant="main"
        size="lg"
        block
        busy={form.formState.isSubmitting}
        busyText="Resetting..."
      >
        Reset Password
      </Button>
    </Form>
  );
}
