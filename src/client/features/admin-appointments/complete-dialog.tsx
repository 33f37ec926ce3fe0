import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { Button } from '@/client/components/button';
import { useConfirm } from '@/client/components/confirm-dialog';
import { Dialog } from '@/client/components/dialog';
import { Field } from '@/client/components/field';
import { PhotoInput } from '@/client/components/photo-input';
import { Stepper } from '@/client/components/stepper';
import { NumberInput } from '@/client/components/text-input';
import { MAX_ICE_BAGS } from '@/domain/booking/options';
import { completionSchema } from '@/domain/booking/schemas';
import { formatGallons } from '@/domain/money';
import type { Appointment } from './appointment';
import { ChargePreview } from './charge-preview';
import { useCompletion } from './use-completion';

type CompleteDialogProps = {
  appointment: Appointment;
  /** `done` is true when the delivery was recorded. */
  onClose: (done: boolean) => void;
};

/** What was really delivered, with its two photos; then the card is charged for it. */
export function CompleteDialog({ appointment, onClose }: CompleteDialogProps) {
  const complete = useCompletion();
  const { confirm, confirmDialog } = useConfirm();
  const [preparing, setPreparing] = useState({ receiptPhoto: false, fuelPhoto: false });
  const { register, control, handleSubmit, getValues, formState } = useForm({
    resolver: zodResolver(completionSchema),
    defaultValues: {
      id: appointment.id,
      actualGallons: formatGallons(appointment.estimatedGallonsTenths) as string | number,
      smallIceBags: appointment.smallIceBags,
      largeIceBags: appointment.largeIceBags,
      receiptPhoto: null as string | null,
      fuelPhoto: null as string | null,
    },
  });
  const { errors, isSubmitting, isDirty } = formState;
  const typed = useWatch({ control });
  const busy = isSubmitting || preparing.receiptPhoto || preparing.fuelPhoto;

  const submit = handleSubmit(async () => {
    // As typed: the server reads it with the same schema.
    if (await complete(getValues())) onClose(true);
  });

  const close = async () => {
    const lose =
      !isDirty ||
      (await confirm({
        title: 'Leave without completing?',
        description: 'The photos and numbers entered here are not kept.',
        confirmLabel: 'Leave',
        cancelLabel: 'Keep editing',
        danger: true,
      }));
    if (lose) onClose(false);
  };

  const photo = (name: 'receiptPhoto' | 'fuelPhoto', label: string) => (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <PhotoInput
          label={label}
          name={name}
          value={field.value ?? null}
          onChange={field.onChange}
          onBusy={(working) => setPreparing((now) => ({ ...now, [name]: working }))}
          disabled={isSubmitting}
        />
      )}
    />
  );

  const bags = (name: 'smallIceBags' | 'largeIceBags', size: 'small' | 'large') => (
    <Field
      label={size === 'small' ? 'Small ice bags' : 'Large ice bags'}
      error={errors[name]?.message}
    >
      <Controller
        control={control}
        name={name}
        render={({ field }) => (
          <Stepper
            {...field}
            value={field.value ?? 0}
            noun={`${size} ice bags`}
            max={MAX_ICE_BAGS}
            className="w-full"
          />
        )}
      />
    </Field>
  );

  const formId = `complete-${appointment.id}`;
  return (
    <Dialog
      open
      size="lg"
      title="Complete Appointment"
      description={`${appointment.publicCode}, ${appointment.customerFullName ?? 'guest'}, at ${appointment.location}`}
      dismissible={!isSubmitting}
      onClose={close}
      footer={
        <>
          <Button variant="quiet" disabled={isSubmitting} onClick={close}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="main"
            busy={isSubmitting}
            busyText="Completing…"
            disabled={busy}
          >
            Complete Delivery
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <div className="grid grid-cols-2 gap-4">
          {photo('receiptPhoto', 'Receipt Photo')}
          {photo('fuelPhoto', 'Fuel Delivery Photo')}
        </div>
        <div className="grid gap-4 sm:grid-cols-3">
          <Field label="Actual Gallons Delivered" error={errors.actualGallons?.message}>
            <NumberInput
              {...register('actualGallons')}
              decimal
              after="gal"
              data-autofocus
              className="h-14 text-xl font-semibold"
            />
          </Field>
          {bags('smallIceBags', 'small')}
          {bags('largeIceBags', 'large')}
        </div>
        <ChargePreview appointment={appointment} typed={typed} />
      </form>
      {confirmDialog}
    </Dialog>
  );
}
