import { DELIVERY_METHOD_CHOICES, FUEL_CHOICES } from '@/client/appointment/choices';
import { Button } from '@/client/components/button';
import { Field } from '@/client/components/field';
import { Form } from '@/client/components/form';
import { MeanwhilePanel } from '@/client/components/meanwhile-panel';
import { NumberInput } from '@/client/components/number-input';
import { Panel } from '@/client/components/panel';
import { RadioCards } from '@/client/components/radio-cards';
import { Select } from '@/client/components/select';
import { nextValues, useFollowing, useMeanwhile } from '@/client/components/use-meanwhile';
import { useZodForm } from '@/client/components/use-zod-form';
import { PROFILE_FACTS, profileRead } from '@/client/lib/profile-read';
import type { Me } from '@/client/lib/session';
import { FUEL_CAPACITY, preferencesSchema } from '@/domain/account/profile';
import { prefilledFuelType } from '@/domain/order/options';
import { toastProfileFailed, useSaveProfile } from './use-save-profile';

/** The Preferences tab: what the order form starts with. */
export function PreferencesForm({ me }: { me: Me }) {
  const save = useSaveProfile('Your preferences have been saved.');
  const meanwhile = useMeanwhile(profileRead(me), nextValues);
  const hasChosen = me.preferencesSavedAt !== null;
  const form = useZodForm(preferencesSchema, {
    defaultValues: {
      preferredFuelType: hasChosen ? prefilledFuelType(me.preferredFuelType) : 'Regular',
      typicalFuelCapacity: String(me.typicalFuelCapacity ?? FUEL_CAPACITY.default),
      deliveryMethod: me.deliveryMethod === 'cans' ? 'cans' : 'boat',
    },
    send: async (typed) => {
      await save({ ...typed, read: meanwhile.read() });
      form.reset(typed);
    },
    onFailed: (problem) => {
      if (!meanwhile.notice(problem)) toastProfileFailed(problem);
    },
  });
  const { register, errors } = form;
  useFollowing(meanwhile, profileRead(me), form.formState.isDirty);

  return (
    <Panel title="Preferences" icon="settings">
      <Form form={form} className="flex flex-col gap-5">
        <MeanwhilePanel meanwhile={meanwhile} facts={PROFILE_FACTS} />
        <div className="grid gap-4 sm:grid-cols-2">
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
        </div>
        <RadioCards
          legend="Preferred Delivery Method"
          columns={2}
          options={DELIVERY_METHOD_CHOICES}
          error={errors.deliveryMethod?.message}
          {...register('deliveryMethod')}
        />
        <div>
          <Button
            type="submit"
            variant="main"
            busy={form.formState.isSubmitting}
            busyText="Saving..."
          >
            Save Preferences
          </Button>
        </div>
      </Form>
    </Panel>
  );
}
