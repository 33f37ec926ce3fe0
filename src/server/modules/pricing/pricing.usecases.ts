import type { Db } from '@/db/client';
import {
  chargedUnitPrice,
  FALLBACK_MARKET_PRICES,
  FUEL_TYPES,
  type FuelType,
  type MarketPrices,
} from '@/domain/pricing/fuel';
import type { Deps } from '@/server/deps';
import { insertFirstPrice, latestFuelPrice, readMarketPrices } from './pricing.repository';

/** Market prices now, or the fallback when none was ever stored (D23). */
export async function marketPrices(db: Db): Promise<MarketPrices> {
  return (await readMarketPrices(db)()) ?? FALLBACK_MARKET_PRICES;
}

export type PricesView = {
  /** What the fuel card shows: the market, without the service. */
  market: MarketPrices;
  /** What a gallon costs when it is delivered. */
  charged: Record<FuelType, number>;
  /** Null while only the fallback is known. */
  updatedAt: number | null;
  isManual: boolean;
  /** Where the prices come from, in words for the fuel card. */
  station: string;
  zipCode: string;
};

/** Prices for the fuel card and for the live total of the booking form. */
export async function readPrices({ deps }: { deps: Deps }): Promise<PricesView> {
  const row = await latestFuelPrice(deps.db.orm);
  const market: MarketPrices = row
    ? { regularCents: row.regularCents, premiumCents: row.premiumCents }
    : FALLBACK_MARKET_PRICES;
  return {
    market,
    charged: Object.fromEntries(
      FUEL_TYPES.map((fuelType) => [fuelType, chargedUnitPrice(fuelType, market)]),
    ) as Record<FuelType, number>,
    updatedAt: row?.updatedAt ?? null,
    isManual: row?.isManualOverride ?? false,
    station: row?.isManualOverride ? 'Set by Dockside' : deps.fuelPrices.station,
    zipCode: row?.zipCode ?? deps.settings.zip,
  };
}

/** Writes the fallback prices down on the very first start, so that they have an age. */
export async function ensureFuelPrice({ deps }: { deps: Deps }): Promise<void> {
  if (await readMarketPrices(deps.db)()) return;
  await insertFirstPrice(deps.db, {
    ...FALLBACK_MARKET_PRICES,
    zipCode: deps.settings.zip,
    updatedAt: deps.clock.now(),
  });
}
