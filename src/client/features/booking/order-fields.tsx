import { Field } from '@/client/components/field';
import { RadioCards } from '@/client/components/radio-cards';
import { Stepper } from '@/client/components/stepper';
import { NumberInput, TextInput } from '@/client/components/text-input';
import { CAN_TYPES, type CanType, MAX_GALLONS, MAX_ICE_BAGS } from '@/domain/booking/options';
import { formatDollars } from '@/domain/money';
import { FUEL_LABELS, FUEL_TYPES, type FuelType } from '@/domain/pricing/fuel';
import { LARGE_ICE_BAG_CENTS, SMALL_ICE_BAG_CENTS } from '@/domain/pricing/quote';
import { gallonsOf } from './booking-values';
import { loadRules } from './load-rules';
import type { OrderForm } from './use-order-form';

/** The customer's own words for the four values (D52). */
const CAN_CHOICES: Record<CanType, { label: string; description: string }> = {
  service: { label: 'Bring cans', description: 'Fuel in Dockside cans' },
  boat: { label: 'Fill my boat', description: 'Straight into the tank' },
  cans: { label: 'Fill my gas cans', description: 'They wait at the dock' },
  own: { label: 'Take my own cans', description: 'I hand them over' },
};
const CAN_ORDER = [...CAN_TYPES].sort((a, b) => Number(b === 'service') - Number(a === 'service'));

type OrderFieldsProps = {
  form: OrderForm;
  /** Cents a gallon, once they are known. */
  unitPrices: Record<FuelType, number> | null;
};

/** Where to, and what: from the delivery location to the ice. */
export function OrderFields({ form, unitPrices }: OrderFieldsProps) {
  const { values, errors, set, setErrors } = form;
  const typeGallons = async (typed: string) => {
    set('estimatedGallons', typed);
    if (gallonsOf(typed) <= MAX_GALLONS) return;
    // Too much is said while it is typed; "nothing chosen" only once the form is sent.
    const rules = await loadRules().catch(() => null);
    if (rules) setErrors((known) => ({ ...known, estimatedGallons: rules.TOO_MANY_GALLONS }));
  };
  return (
    <>
      <Field label="Delivery Location" error={errors.location} required>
        <TextInput
          value={values.location}
          onChange={(event) => set('location', event.currentTarget.value)}
          data-field="location"
          icon="pin"
          maxLength={200}
          autoComplete="street-address"
          placeholder="Marina, dock or street address"
        />
      </Field>
      <Field label="Slip Number" optional error={errors.slipNumber}>
        <TextInput
          value={values.slipNumber}
          onChange={(event) => set('slipNumber', event.currentTarget.value)}
          icon="anchor"
          maxLength={120}
          autoComplete="off"
          placeholder="Slip 14, blue pontoon"
        />
      </Field>
      <RadioCards
        legend="Fuel Type"
        columns={2}
        value={values.fuelType}
        onValueChange={(value) => set('fuelType', value as FuelType)}
        options={FUEL_TYPES.map((fuelType) => ({
          value: fuelType,
          label: FUEL_LABELS[fuelType],
          note: unitPrices ? formatDollars(unitPrices[fuelType]) : undefined,
        }))}
        error={errors.fuelType}
      />
      <Field label="Estimated Gallons" error={errors.estimatedGallons}>
        <NumberInput
          value={values.estimatedGallons}
          onChange={(event) => void typeGallons(event.currentTarget.value)}
          data-field="estimatedGallons"
          icon="fuel"
          after="gal"
          maxLength={3}
          placeholder={`Enter gallons (0-${MAX_GALLONS})`}
        />
      </Field>
      <RadioCards
        legend="Can Type"
        dense
        columns={2}
        value={values.canType}
        onValueChange={(value) => set('canType', value as CanType)}
        options={CAN_ORDER.map((value) => ({ value, ...CAN_CHOICES[value] }))}
        error={errors.canType}
      />
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <Field
          label="Small Ice Bags"
          aside={<Each cents={SMALL_ICE_BAG_CENTS} />}
          error={errors.smallIceBags}
        >
          <Stepper
            value={values.smallIceBags}
            onChange={(bags) => set('smallIceBags', bags)}
            noun="small ice bags"
            max={MAX_ICE_BAGS}
          />
        </Field>
        <Field
          label="Large Ice Bags"
          aside={<Each cents={LARGE_ICE_BAG_CENTS} />}
          error={errors.largeIceBags}
        >
          <Stepper
            value={values.largeIceBags}
            onChange={(bags) => set('largeIceBags', bags)}
            noun="large ice bags"
            max={MAX_ICE_BAGS}
          />
        </Field>
      </div>
    </>
  );
}

function Each({ cents }: { cents: number }) {
  return <span className="tabular text-sm text-muted">{formatDollars(cents)} each</span>;
}
