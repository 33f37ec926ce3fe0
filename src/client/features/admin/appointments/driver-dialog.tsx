import { staffFacts } from '@/client/appointment/conflict-facts';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { toastSuccess } from '@/client/components/feedback/toast-store';
import { EditConflictPanel } from '@/client/components/form/edit-conflict-panel';
import { Field } from '@/client/components/form/field';
import { Select } from '@/client/components/form/select';
import { nextVersion, useEditConflict } from '@/client/components/form/use-edit-conflict';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { rescheduleSchema } from '@/domain/appointment/staff-patch.schema';
import type { Appointment } from './appointment';
import { driverOptions } from './driver-options';
import { toastUpdateFailed, useRefreshAppointments } from './use-status-changes';

type DriverDialogProps = {
  appointment: Appointment;
  drivers: Outputs['admin']['drivers'];
  onClose: () => void;
};

/** Assigns an en-route delivery to another driver. */
export function DriverDialog({ appointment, drivers, onClose }: DriverDialogProps) {
  const { id, publicCode, driverId, driverName } = appointment;
  const refresh = useRefreshAppointments();
  const rescheduling = trpc.admin.reschedule.useMutation();
  const conflict = useEditConflict(appointment.version, nextVersion);
  const form = useZodForm(rescheduleSchema, {
    defaultValues: { id, driverId },
    send: async (typed) => {
      const { driverName: newName } = await rescheduling.mutateAsync({
        ...typed,
        version: conflict.read(),
      });
      toastSuccess('Driver Changed', `${newName} is now assigned to ${publicCode}.`);
      await refresh();
      onClose();
    },
    onFailed: (problem, field, error) => {
      void refresh();
      if (!conflict.notice(problem) && !field) toastUpdateFailed(error);
    },
  });
  return (
    <FormDialog
      form={form}
      title={`Change the driver of ${publicCode}?`}
      description={`${driverName ?? 'No driver'} is en route. We’ll notify the customer of the new driver.`}
      submitLabel="Change Driver"
      busyText="Saving…"
      onClose={onClose}
    >
      <EditConflictPanel conflict={conflict} facts={staffFacts(drivers)} />
      <Field label="Driver" error={form.errors.driverId?.message}>
        <Select
          {...form.register('driverId', { setValueAs: (chosen) => Number(chosen) })}
          options={driverOptions(drivers, appointment)}
        />
      </Field>
    </FormDialog>
  );
}
