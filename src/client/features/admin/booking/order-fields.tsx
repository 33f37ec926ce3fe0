import { useFormContext } from 'react-hook-form';
import { Field } from '@/client/components/field';
import { NumberInput } from '@/client/components/number-input';
import { Select } from '@/client/components/select';
import { TextInput } from '@/client/components/text-input';
import type { Inputs } from '@/client/lib/trpc';
import { CAN_TYPE_LABELS, CAN_TYPES } from '@/domain/order/options';
import { FUEL_TYPES } from '@/domain/pricing/fuel';

/** Where to, and what. */
export function OrderFields() {
  const { register, formState } = useFormContext<Inputs['admin']['bookForCustomer']>();
  const { errors } = formState;
  return (
    <>
      <Field label="Location" error={errors.location?.message} required>
        <TextInput {...register('location')} icon="pin" />
      </Field>
      <Field label="Slip number" optional error={errors.slipNumber?.message}>
        <TextInput {...register('slipNumber')} />
      </Field>
      <Field label="Fuel" error={errors.fuelType?.message}>
        <Select
          {...register('fuelType')}
          options={FUEL_TYPES.map((value) => ({ value, label: value }))}
        />
      </Field>
      <Field label="Can type" error={errors.canType?.message}>
        <Select
          {...register('canType')}
          options={CAN_TYPES.map((value) => ({ value, label: CAN_TYPE_LABELS[value] }))}
        />
      </Field>
      <Field label="Gallons" error={errors.estimatedGallons?.message}>
        <NumberInput name="estimatedGallons" decimal after="gal" />
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field label="Small ice bags" error={errors.smallIceBags?.message}>
          <NumberInput name="smallIceBags" />
        </Field>
        <Field label="Large ice bags" error={errors.largeIceBags?.message}>
          <NumberInput name="largeIceBags" />
        </Field>
      </div>
    </>
  );
}
