import type { ReactNode } from 'react';
import { Controller, useFormContext, useFormState } from 'react-hook-form';
import { bagsError } from '@/client/appointment/bags-error';
import { BoatChoice } from '@/client/appointment/boat-and-dock-choice';
import { FUEL_CHOICES } from '@/client/appointment/choices';
import { LocationInput } from '@/client/appointment/location-input';
import { Callout } from '@/client/components/feedback/callout';
import { Fold } from '@/client/components/fold';
import { Field } from '@/client/components/form/field';
import { RadioCards } from '@/client/components/form/radio-cards';
import { Stepper } from '@/client/components/form/stepper';
import { TextInput } from '@/client/components/form/text-input';
import type { TypedOrderForm } from '@/domain/appointment/book.schema';
import { type Cents, formatDollars, type UnitPrice } from '@/domain/money';
import { MAX_DRIVER_NOTE_LENGTH, MAX_ICE_BAGS } from '@/domain/order/options';
import { EMPTY_ORDER } from '@/domain/order/order';
import type { FuelType } from '@/domain/pricing/fuel';
import { FIRST_PRICE_LIST, type PriceList } from '@/domain/pricing/price-list';
import { ofBoat } from './first-choice';
import { FuelIntoField } from './fuel-into-field';
import { GallonsField } from './gallons-field';
import type { OrderValues } from './order-values';
import { OwnDockChoice } from './own-dock-choice';
import type { ListOf } from './priced-order';
import type { BoatsAndDocks } from './use-boats-and-docks';
import type { CansQuestion } from './use-cans-question';

/** An order of every size of bag, to show what each costs. */
const WITH_BAGS = { ...EMPTY_ORDER, smallIceBags: 1, largeIceBags: 1 };

const cheapestBag = ({ smallBagCents, largeBagCents }: PriceList) =>
  smallBagCents < largeBagCents ? smallBagCents : largeBagCents;

type OrderFieldsProps = {
  /** Null while the prices are loading. */
  unitPrices: Record<FuelType, UnitPrice> | null;
  listOf: ListOf;
  account: BoatsAndDocks;
  cans: CansQuestion;
};

/** Shows the order form's fields for the order itself. */
export function OrderFields({ unitPrices, listOf, account, cans }: OrderFieldsProps) {
  const form = useFormContext<TypedOrderForm>();
  const { register, control, watch } = form;
  const { errors } = form.formState;
  // While the prices are loading, bags have no price.
  const ofBags = unitPrices && (listOf(WITH_BAGS) ?? FIRST_PRICE_LIST);

  // The type requires a control for every field of an order. They're shown in this order.
  const controls: Record<keyof OrderValues, ReactNode> = {
    boatId:
      account.boats.length > 0 ? (
        <BoatChoice rows={account.boats} valuesOf={ofBoat} columns={2} />
      ) : null,
    dockId: account.docks.length > 0 ? <OwnDockChoice account={account} /> : null,
    location: (
      <Field label="Delivery Location" error={errors.location?.message} required>
        <LocationInput docks={account.docks} />
      </Field>
    ),
    slipNumber: (
      <Field label="Slip Number" optional error={errors.slipNumber?.message}>
        <TextInput
          {...register('slipNumber')}
          icon="anchor"
          maxLength={120}
          autoComplete="off"
          placeholder="Slip 14, blue pontoon"
        />
      </Field>
    ),
    driverNote: (
      <TextInput
        {...register('driverNote')}
        aria-label="Note for the Driver"
        maxLength={MAX_DRIVER_NOTE_LENGTH}
      />
    ),
    fuelType: (
      <>
        <Controller
          control={control}
          name="fuelType"
          render={({ field, fieldState }) => (
            <RadioCards
              legend="Fuel Type"
              columns={2}
              value={field.value}
              onValueChange={field.onChange}
              options={FUEL_CHOICES.map((choice) => ({
                ...choice,
                note: unitPrices ? formatDollars(unitPrices[choice.value]) : undefined,
              }))}
              error={fieldState.error?.message}
            />
          )}
        />
        {account.mismatch ? (
          <Callout tone={account.mismatch.isRefused ? 'error' : 'warn'} className="mt-2" live>
            {account.mismatch.text}
          </Callout>
        ) : null}
      </>
    ),
    estimatedGallons: <GallonsField boat={account.boat} />,
    // The button for a fill-up is in GallonsField.
    fillUp: null,
    canType: <FuelIntoField cans={cans} />,
    smallIceBags: (
      <BagsField name="smallIceBags" label="Small Ice Bags" priceCents={ofBags?.smallBagCents} />
    ),
    largeIceBags: (
      <BagsField name="largeIceBags" label="Large Ice Bags" priceCents={ofBags?.largeBagCents} />
    ),
    // We store this size but don't sell it.
    mediumIceBags: null,
  };
  const { smallIceBags, largeIceBags, driverNote, ...unfolded } = controls;
  const hasIce = watch(['smallIceBags', 'largeIceBags']).some((bags) => bags !== 0);
  return (
    <div className="flex flex-col gap-5">
      {Object.entries(unfolded).map(([name, control]) =>
        control === null ? null : <div key={name}>{control}</div>,
      )}
      <Fold
        title="Add ice"
        icon="ice"
        aside={ofBags && `from ${formatDollars(cheapestBag(ofBags))} per bag`}
        isFilled={hasIce}
      >
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
          {smallIceBags}
          {largeIceBags}
        </div>
      </Fold>
      <Fold title="Add a note for the driver" isFilled={Boolean(watch('driverNote'))}>
        {driverNote}
      </Fold>
    </div>
  );
}

type BagsFieldProps = {
  name: 'smallIceBags' | 'largeIceBags';
  label: string;
  priceCents: Cents | undefined;
};

function BagsField({ name, label, priceCents }: BagsFieldProps) {
  const { errors } = useFormState<TypedOrderForm>();
  return (
    <Field
      label={label}
      aside={
        priceCents === undefined ? undefined : (
          <span className="tabular text-sm text-muted">{formatDollars(priceCents)} each</span>
        )
      }
      error={bagsError(name, errors[name]?.message)}
    >
      <Stepper
        name={name}
        noun={label.toLowerCase()}
        max={MAX_ICE_BAGS}
        // An order of ice alone is valid, so a bag can clear the error about gallons.
        alsoChecks="estimatedGallons"
      />
    </Field>
  );
}
