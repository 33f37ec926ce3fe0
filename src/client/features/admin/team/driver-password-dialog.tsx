import { FormDialog } from '@/client/components/dialog/form-dialog';
import { toastSuccess } from '@/client/components/feedback/toast-store';
import { Field } from '@/client/components/form/field';
import { PasswordInput } from '@/client/components/form/text-input';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { trpc } from '@/client/lib/trpc';
import { driverPasswordSchema } from '@/domain/account/drivers';
import { type Driver, useRefreshDrivers } from './drivers';

/** Sets a new password for a driver, which also reactivates an inactive one. */
export function DriverPasswordDialog({ driver, onClose }: { driver: Driver; onClose: () => void }) {
  const refresh = useRefreshDrivers();
  const resetting = trpc.admin.resetDriverPassword.useMutation();
  const restoring = trpc.admin.restoreDriver.useMutation();
  const isRetired = driver.status === 'retired';
  const form = useZodForm(driverPasswordSchema, {
    defaultValues: { id: driver.id, password: '' },
    send: async (typed) => {
      await (isRetired ? restoring : resetting).mutateAsync(typed);
      toastSuccess(
        isRetired ? `${driver.name} Reactivated` : 'Password Changed',
        isRetired ? undefined : `${driver.name} is signed out everywhere.`,
      );
      await refresh();
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={isRetired ? `Reactivate ${driver.name}` : `New password for ${driver.name}`}
      description={
        isRetired
          ? 'They can sign in with this password and get deliveries again.'
          : 'They’ll be signed out everywhere and need this password to sign in again.'
      }
      submitLabel={isRetired ? 'Reactivate Driver' : 'Set Password'}
      onClose={onClose}
    >
      <Field label="Password" error={form.errors.password?.message} required>
        <PasswordInput {...form.register('password')} autoComplete="new-password" />
      </Field>
    </FormDialog>
  );
}
