import { type FormEvent, useState } from 'react';
import { Button } from '@/client/components/button';
import { useLeaveQuestion } from '@/client/components/confirm-dialog';
import { Dialog } from '@/client/components/dialog';
import { Field } from '@/client/components/field';
import { PasswordInput, TextInput } from '@/client/components/text-input';
import { toast } from '@/client/components/toast-store';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { driverDetailsSchema, newDriverSchema } from '@/domain/account/drivers';
import { type Driver, useRefreshDrivers } from './drivers';

type Name = 'name' | 'phone' | 'email' | 'vehicleInfo' | 'username' | 'password';

/** A new driver with a sign-in, or the details of one. */
export function DriverDialog({ driver, onClose }: { driver: Driver | null; onClose: () => void }) {
  const refresh = useRefreshDrivers();
  const adding = trpc.admin.addDriver.useMutation();
  const editing = trpc.admin.editDriver.useMutation();
  const stands: Record<Name, string> = {
    name: driver?.name ?? '',
    phone: driver?.phone ?? '',
    email: driver?.email ?? '',
    vehicleInfo: driver?.vehicleInfo ?? '',
    username: '',
    password: '',
  };
  const [typed, setTyped] = useState(stands);
  const isDirty = Object.entries(typed).some(([name, value]) => value !== stands[name as Name]);
  const { leave, leaveDialog } = useLeaveQuestion(isDirty, onClose);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const busy = adding.isPending || editing.isPending;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const refuse = (found: Record<string, string>) => {
      setErrors(found);
      form.querySelector<HTMLElement>(`[name="${Object.keys(found)[0]}"]`)?.focus();
    };
    const { username, password, ...details } = typed;
    const read = driver
      ? driverDetailsSchema.safeParse({ id: driver.id, ...details })
      : newDriverSchema.safeParse(typed);
    if (!read.success) {
      const issues = read.error.issues.toReversed();
      return refuse(Object.fromEntries(issues.map((one) => [String(one.path[0]), one.message])));
    }
    try {
      if (driver) await editing.mutateAsync({ id: driver.id, ...details });
      else await adding.mutateAsync({ ...details, username, password });
      toast({ variant: 'success', title: `${typed.name.trim()} is saved` });
      await refresh();
      onClose();
    } catch (error) {
      const { field, message } = problemOf(error);
      if (field && field in typed) return refuse({ [field]: message });
      toast({ variant: 'destructive', title: 'The driver was not saved', description: message });
    }
  };

  const text = (name: Name) => ({
    name,
    value: typed[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      setErrors({});
      setTyped({ ...typed, [name]: event.currentTarget.value });
    },
  });
  return (
    <Dialog
      open
      backdropCloses={false}
      dismissible={!busy}
      onClose={leave}
      title={driver ? `Edit ${driver.name}` : 'Add driver'}
      footer={
        <>
          <Button variant="quiet" disabled={busy} onClick={leave}>
            Cancel
          </Button>
          <Button type="submit" form="driver-form" busy={busy} busyText="Saving…">
            {driver ? 'Save driver' : 'Add driver'}
          </Button>
        </>
      }
    >
      <form id="driver-form" noValidate onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" error={errors.name} required>
          <TextInput {...text('name')} icon="user" autoComplete="off" />
        </Field>
        <Field label="Vehicle" optional error={errors.vehicleInfo}>
          <TextInput {...text('vehicleInfo')} icon="truck" placeholder="White tank truck" />
        </Field>
        <Field label="Phone" optional error={errors.phone}>
          <TextInput {...text('phone')} icon="phone" type="tel" autoComplete="off" />
        </Field>
        <Field label="Email" optional error={errors.email}>
          <TextInput {...text('email')} icon="mail" type="email" autoComplete="off" />
        </Field>
        {driver ? null : (
          <>
            <Field label="Username" error={errors.username} required>
              <TextInput {...text('username')} autoComplete="off" autoCapitalize="none" />
            </Field>
            <Field
              label="Password"
              error={errors.password}
              hint="Hand it over yourself; it is not mailed."
              required
            >
              <PasswordInput {...text('password')} autoComplete="new-password" />
            </Field>
          </>
        )}
      </form>
      {leaveDialog}
    </Dialog>
  );
}
