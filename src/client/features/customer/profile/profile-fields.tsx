import { useFormContext } from 'react-hook-form';
import type * as z from 'zod/mini';
import { DELIVERY_METHOD_CHOICES, FUEL_CHOICES } from '@/client/appointment/choices';
import { Field } from '@/client/components/field';
import { NumberInput } from '@/client/components/number-input';
import { PasswordAgain } from '@/client/components/password-again';
import { RadioCards } from '@/client/components/radio-cards';
import { Select } from '@/client/components/select';
import { TextInput } from '@/client/components/text-input';
import type { Me } from '@/client/lib/session';
import { FUEL_CAPACITY, type profileSchema } from '@/domain/account/profile';

/** How to reach the customer, their boat, and what the order form starts with. */
export function ProfileFields({ me }: { me: Me }) {
  const { register, formState } = useFormContext<z.input<typeof profileSchema>>();
  const { errors } = formState;
  return (
    <>
      <Field label="Email" error={errors.email?.message} required>
        <TextInput {...register('email')} type="email" inputMode="email" autoComplete="email" />
      </Field>
      <PasswordAgain me={me} />
      <Field label="Phone" error={errors.phone?.message} required>
        <TextInput {...register('phone')} type="tel" autoComplete="tel" />
      </Field>
      <Field
        label="Preferred Address"
        error={errors.preferredAddress?.message}
        optional
        className="sm:col-span-2"
      >
        <TextInput {...register('preferredAddress')} autoComplete="street-address" />
      </Field>
      <Field label="Boat Name" error={errors.boatName?.message} optional>
        <TextInput {...register('boatName')} icon="boat" />
      </Field>
      <Field label="Boat Type" error={errors.boatType?.message} optional>
        <TextInput {...register('boatType')} />
      </Field>
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
      <Field label="Gas Cans" error={errors.preferredCanType?.message}>
        <Select
          {...register('preferredCanType')}
          options={[
            { value: 'service', label: "Dockside's, brought along" },
            { value: 'own', label: 'My own' },
          ]}
        />
      </Field>
      <RadioCards
        className="sm:col-span-2"
        legend="Preferred Delivery Method"
        columns={2}
        options={DELIVERY_METHOD_CHOICES}
        error={errors.deliveryMethod?.message}
        {...register('deliveryMethod')}
      />
    </>
  );
}
