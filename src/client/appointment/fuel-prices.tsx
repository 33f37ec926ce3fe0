import { Money } from '@/client/components/money';
import type { Outputs } from '@/client/lib/trpc';
import { formatDollars } from '@/domain/money';
import { FUEL_LABELS, FUEL_TYPES, marketPriceOf } from '@/domain/pricing/fuel';

type FuelPricesProps = {
  prices: Outputs['pricing']['current'];
  /** Which price to show in large type. Customers decide by the price that they pay. */
  headline: 'market' | 'delivered';
};

/** Shows each fuel's two prices: one large, and the other below the fuel's name. */
export function FuelPrices({ prices, headline }: FuelPricesProps) {
  const isMarket = headline === 'market';
  return (
    <dl className="flex flex-col divide-y divide-edge">
      {FUEL_TYPES.map((fuelType) => {
        const market = formatDollars(marketPriceOf(fuelType, prices.market));
        const charged = formatDollars(prices.charged[fuelType]);
        return (
          <div
            key={fuelType}
            className="flex flex-wrap items-center justify-between gap-x-4 py-2.5 first:pt-0"
          >
            <dt className="min-w-[min(100%,7rem)] flex-1">
              <span className="block font-semibold">{FUEL_LABELS[fuelType]}</span>
              <span className="tabular block text-sm text-muted">
                {isMarket ? `${charged} with service` : `Market price ${market}/gal`}
              </span>
            </dt>
            <dd>
              <Money size="lg" unit={isMarket ? '/ gal' : 'delivered'}>
                {isMarket ? market : charged}
              </Money>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
