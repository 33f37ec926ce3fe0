import { useFormContext } from 'react-hook-form';
import type * as z from 'zod/mini';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { toastSuccess } from '@/client/components/feedback/toast-store';
import { EditConflictPanel } from '@/client/components/form/edit-conflict-panel';
import { Field } from '@/client/components/form/field';
import { PasswordInput, TextInput } from '@/client/components/form/text-input';
import {
  type ConflictFacts,
  nextValues,
  useEditConflict,
} from '@/client/components/form/use-edit-conflict';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { trpc } from '@/client/lib/trpc';
import { driverDetailsSchema, newDriverSchema } from '@/domain/account/drivers';
import { formatPhone } from '@/domain/phone';
import { type Driver, useRefreshDrivers } from './drivers';

/** Adds a driver together with their sign-in. */
export function NewDriverDialog({ onClose }: { onClose: () => void }) {
  const adding = trpc.admin.addDriver.useMutation();
  const close = useSaved(onClose);
  const form = useZodForm(newDriverSchema, {
    defaultValues: { name: '', phone: '', email: '', vehicleInfo: '', username: '', password: '' },
    send: async (typed) => {
      await adding.mutateAsync(typed);
      await close(typed.name);
    },
  });
  const { register, errors } = form;
  return (
    <FormDialog
      form={form}
      size="md"
      title="Add driver"
      submitLabel="Add Driver"
      busyText="Saving…"
      onClose={onClose}
      className="grid gap-4 sm:grid-cols-2"
    >
      <DetailFields />
      <Field label="Username" error={errors.username?.message} required>
        <TextInput {...register('username')} autoComplete="off" verbatim />
      </Field>
      <Field
        label="Password"
        error={errors.password?.message}
        hint="Share it with the driver yourself. We don’t email it."
        required
      >
        <PasswordInput {...register('password')} autoComplete="new-password" />
      </Field>
    </FormDialog>
  );
}

/** Edits a driver's details. */
export function DriverDialog({ driver, onClose }: { driver: Driver; onClose: () => void }) {
  const editing = trpc.admin.editDriver.useMutation();
  const close = useSaved(onClose);
  const { name, phone, email, vehicleInfo } = driver;
  const conflict = useEditConflict({ name, phone, email, vehicleInfo }, nextValues);
  const form = useZodForm(driverDetailsSchema, {
    defaultValues: {
      id: driver.id,
      name: driver.name,
      phone: driver.phone ?? '',
      email: driver.email ?? '',
      vehicleInfo: driver.vehicleInfo ?? '',
    },
    send: async (typed) => {
      await editing.mutateAsync({ ...typed, read: conflict.read() });
      await close(typed.name);
    },
    conflict,
  });
  return (
    <FormDialog
      form={form}
      size="md"
      title={`Edit ${driver.name}`}
      submitLabel="Save Driver"
      busyText="Saving…"
      onClose={onClose}
      className="grid gap-4 sm:grid-cols-2"
    >
      <EditConflictPanel conflict={conflict} facts={DRIVER_FACTS} />
      <DetailFields />
    </FormDialog>
  );
}

/** @returns a function that reports a saved driver and closes the dialog after the lists reload */
function useSaved(onClose: () => void) {
  const refresh = useRefreshDrivers();
  return async (name: string) => {
    toastSuccess(`${name.trim()} Saved`);
    await refresh();
    onClose();
  };
}

const DRIVER_FACTS: ConflictFacts = {
  name: { label: 'Name' },
  phone: { label: 'Phone', text: (phone) => formatPhone(String(phone ?? '')) },
  email: { label: 'Email' },
  vehicleInfo: { label: 'Vehicle' },
};

/** The fields that new and existing drivers share. */
function DetailFields() {
  const { register, formState } = useFormContext<z.input<typeof driverDetailsSchema>>();
  const { errors } = formState;
  return (
    <>
      <Field label="Name" error={errors.name?.message} required>
        <TextInput {...register('name')} icon="user" autoComplete="off" />
      </Field>
      <Field label="Vehicle" optional error={errors.vehicleInfo?.message}>
        <TextInput {...register('vehicleInfo')} icon="truck" placeholder="White tank truck" />
      </Field>
      <Field label="Phone" optional error={errors.phone?.message}>
        <TextInput {...register('phone')} icon="phone" type="tel" autoComplete="off" />
      </Field>
      <Field label="Email" optional error={errors.email?.message}>
        <TextInput {...register('email')} icon="mail" type="email" autoComplete="off" />
      </Field>
    </>
  );
}
