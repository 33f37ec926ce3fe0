import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Button } from '@/client/components/button';
import { Field } from '@/client/components/field';
import { Panel } from '@/client/components/panel';
import { PasswordInput } from '@/client/components/text-input';
import { toast } from '@/client/components/toast-store';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { passwordChangeSchema } from '@/domain/account/passwords';

const BLANK = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** Change Password; every other session of the account ends with it. */
export function SecurityForm() {
  const change = trpc.auth.changePassword.useMutation();
  const utils = trpc.useUtils();
  const { register, handleSubmit, setError, reset, formState } = useForm({
    resolver: zodResolver(passwordChangeSchema),
    defaultValues: BLANK,
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (values) => {
    try {
      await change.mutateAsync(values);
    } catch (error) {
      const { message, reason, field } = problemOf(error);
      toast({
        variant: 'destructive',
        title: 'Password Change Failed',
        description: reason ? message : 'Failed to change password.',
      });
      if (field === 'currentPassword') setError(field, { message }, { shouldFocus: true });
      return;
    }
    reset(BLANK);
    void utils.auth.sessions.invalidate();
    toast({
      variant: 'success',
      title: 'Password Changed',
      description: 'You are signed out everywhere else.',
    });
  });

  return (
    <Panel title="Change Password" icon="lock">
      <form noValidate onSubmit={submit} className="flex max-w-md flex-col gap-4">
        <Field label="Current Password" error={errors.currentPassword?.message} required>
          <PasswordInput {...register('currentPassword')} autoComplete="current-password" />
        </Field>
        <Field label="New Password" error={errors.newPassword?.message} required>
          <PasswordInput {...register('newPassword')} autoComplete="new-password" />
        </Field>
        <Field label="Confirm New Password" error={errors.confirmPassword?.message} required>
          <PasswordInput {...register('confirmPassword')} autoComplete="new-password" />
        </Field>
        <div>
          <Button type="submit" variant="main" busy={isSubmitting} busyText="Changing...">
            Change Password
          </Button>
        </div>
      </form>
    </Panel>
  );
}
