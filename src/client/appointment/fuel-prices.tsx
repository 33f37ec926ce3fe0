import { Money } from '@/client/components/money';
import type { Outputs } from '@/client/lib/trpc';
import { formatDollars } from '@/domain/money';
import { FUEL_LABELS, FUEL_TYPES, marketPriceOf } from '@/domain/pricing/fuel';

type FuelPricesProps = {
  prices: Outputs['pricing']['current'];
  /** The word after the price that we charge, such as "delivered". */
  chargedAs: string;
};

/** Shows each fuel's market price, and the price that we charge below its name. */
export function FuelPrices({ prices, chargedAs }: FuelPricesProps) {
  return (
    <dl className="flex flex-col divide-y divide-edge">
      {FUEL_TYPES.map((fuelType) => (
        <div
          key={fuelType}
          className="flex flex-wrap items-center justify-between gap-x-4 py-2.5 first:pt-0"
        >
          <dt className="min-w-[min(100%,7rem)] flex-1">
            <span className="block font-semibold">{FUEL_LABELS[fuelType]}</span>
            <span className="tabular block text-sm text-muted">
              {formatDollars(prices.charged[fuelType])} {chargedAs}
            </span>
          </dt>
          <dd>
            <Money size="lg" unit="/ gal">
              {formatDollars(marketPriceOf(fuelType, prices.market))}
            </Money>
          </dd>
        </div>
      ))}
    </dl>
  );
}
