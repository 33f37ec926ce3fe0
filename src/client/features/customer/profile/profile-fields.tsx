import { useFormContext } from 'react-hook-form';
import type * as z from 'zod/mini';
import { DeliveryMethodField, FuelPreferenceFields } from '@/client/appointment/preference-fields';
import { BoatFields, ContactFields } from '@/client/components/form/contact-fields';
import { Field } from '@/client/components/form/field';
import { Select } from '@/client/components/form/select';
import { TextInput } from '@/client/components/form/text-input';
import type { Me } from '@/client/lib/session';
import type { profileSchema } from '@/domain/account/profile';

/** Shows the customer's contact details, boat, and the values that the order form starts with. */
export function ProfileFields({ me }: { me: Me }) {
  const { register, formState } = useFormContext<z.input<typeof profileSchema>>();
  const { errors } = formState;
  return (
    <>
      <ContactFields me={me} />
      <Field
        label="Preferred Address"
        error={errors.preferredAddress?.message}
        optional
        className="sm:col-span-2"
      >
        <TextInput {...register('preferredAddress')} autoComplete="street-address" />
      </Field>
      <BoatFields />
      <FuelPreferenceFields />
      <Field label="Gas Cans" error={errors.preferredCanType?.message}>
        <Select
          {...register('preferredCanType')}
          options={[
            { value: 'service', label: 'Our cans' },
            { value: 'own', label: 'Your cans' },
          ]}
        />
      </Field>
      <DeliveryMethodField className="sm:col-span-2" />
    </>
  );
}
