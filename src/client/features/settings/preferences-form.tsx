import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Button } from '@/client/components/button';
import { Field } from '@/client/components/field';
import { Panel } from '@/client/components/panel';
import { RadioCards } from '@/client/components/radio-cards';
import { Select } from '@/client/components/select';
import { NumberInput } from '@/client/components/text-input';
import type { Me } from '@/client/lib/session';
import { type DeliveryMethod, FUEL_CAPACITY, preferencesSchema } from '@/domain/account/profile';
import { prefilledFuelType } from '@/domain/booking/options';
import { FUEL_LABELS, FUEL_TYPES, type FuelType } from '@/domain/pricing/fuel';
import { useSaveProfile } from './use-save-profile';

type Values = {
  preferredFuelType: FuelType;
  typicalFuelCapacity: string;
  deliveryMethod: DeliveryMethod;
};

/** The Preferences tab: what the booking form starts with. */
export function PreferencesForm({ me }: { me: Me }) {
  const save = useSaveProfile();
  const chosen = me.preferencesSavedAt !== null;
  const { register, handleSubmit, formState } = useForm<Values>({
    // The capacity is typed as text and read as a number by the schema.
    resolver: zodResolver(preferencesSchema) as never,
    defaultValues: {
      preferredFuelType: chosen ? prefilledFuelType(me.preferredFuelType) : 'Regular',
      typicalFuelCapacity: String(me.typicalFuelCapacity ?? FUEL_CAPACITY.default),
      deliveryMethod: me.deliveryMethod === 'cans' ? 'cans' : 'boat',
    },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (values) => {
    await save(values, 'Your preferences have been saved.');
  });

  return (
    <Panel title="Preferences" icon="settings">
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Preferred Fuel Type" error={errors.preferredFuelType?.message}>
            <Select
              {...register('preferredFuelType')}
              options={FUEL_TYPES.map((value) => ({ value, label: FUEL_LABELS[value] }))}
            />
          </Field>
          <Field
            label="Typical Fuel Capacity"
            hint={`Gallons, ${FUEL_CAPACITY.min} to ${FUEL_CAPACITY.max}.`}
            error={errors.typicalFuelCapacity?.message}
          >
            <NumberInput {...register('typicalFuelCapacity')} after="gal" />
          </Field>
        </div>
        <RadioCards
          legend="Preferred Delivery Method"
          columns={2}
          options={[
            { value: 'boat', label: 'Fill up my boat' },
            { value: 'cans', label: 'Fill up my gas cans' },
          ]}
          error={errors.deliveryMethod?.message}
          {...register('deliveryMethod')}
        />
        <div>
          <Button type="submit" variant="main" busy={isSubmitting} busyText="Saving...">
            Save Preferences
          </Button>
        </div>
      </form>
    </Panel>
  );
}
