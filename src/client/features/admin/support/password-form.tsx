import { Button } from '@/client/components/button';
import { LeaveGuard } from '@/client/components/dialog/leave-guard';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { EndApiKeys } from '@/client/components/form/end-api-keys';
import { Field } from '@/client/components/form/field';
import { Form } from '@/client/components/form/form';
import { PasswordInput } from '@/client/components/form/text-input';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { Panel } from '@/client/components/panel';
import { trpc } from '@/client/lib/trpc';
import { staffPasswordChangeSchema } from '@/domain/account/passwords';
import { PASSWORD_MIN } from '@/domain/account/sign-in.schema';

/** Changes the admin's own password, which ends their other sessions. */
export function PasswordForm() {
  const changing = trpc.auth.changePassword.useMutation();
  const form = useZodForm(staffPasswordChangeSchema, {
    defaultValues: {
      currentPassword: '',
      newPassword: '',
      confirmPassword: '',
      endApiKeys: false,
    },
    onInvalid: ({ newPassword, confirmPassword }) => {
      if (confirmPassword?.message) toastError('Password Mismatch', confirmPassword.message);
      else if (newPassword?.message) toastError('Password Too Short', newPassword.message);
    },
    send: async (typed) => {
      const { endedSessions } = await changing.mutateAsync(typed);
      form.reset();
      toastSuccess(
        'Password Changed',
        endedSessions > 0
          ? 'You’re signed out everywhere else.'
          : 'Use your new password the next time you sign in.',
      );
    },
    onFailed: ({ answered, reason, message }) =>
      toastError(
        'Password Change Failed',
        answered && reason !== null
          ? message
          : 'Failed to change password. Please check your current password.',
      ),
  });
  const { register, errors } = form;
  return (
    <Panel tight icon={OTHER_ICONS.lock} title="Change Password">
      <Form form={form}>
        <Field label="Current Password" error={errors.currentPassword?.message} required>
          <PasswordInput {...register('currentPassword')} autoComplete="current-password" />
        </Field>
        <Field
          label="New Password"
          hint={`At least ${PASSWORD_MIN} characters.`}
          error={errors.newPassword?.message}
          required
        >
          <PasswordInput {...register('newPassword')} autoComplete="new-password" />
        </Field>
        <Field label="Confirm New Password" error={errors.confirmPassword?.message} required>
          <PasswordInput {...register('confirmPassword')} autoComplete="new-password" />
        </Field>
        <EndApiKeys {...register('endApiKeys')} />
        <Button type="submit" busy={form.formState.isSubmitting} busyText="Changing…">
          Change Password
        </Button>
      </Form>
      {/* Browsers fill in the current password, so only the new one counts as a change. */}
      <LeaveGuard
        when={form.formState.dirtyFields.newPassword === true}
        description="You haven’t saved your new password."
      />
    </Panel>
  );
}
