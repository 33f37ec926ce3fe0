import { Button } from '@/client/components/button';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { EndApiKeys } from '@/client/components/form/end-api-keys';
import { Field } from '@/client/components/form/field';
import { Form } from '@/client/components/form/form';
import { PasswordInput } from '@/client/components/form/text-input';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { useSwitchUser } from '@/client/lib/session';
import { trpc } from '@/client/lib/trpc';
import { passwordResetFormSchema } from '@/domain/account/passwords';

type ResetPasswordFormProps = {
  token: string;
  /** True if the link is for staff, who may have API keys. */
  isStaff: boolean;
  onDone: () => void;
};

/** Sets a new password with the token of a reset link. */
export function ResetPasswordForm({ token, isStaff, onDone }: ResetPasswordFormProps) {
  const reset = trpc.auth.resetPassword.useMutation();
  const switchUser = useSwitchUser();
  const form = useZodForm(passwordResetFormSchema, {
    defaultValues: { token, newPassword: '', confirmPassword: '', endApiKeys: false },
    onInvalid: ({ newPassword, confirmPassword }) => {
      if (newPassword?.message) toastError('Password Too Short', newPassword.message);
      else if (confirmPassword?.message)
        toastError("Passwords Don't Match", confirmPassword.message);
    },
    send: async ({ newPassword, endApiKeys }) => {
      await reset.mutateAsync({ token, newPassword, endApiKeys });
      // The reset ended every session of the account, including this browser's.
      switchUser(null);
      toastSuccess('Password Reset Successful', 'You can now sign in with your new password.');
      onDone();
    },
    onFailed: ({ message }) => toastError('Reset Failed', message),
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
      {isStaff ? <EndApiKeys {...register('endApiKeys')} /> : null}
      <Button
        type="submit"
        variant="main"
        size="lg"
        block
        busy={form.formState.isSubmitting}
        busyText="Resetting…"
      >
        Reset Password
      </Button>
    </Form>
  );
}
