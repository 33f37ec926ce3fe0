import { useEffect, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { usePrices } from '@/client/appointment/use-prices';
import { Button } from '@/client/components/button';
import { Field } from '@/client/components/form/field';
import { NumberInput } from '@/client/components/form/number-input';
import { useTypedNumber } from '@/client/components/form/use-typed-number';
import { withNoBreaks } from '@/client/lib/no-breaks';
import type { TypedOrderForm } from '@/domain/appointment/book.schema';
import { MAX_GALLONS } from '@/domain/order/options';
import { fillUpGallons } from '@/domain/order/order';
import type { Boat } from './first-choice';

const NAME = 'estimatedGallons';

/** Buttons for these amounts save typing on a phone. */
const USUAL_GALLONS = ['10', '20', '30', '40'];

/**
 * Lets a person type the order's gallons, press a button for a common amount, or select a fill-up.
 */
export function GallonsField({ boat }: { boat: Boat | null }) {
  const { setValue, watch, formState } = useFormContext<TypedOrderForm>();
  const { field, type } = useTypedNumber({ name: NAME, most: MAX_GALLONS });
  const fillUp = watch('fillUp') === true;
  const mostGallons = usePrices().data?.list.mostGallons ?? MAX_GALLONS;
  const most = String(fillUpGallons(boat?.fuelCapacity ?? null, mostGallons));
  const shown = useRef<string | null>(null);
  useEffect(() => {
    if (!fillUp) shown.current = null;
    else if (shown.current !== most) {
      shown.current = most;
      if (field.value !== most) type(most);
      // A typed amount replaces the fill-up.
    } else if (field.value !== most) setValue('fillUp', false, { shouldDirty: true });
  });

  return (
    <div className="flex flex-col gap-2">
      <Field label="Estimated Gallons" error={formState.errors[NAME]?.message}>
        <NumberInput
          name={NAME}
          most={MAX_GALLONS}
          icon="fuel"
          after="gal"
          placeholder={`Enter gallons (0-${mostGallons})`}
        />
      </Field>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend. */}
      <div role="group" aria-label="Common amounts" className="flex flex-wrap gap-2">
        {USUAL_GALLONS.map((gallons) => {
          const isChosen = !fillUp && field.value === gallons;
          return (
            <Button
              key={gallons}
              variant={isChosen ? 'primary' : 'quiet'}
              aria-pressed={isChosen}
              aria-label={`${gallons} gallons`}
              className="tabular min-w-12 flex-1 px-1"
              onClick={() => {
                setValue('fillUp', false, { shouldDirty: true });
                type(gallons);
              }}
            >
              {gallons}
            </Button>
          );
        })}
        <Button
          variant={fillUp ? 'primary' : 'quiet'}
          aria-pressed={fillUp}
          className="min-w-20 flex-1 px-2 whitespace-nowrap"
          onClick={() => setValue('fillUp', true, { shouldDirty: true })}
        >
          Fill Up
        </Button>
      </div>
      {/* This text is below the buttons, so that the pressed one stays under the finger. */}
      {fillUp ? <p className="text-sm text-muted">{fillUpText(boat, mostGallons)}</p> : null}
    </div>
  );
}

/** Explains the estimate of a fill-up, and that only the fuel that goes in is charged. */
function fillUpText(boat: Boat | null, mostGallons: number): string {
  const tank = boat?.fuelCapacity ?? null;
  const most = fillUpGallons(tank, mostGallons);
  const estimate =
    boat && tank === most
      ? withNoBreaks(`Estimate: ${boat.name} holds ${tank} gallons.`)
      : withNoBreaks(`Estimate: we’ll fill the tank, up to ${most} gallons.`);
  return `${estimate} You only pay for what goes in.`;
}
