import { type RefObject, useEffect, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { usePrices } from '@/client/appointment/use-prices';
import { Money } from '@/client/components/money';
import type { Inputs } from '@/client/lib/trpc';
import { type Cents, formatDollars, NO_GALLONS, toTenths } from '@/domain/money';
import { EMPTY_ORDER, fillUpGallons } from '@/domain/order/order';
import { newStaffOrderFields } from '@/domain/order/staff-order.schema';
import type { Discount } from '@/domain/pricing/discount';
import { lineAmount, quoteNew } from '@/domain/pricing/quote';
import { useBoatsAndDocks } from './boat-and-dock';

type BookInput = Inputs['admin']['bookForCustomer'];
const { estimatedGallons, smallIceBags, largeIceBags } = newStaffOrderFields;

type BookTotalProps = { shown: RefObject<Cents | null>; discount: Discount | null };

/**
 * Shows the estimated total to quote to the caller, and stores it in `shown` for the form to send.
 * It's next to the button that books, so that it stays visible while the form scrolls.
 */
export function BookTotal({ shown, discount }: BookTotalProps) {
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
  const price = data ? quoteNew(order, data, { discount }) : null;
  const total = price?.totalCents ?? null;
  useEffect(() => {
    shown.current = total;
  }, [shown, total]);
  const before = first?.[fuelType];
  return (
    <p className="order-last flex flex-wrap items-baseline justify-between gap-x-3 sm:order-none sm:me-auto sm:self-center">
      <span>
        Estimated total
        {discount && price ? (
          <span className="block text-sm">
            {discount.label} {lineAmount(price.lines.discount)}
          </span>
        ) : null}
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
