import { BagsFields } from '@/client/appointment/bags-fields';
import { APPOINTMENT_FACTS } from '@/client/appointment/conflict-facts';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { toastSuccess } from '@/client/components/feedback/toast-store';
import { EditConflictPanel } from '@/client/components/form/edit-conflict-panel';
import { Field } from '@/client/components/form/field';
import { NumberInput } from '@/client/components/form/number-input';
import {
  changesToMerge,
  nextVersion,
  useEditConflict,
} from '@/client/components/form/use-edit-conflict';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { trpc } from '@/client/lib/trpc';
import { editDetailsSchema } from '@/domain/appointment/edit.schema';
import { formatAmount, formatDollars, formatGallons } from '@/domain/money';
import type { Appointment } from './appointment';
import { PricePreview } from './price-preview';
import { toastUpdateFailed, useRefreshAppointments } from './use-status-changes';

type EditDialogProps = { appointment: Appointment; onClose: () => void };

/** Edits gallons, ice, and the custom price per gallon, with a preview of the total. */
export function EditDialog({ appointment, onClose }: EditDialogProps) {
  const refresh = useRefreshAppointments();
  const utils = trpc.useUtils();
  const save = trpc.admin.editDetails.useMutation();
  const conflict = useEditConflict(appointment.version, nextVersion);
  const { customUnitPriceCents } = appointment;
  const form = useZodForm(editDetailsSchema, {
    mode: 'onChange',
    defaultValues: {
      id: appointment.id,
      estimatedGallons: formatGallons(appointment.estimatedGallonsTenths),
      smallIceBags: String(appointment.smallIceBags),
      largeIceBags: String(appointment.largeIceBags),
      customFuelPrice: customUnitPriceCents === null ? '' : formatAmount(customUnitPriceCents),
    },
    send: async (typed) => {
      await save.mutateAsync({ ...typed, version: conflict.read() });
      toastSuccess(`${appointment.publicCode} Updated`);
      await refresh();
      onClose();
    },
    onFailed: (problem, field, error) => {
      if (conflict.notice(problem)) {
        void utils.admin.previewPrice.invalidate();
        return void refresh();
      }
      if (field && problem.reason === 'invalid_input') return;
      toastUpdateFailed(error);
      void refresh();
    },
  });
  const { errors } = form;
  const booked = formatDollars(appointment.bookedUnitPriceCents);
  return (
    <FormDialog
      form={form}
      size="md"
      title="Edit Appointment"
      description={`${appointment.publicCode}, ${appointment.fuelType} fuel`}
      submitLabel="Save Changes"
      busyText="Saving…"
      onClose={onClose}
      className="grid grid-cols-2 gap-4"
    >
      <EditConflictPanel conflict={conflict} facts={APPOINTMENT_FACTS} />
      <Field
        label="Gallons"
        error={errors.estimatedGallons?.message}
        className="col-span-2 sm:col-span-1"
      >
        <NumberInput name="estimatedGallons" decimal after="gal" />
      </Field>
      <Field
        label="Custom Fuel Price"
        optional
        error={errors.customFuelPrice?.message}
        hint={`Leave blank to use the market price at booking: ${booked} per gallon with service.`}
        className="col-span-2 sm:col-span-1"
      >
        <NumberInput name="customFuelPrice" decimal before="$" after="/gal" />
      </Field>
      <BagsFields />
      <PricePreview
        typed={{ ...form.watch(), ...changesToMerge(form, conflict, APPOINTMENT_FACTS) }}
        appointment={appointment}
      />
    </FormDialog>
  );
}
