import { useFormContext } from 'react-hook-form';
import type * as z from 'zod/mini';
import { BagsFields } from '@/client/appointment/bags-fields';
import { PromoCode } from '@/client/appointment/staff-promo-code';
import { Field } from '@/client/components/form/field';
import { NumberInput } from '@/client/components/form/number-input';
import { PhotoField } from '@/client/components/photo/photo-field';
import { MAX_ICE_BAGS } from '@/domain/order/options';
import type { Appointment } from './appointment';
import { ChargePreview } from './charge-preview';
import { DeliveredMeter } from './delivered-meter';
import { firstValuesOf, type Meter, type typedCompletion } from './typed-completion';

type Completion = z.input<typeof typedCompletion>;

export type Preparing = { receiptPhoto: boolean; fuelPhoto: boolean };

type CompletionFieldsProps = {
  appointment: Appointment;
  meter: Meter | null;
  /** Called with the discount of another code, or null without one. */
  onDiscount: (discount: Appointment['discount']) => void;
  /** Called with true while a photo is being prepared, and with false when it's ready. */
  onBusy: (name: keyof Preparing) => (working: boolean) => void;
};

/** The fields for the delivered amounts and photos, with the total. */
export function CompletionFields({
  appointment,
  meter,
  onDiscount,
  onBusy,
}: CompletionFieldsProps) {
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
      {meter ? (
        <DeliveredMeter meter={meter} gallonsAtFirst={firstValuesOf(appointment).actualGallons} />
      ) : null}
      {appointment.testMode ? null : <PromoCode onDiscount={onDiscount} />}
      <ChargePreview appointment={appointment} typed={form.watch()} />
    </>
  );
}
