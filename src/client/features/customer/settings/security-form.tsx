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
import type { Me } from '@/client/lib/session';
import { trpc } from '@/client/lib/trpc';
import { passwordChangeSchema } from '@/domain/account/passwords';

/** Changes the password, which ends every other session of the account. */
export function SecurityForm({ me }: { me: Me }) {
  const change = trpc.auth.changePassword.useMutation();
  const utils = trpc.useUtils();
  const form = useZodForm(passwordChangeSchema, {
    defaultValues: {
      currentPassword: '',
      newPassword: '',
      confirmPassword: '',
      endApiKeys: false,
    },
    send: async (typed) => {
      await change.mutateAsync(typed);
      form.reset();
      void utils.auth.sessions.invalidate();
      toastSuccess('Password Changed', 'You’re signed out everywhere else.');
    },
    onFailed: ({ message, reason }) =>
      toastError('Password Change Failed', reason ? message : 'Failed to change password.'),
  });
  const { register, errors } = form;

  return (
    <Panel title="Change Password" icon={OTHER_ICONS.lock}>
      <Form form={form} className="flex max-w-md flex-col gap-4">
        <Field label="Current Password" error={errors.currentPassword?.message} required>
          <PasswordInput {...register('currentPassword')} autoComplete="current-password" />
        </Field>
        <Field label="New Password" error={errors.newPassword?.message} required>
          <PasswordInput {...register('newPassword')} autoComplete="new-password" />
        </Field>
        <Field label="Confirm New Password" error={errors.confirmPassword?.message} required>
          <PasswordInput {...register('confirmPassword')} autoComplete="new-password" />
        </Field>
        {me.role === 'admin' ? <EndApiKeys {...register('endApiKeys')} /> : null}
        <div>
          <Button
            type="submit"
            variant="main"
            busy={form.formState.isSubmitting}
            busyText="Changing…"
          >
            Change Password
          </Button>
        </div>
      </Form>
      {/* Browsers fill in the current password, so only the new one counts as typed. */}
      <LeaveGuard
        when={form.formState.dirtyFields.newPassword === true}
        description="Your new password isn’t saved yet."
      />
    </Panel>
  );
}
