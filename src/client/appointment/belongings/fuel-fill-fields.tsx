import { useController, useFormContext } from 'react-hook-form';
import { Field } from '@/client/components/form/field';
import { Select } from '@/client/components/form/select';
import { TextInput } from '@/client/components/form/text-input';
import { PhotoInput } from '@/client/components/photo/photo-input';
import type { Outputs } from '@/client/lib/trpc';
import { FILLER_SIDES, FUEL_FILL_SIDE_LABELS } from '@/domain/account/boats';

type Boat = Outputs['account']['boats'][number];

const SIDES = FILLER_SIDES.map((value) => ({ value, label: FUEL_FILL_SIDE_LABELS[value] }));

/** Asks for the fuel fill's side, location, and photo. The fields belong to the boat's form. */
export function FuelFillFields({ boat }: { boat: Boat | null }) {
  const { register, formState } = useFormContext();
  const { field } = useController({ name: 'fillerPhoto' });
  const errorOf = (name: string) => formState.errors[name]?.message as string | undefined;
  // Undefined until the customer adds or removes a photo. While it's undefined, saving keeps the stored one.
  const storedPhoto = boat?.fillerPhotoId ? `/api/photos/${boat.fillerPhotoId}` : null;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Fuel Fill Side" error={errorOf('fillerSide')} optional>
          <Select {...register('fillerSide')} options={SIDES} placeholder="Not specified" />
        </Field>
        <Field label="Fuel Fill Location" error={errorOf('fillerPlace')} optional>
          <TextInput
            {...register('fillerPlace')}
            autoComplete="off"
            maxLength={120}
            placeholder="Under the rear seat"
          />
        </Field>
      </div>
      <PhotoInput
        label="Fuel Fill Photo"
        name="fillerPhoto"
        attachedTo="this boat"
        frameWhenEmpty={false}
        value={field.value === undefined ? storedPhoto : field.value}
        onChange={field.onChange}
        disabled={formState.isSubmitting}
      />
    </>
  );
}
