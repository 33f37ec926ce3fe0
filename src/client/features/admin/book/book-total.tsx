import { type RefObject, useEffect, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { usePrices } from '@/client/appointment/use-prices';
import { Money } from '@/client/components/money';
import type { Inputs } from '@/client/lib/trpc';
import { type Cents, formatDollars, NO_GALLONS, toTenths } from '@/domain/money';
import { EMPTY_ORDER, fillUpGallons } from '@/domain/order/order';
import { newStaffOrderFields } from '@/domain/order/staff-order.schema';
import { quoteNew } from '@/domain/pricing/quote';
import { useBoatsAndDocks } from './boat-and-dock';

type BookInput = Inputs['admin']['bookForCustomer'];
const { estimatedGallons, smallIceBags, largeIceBags } = newStaffOrderFields;

/**
 * Shows the estimated total to quote to the caller, and stores it in `shown` for the form to send.
 */
export function BookTotal({ shown }: { shown: RefObject<Cents | null> }) {
  const { watch } = useFormContext<BookInput>();
  const { boat } = useBoatsAndDocks();
  const { data } = usePrices();
  const prices = data?.charged;
  const [first, setFirst] = useState(prices);
  if (!first && prices) setFirst(prices);
  const [fuelType = 'Regular', typed, fillUp, small, large, typedTank] = watch([
    'fuelType',
    'estimatedGallons',
    'fillUp',
    'smallIceBags',
    'largeIceBags',
    'boatTank',
  ]);
  const tank = boat ? boat.fuelCapacity : Number(typedTank) || null;
  const gallons = fillUp
    ? toTenths(fillUpGallons(tank, data?.list.mostGallons))
    : (estimatedGallons.safeParse(typed).data ?? NO_GALLONS);
  const order = {
    ...EMPTY_ORDER,
    fuelType,
    fillUp: fillUp === true,
    estimatedGallonsTenths: gallons,
    smallIceBags: smallIceBags.safeParse(small).data ?? 0,
    largeIceBags: largeIceBags.safeParse(large).data ?? 0,
  };
  const unitPriceCents = prices?.[fuelType];
  const total = data ? quoteNew(order, data).totalCents : null;
  useEffect(() => {
    shown.current = total;
  }, [shown, total]);
  const before = first?.[fuelType];
  return (
    <p className="col-span-full flex flex-wrap items-baseline justify-between gap-x-3 rounded-field bg-base-200 px-4 py-3">
      <span>
        Estimated total
        <span role="status" className="block font-semibold">
          {before === undefined || before === unitPriceCents
            ? null
            : `Price changed, was ${formatDollars(before)}/gal`}
        </span>
      </span>
      <Money size="lg" live>
        {total === null ? '–' : formatDollars(total)}
      </Money>
    </p>
  );
}
