import type { Db } from '@/db/client';
import type { Cents } from '@/domain/money';
import {
  chargedUnitPrices,
  FALLBACK_MARKET_PRICES,
  type FuelType,
  type MarketPrices,
} from '@/domain/pricing/fuel';
import type { AnyCall } from '@/server/config/call';
import {
  type FuelPriceRow,
  insertFirstPrice,
  readMarketPrices,
  selectLatestPrice,
} from './pricing.repository';

/** Returns the current market prices, or the fallback if none were stored. */
export async function marketPrices(db: Db): Promise<MarketPrices> {
  return (await readMarketPrices(db)()) ?? FALLBACK_MARKET_PRICES;
}

export type PricesView = {
  /** Market prices for the fuel card. */
  market: MarketPrices;
  /** Unit prices, including the service charge. */
  charged: Record<FuelType, Cents>;
  /** Null if only the fallback prices are known. */
  updatedAt: number | null;
  isManual: boolean;
  /** The source of the prices, as shown on the fuel card. */
  station: string;
  zipCode: string;
};

/** Returns the prices for the fuel card and for the order form's total. */
export async function readPrices({ deps }: AnyCall): Promise<PricesView> {
  const [rows] = await deps.db.recent((orm) => [selectLatestPrice(orm)]);
  return pricesView({ deps }, rows[0] ?? null);
}

/** Returns the view of a price row. Null means the fallback prices. */
export function pricesView({ deps }: AnyCall, row: FuelPriceRow | null): PricesView {
  const market: MarketPrices = row
    ? { regularCents: row.regularCents, premiumCents: row.premiumCents }
    : FALLBACK_MARKET_PRICES;
  return {
    market,
    charged: chargedUnitPrices(market),
    updatedAt: row?.updatedAt ?? null,
    isManual: row?.isManualOverride ?? false,
    station: row?.isManualOverride ? 'Set by Dockside' : deps.fuelPrices.station,
    zipCode: row?.zipCode ?? deps.settings.zip,
  };
}

/** Stores the fallback prices at the first start, so that they have an age. */
export async function ensureFuelPrice({ deps }: AnyCall): Promise<void> {
  if (await readMarketPrices(deps.db)()) return;
  await insertFirstPrice(deps.db, {
    ...FALLBACK_MARKET_PRICES,
    zipCode: deps.settings.zip,
    updatedAt: deps.clock.now(),
  });
}
