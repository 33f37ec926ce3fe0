import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Button } from '@/client/components/button';
import { useLeaveQuestion } from '@/client/components/confirm-dialog';
import { Dialog } from '@/client/components/dialog';
import { Field } from '@/client/components/field';
import { NumberInput } from '@/client/components/text-input';
import { toast } from '@/client/components/toast-store';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { editDetailsSchema } from '@/domain/booking/edit-schemas';
import { formatDollars, formatGallons } from '@/domain/money';
import type { Appointment } from './appointment';
import { PricePreview } from './price-preview';
import { sayUpdateFailed, useRefreshAppointments } from './use-status-changes';

/** Gallons, ice and an own price per gallon, with what it comes to before it is saved. */
export function EditDialog({
  appointment,
  onClose,
}: {
  appointment: Appointment;
  onClose: () => void;
}) {
  const refresh = useRefreshAppointments();
  const save = trpc.admin.editDetails.useMutation();
  const { register, handleSubmit, watch, getValues, setError, formState } = useForm({
    resolver: zodResolver(editDetailsSchema),
    mode: 'onChange',
    defaultValues: {
      id: appointment.id,
      estimatedGallons: formatGallons(appointment.estimatedGallonsTenths),
      smallIceBags: String(appointment.smallIceBags),
      largeIceBags: String(appointment.largeIceBags),
      customFuelPrice:
        appointment.customUnitPriceCents === null
          ? ''
          : (appointment.customUnitPriceCents / 100).toFixed(2),
    },
  });
  const { errors, isDirty } = formState;
  const { leave, leaveDialog } = useLeaveQuestion(isDirty, onClose);

  const submit = handleSubmit(async () => {
    try {
      // As typed: the server reads it with the same schema.
      await save.mutateAsync(getValues());
      toast({ variant: 'success', title: `Appointment ${appointment.publicCode} is updated` });
      await refresh();
      onClose();
    } catch (error) {
      const { reason, field, message } = problemOf(error);
      if (reason === 'invalid_input' && field && field in getValues()) {
        setError(field as 'estimatedGallons', { message });
        return;
      }
      sayUpdateFailed(error);
      await refresh();
    }
  });

  const formId = `edit-${appointment.id}`;
  const booked = formatDollars(appointment.bookedUnitPriceCents);
  return (
    <Dialog
      open
      size="md"
      title="Edit Appointment"
      description={`${appointment.publicCode}, ${appointment.fuelType} fuel`}
      dismissible={!formState.isSubmitting}
      onClose={leave}
      footer={
        <>
          <Button variant="quiet" disabled={formState.isSubmitting} onClick={leave}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="main"
            busy={formState.isSubmitting}
            busyText="Saving…"
          >
            Save Changes
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid grid-cols-2 gap-4">
        <Field
          label="Gallons"
          error={errors.estimatedGallons?.message}
          className="col-span-2 sm:col-span-1"
        >
          <NumberInput {...register('estimatedGallons')} decimal after="gal" />
        </Field>
        <Field
          label="Custom fuel price"
          optional
          error={errors.customFuelPrice?.message}
          hint={`$/gallon. Blank uses the market price of the booking, ${booked} with service.`}
          className="col-span-2 sm:col-span-1"
        >
          <NumberInput {...register('customFuelPrice')} decimal before="$" after="/gal" />
        </Field>
        <Field label="Small ice bags" error={errors.smallIceBags?.message}>
          <NumberInput {...register('smallIceBags')} />
        </Field>
        <Field label="Large ice bags" error={errors.largeIceBags?.message}>
          <NumberInput {...register('largeIceBags')} />
        </Field>
      </form>
      <PricePreview typed={watch()} before={appointment.totalPriceCents} />
      {leaveDialog}
    </Dialog>
  );
}
