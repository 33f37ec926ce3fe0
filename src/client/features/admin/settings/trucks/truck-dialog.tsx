import { FormDialog } from '@/client/components/dialog/form-dialog';
import { toastSuccess } from '@/client/components/feedback/toast-store';
import { EditConflictPanel } from '@/client/components/form/edit-conflict-panel';
import { Field } from '@/client/components/form/field';
import { TextInput } from '@/client/components/form/text-input';
import { nextValues, useEditConflict } from '@/client/components/form/use-edit-conflict';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { trpc } from '@/client/lib/trpc';
import type { Truck } from '@/domain/trucks/truck';
import { MAX_METER_SERIAL, MAX_TRUCK_NAME, truckSchema } from '@/domain/trucks/truck.schema';

const FACTS = { name: { label: 'Name' }, meterSerial: { label: 'Meter Serial Number' } };

type TruckDialogProps = {
  /** Null to add one. */
  truck: Truck | null;
  onClose: () => void;
};

/** Adds a truck, or edits one. */
export function TruckDialog({ truck, onClose }: TruckDialogProps) {
  const utils = trpc.useUtils();
  const saving = trpc.admin.saveTruck.useMutation();
  const shown = { name: truck?.name ?? '', meterSerial: truck?.meterSerial ?? '' };
  const conflict = useEditConflict<Record<string, string>>(
    shown,
    (read, next) => nextValues(read, next) as Record<string, string>,
  );
  const form = useZodForm(truckSchema, {
    defaultValues: { ...shown, ...(truck && { id: truck.id }) },
    send: async (typed) => {
      await saving.mutateAsync({ ...typed, ...(truck && { read: conflict.read() }) });
      toastSuccess(truck ? 'Truck Saved' : 'Truck Added');
      await utils.admin.trucks.invalidate();
      onClose();
    },
    conflict,
  });
  const { register, errors } = form;
  return (
    <FormDialog
      form={form}
      title={truck ? `Edit ${truck.name}` : 'Add a truck'}
      submitLabel={truck ? 'Save Truck' : 'Add Truck'}
      busyText="Saving…"
      onClose={onClose}
    >
      <EditConflictPanel conflict={conflict} facts={FACTS} />
      <Field
        label="Name"
        error={errors.name?.message}
        hint="Shown to drivers and on tickets, such as Blue Ford."
        required
      >
        <TextInput
          {...register('name')}
          data-autofocus
          maxLength={MAX_TRUCK_NAME}
          autoComplete="off"
        />
      </Field>
      <Field
        label="Meter Serial Number"
        optional
        error={errors.meterSerial?.message}
        hint="Find it on the meter’s plate. We’ll show it on new tickets."
      >
        <TextInput
          {...register('meterSerial')}
          maxLength={MAX_METER_SERIAL}
          autoComplete="off"
          verbatim
        />
      </Field>
    </FormDialog>
  );
}
