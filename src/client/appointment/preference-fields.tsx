import { useFormContext } from 'react-hook-form';
import type * as z from 'zod/mini';
import { Field } from '@/client/components/form/field';
import { NumberInput } from '@/client/components/form/number-input';
import { RadioCards } from '@/client/components/form/radio-cards';
import { Select } from '@/client/components/form/select';
import { FUEL_CAPACITY, type profileSchema } from '@/domain/account/profile';
import { DELIVERY_METHOD_CHOICES, FUEL_CHOICES } from './choices';

/** Shows the fuel and the capacity that the order form starts with. */
export function FuelPreferenceFields() {
  const { register, formState } = useFormContext<z.input<typeof profileSchema>>();
  const { errors } = formState;
  return (
    <>
      <Field label="Preferred Fuel Type" error={errors.preferredFuelType?.message}>
        <Select {...register('preferredFuelType')} options={FUEL_CHOICES} />
      </Field>
      <Field
        label="Typical Fuel Capacity"
        hint={`Gallons, ${FUEL_CAPACITY.min} to ${FUEL_CAPACITY.max}.`}
        error={errors.typicalFuelCapacity?.message}
      >
        <NumberInput name="typicalFuelCapacity" after="gal" />
      </Field>
    </>
  );
}

/** Shows the delivery method that the order form starts with. */
export function DeliveryMethodField({ className }: { className?: string }) {
  const { register, formState } = useFormContext<z.input<typeof profileSchema>>();
  return (
    <RadioCards
      {...(className && { className })}
      legend="Preferred Delivery Method"
      columns={2}
      options={DELIVERY_METHOD_CHOICES}
      error={formState.errors.deliveryMethod?.message}
      {...register('deliveryMethod')}
    />
  );
}
