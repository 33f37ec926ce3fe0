import { useState } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import type * as z from 'zod/mini';
import { chargeQuestion } from '@/client/appointment/charge-question';
import { useConfirm } from '@/client/components/confirm-dialog';
import { Field } from '@/client/components/field';
import { FormDialog } from '@/client/components/form-dialog';
import { PhotoField } from '@/client/components/photo-field';
import { Stepper } from '@/client/components/stepper';
import { NumberInput } from '@/client/components/text-input';
import { useZodForm } from '@/client/components/use-zod-form';
import { completionSchema } from '@/domain/appointment/completion.schema';
import { formatGallons } from '@/domain/money';
import { MAX_ICE_BAGS } from '@/domain/order/options';
import type { Appointment } from './appointment';
import { ChargePreview } from './charge-preview';
import { useCompletion } from './use-completion';

type CompleteDialogProps = {
  appointment: Appointment;
  /** `done` is true when the delivery was recorded. */
  onClose: (done: boolean) => void;
};

type Completion = z.input<typeof completionSchema>;

/** What was really delivered, with its two photos; then the card is charged for it. */
export function CompleteDialog({ appointment, onClose }: CompleteDialogProps) {
  const { confirm, confirmDialog } = useConfirm();
  const complete = useCompletion((why, totalCents) => confirm(chargeQuestion(why, totalCents)));
  const [preparing, setPreparing] = useState({ receiptPhoto: false, fuelPhoto: false });
  const form = useZodForm(completionSchema, {
    defaultValues: {
      id: appointment.id,
      actualGallons: formatGallons(appointment.estimatedGallonsTenths),
      smallIceBags: appointment.smallIceBags,
      largeIceBags: appointment.largeIceBags,
      receiptPhoto: null,
      fuelPhoto: null,
    },
    send: async (typed) => {
      if (await complete(appointment, typed)) onClose(true);
    },
  });
  const onBusy = (name: keyof typeof preparing) => (working: boolean) =>
    setPreparing((now) => ({ ...now, [name]: working }));

  return (
    <FormDialog
      form={form}
      size="lg"
      title="Complete Appointment"
      description={`${appointment.publicCode}, ${appointment.customerFullName ?? 'guest'}, at ${appointment.location}`}
      submitLabel="Complete Delivery"
      busyText="Completing…"
      disabled={preparing.receiptPhoto || preparing.fuelPhoto}
      leaveQuestion={{
        title: 'Leave without completing?',
        description: 'The photos and numbers entered here are not kept.',
      }}
      onClose={() => onClose(false)}
      className="flex flex-col gap-5"
    >
      <div className="grid grid-cols-2 gap-4">
        <PhotoField name="receiptPhoto" label="Receipt Photo" onBusy={onBusy('receiptPhoto')} />
        <PhotoField name="fuelPhoto" label="Fuel Delivery Photo" onBusy={onBusy('fuelPhoto')} />
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label="Actual Gallons Delivered" error={form.errors.actualGallons?.message}>
          <NumberInput
            {...form.register('actualGallons')}
            decimal
            after="gal"
            data-autofocus
            className="h-14 text-xl font-semibold"
          />
        </Field>
        <BagsField name="smallIceBags" label="Small ice bags" />
        <BagsField name="largeIceBags" label="Large ice bags" />
      </div>
      <ChargePreview appointment={appointment} typed={form.watch()} />
      {confirmDialog}
    </FormDialog>
  );
}

function BagsField({ name, label }: { name: 'smallIceBags' | 'largeIceBags'; label: string }) {
  const { control } = useFormContext<Completion>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <Field label={label} error={fieldState.error?.message}>
          <Stepper
            {...field}
            value={field.value ?? 0}
            noun={label.toLowerCase()}
            max={MAX_ICE_BAGS}
            className="w-full"
          />
        </Field>
      )}
    />
  );
}
