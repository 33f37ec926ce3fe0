import { useFormContext } from 'react-hook-form';
import type * as z from 'zod/mini';
import { BagsFields } from '@/client/appointment/bags-fields';
import { Field } from '@/client/components/form/field';
import { NumberInput } from '@/client/components/form/number-input';
import { PhotoField } from '@/client/components/photo/photo-field';
import type { completionSchema } from '@/domain/appointment/completion.schema';
import { MAX_ICE_BAGS } from '@/domain/order/options';
import type { Appointment } from './appointment';
import { ChargePreview } from './charge-preview';

type Completion = z.input<typeof completionSchema>;

export type Preparing = { receiptPhoto: boolean; fuelPhoto: boolean };

type CompletionFieldsProps = {
  appointment: Appointment;
  /** Called with true while a photo is being prepared, and with false when it's ready. */
  onBusy: (name: keyof Preparing) => (working: boolean) => void;
};

/** The fields for the delivered amounts and photos, with the total. */
export function CompletionFields({ appointment, onBusy }: CompletionFieldsProps) {
  const form = useFormContext<Completion>();
  const { errors } = form.formState;
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-4">
        <PhotoField name="receiptPhoto" label="Receipt Photo" onBusy={onBusy('receiptPhoto')} />
        <PhotoField name="fuelPhoto" label="Fuel Delivery Photo" onBusy={onBusy('fuelPhoto')} />
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label="Actual Gallons Delivered" error={errors.actualGallons?.message}>
          <NumberInput
            name="actualGallons"
            decimal
            after="gal"
            data-autofocus
            className="h-14 text-xl font-semibold"
          />
        </Field>
        <BagsFields most={MAX_ICE_BAGS} />
      </div>
      <ChargePreview appointment={appointment} typed={form.watch()} />
    </>
  );
}
