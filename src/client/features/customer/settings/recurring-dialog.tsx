import { FUEL_CHOICES } from '@/client/appointment/choices';
import { Consent } from '@/client/appointment/consent';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { Field } from '@/client/components/form/field';
import { NumberInput } from '@/client/components/form/number-input';
import { Select } from '@/client/components/form/select';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { type Me, useMe } from '@/client/lib/session';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { RECURRING_PLANS, recurringSchema, WEEKDAYS } from '@/domain/account/recurring';
import { MAX_GALLONS, prefilledFuelType } from '@/domain/order/options';

export type Recurring = Outputs['account']['recurring'];

type RecurringDialogProps = { onSaved: (all: Recurring) => void; onClose: () => void };

const PLANS = Object.entries(RECURRING_PLANS).map(([value, { label }]) => ({ value, label }));

/** Adds a recurring delivery. */
export function RecurringDialog({ onSaved, onClose }: RecurringDialogProps) {
  const add = trpc.account.addRecurring.useMutation();
  const consent = trpc.account.recurringConsent.useQuery(undefined, { staleTime: 0 });
  const me = useMe();
  const form = useZodForm(recurringSchema, {
    defaultValues: { planType: 'weekly', deliveryDay: 'Saturday', ...preferredOrder(me) },
    send: async (typed) => {
      onSaved(await add.mutateAsync(typed));
      onClose();
    },
  });
  const { register, errors } = form;
  return (
    <FormDialog
      form={form}
      title="Add recurring delivery"
      disabled={!consent.data}
      submitLabel="Set Up"
      busyText="Saving..."
      onClose={onClose}
    >
      <Field label="How Often" error={errors.planType?.message}>
        <Select {...register('planType')} options={PLANS} />
      </Field>
      <Field label="Day" error={errors.deliveryDay?.message}>
        <Select
          {...register('deliveryDay')}
          options={WEEKDAYS.map((value) => ({ value, label: value }))}
        />
      </Field>
      <Field label="Fuel" error={errors.fuelType?.message}>
        <Select {...register('fuelType')} options={FUEL_CHOICES} />
      </Field>
      <Field label="Gallons" error={errors.gallons?.message} required>
        <NumberInput name="gallons" after="gal" placeholder={`1-${MAX_GALLONS}`} />
      </Field>
      {consent.data ? <Consent text={consent.data.text} /> : null}
    </FormDialog>
  );
}

/** Returns the fuel and gallons from the customer's preferences. Gallons are blank without any. */
function preferredOrder(me: Me | null | undefined) {
  if (!me?.preferencesSavedAt) return { fuelType: 'Regular' as const, gallons: '' };
  const { preferredFuelType, typicalFuelCapacity } = me;
  return {
    fuelType: prefilledFuelType(preferredFuelType),
    gallons: typicalFuelCapacity ? String(Math.min(typicalFuelCapacity, MAX_GALLONS)) : '',
  };
}
