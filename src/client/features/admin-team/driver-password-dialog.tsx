import { type FormEvent, useState } from 'react';
import { Button } from '@/client/components/button';
import { Dialog } from '@/client/components/dialog';
import { Field } from '@/client/components/field';
import { PasswordInput } from '@/client/components/text-input';
import { toast } from '@/client/components/toast-store';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { driverPasswordSchema } from '@/domain/account/drivers';
import { type Driver, useRefreshDrivers } from './drivers';

/** A new password for a driver at work; for a retired one it is also the way back. */
export function DriverPasswordDialog({ driver, onClose }: { driver: Driver; onClose: () => void }) {
  const refresh = useRefreshDrivers();
  const resetting = trpc.admin.resetDriverPassword.useMutation();
  const restoring = trpc.admin.restoreDriver.useMutation();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | null>(null);
  const isRetired = driver.status === 'retired';
  const busy = resetting.isPending || restoring.isPending;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const input = { id: driver.id, password };
    const read = driverPasswordSchema.safeParse(input);
    if (!read.success) return setError(read.error.issues[0]?.message ?? null);
    try {
      await (isRetired ? restoring : resetting).mutateAsync(input);
      toast({
        variant: 'success',
        title: isRetired ? `${driver.name} is back` : 'Password Changed',
        description: isRetired ? undefined : `${driver.name} is signed out everywhere.`,
      });
      await refresh();
      onClose();
    } catch (failure) {
      setError(problemOf(failure).message);
    }
  };
  return (
    <Dialog
      open
      size="sm"
      dismissible={!busy}
      onClose={onClose}
      title={isRetired ? `Take ${driver.name} back` : `New password for ${driver.name}`}
      description={
        isRetired
          ? 'They can sign in again with this password and get deliveries.'
          : 'Their sessions end, and they sign in with this password from now on.'
      }
      footer={
        <>
          <Button variant="quiet" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="driver-password" busy={busy}>
            {isRetired ? 'Take back' : 'Set password'}
          </Button>
        </>
      }
    >
      <form id="driver-password" noValidate onSubmit={submit}>
        <Field label="Password" error={error} required>
          <PasswordInput
            autoComplete="new-password"
            value={password}
            onChange={(event) => {
              setError(null);
              setPassword(event.currentTarget.value);
            }}
          />
        </Field>
      </form>
    </Dialog>
  );
}
