import { limitsText } from '@/domain/order/order-limits';
import { FALLBACK_MARKET_PRICES, type MarketPrices } from '@/domain/pricing/fuel';
import { marketAt, type StoredMarket, scheduledMarket } from '@/domain/pricing/market-schedule';
import {
  nextChangeAt,
  type PriceBook,
  type PricesNow,
  pricesAt,
  pricesNow,
} from '@/domain/pricing/price-book';
import type { AnyCall } from '@/server/config/call';
import { selectPriceBook } from './price-book.repository';
import {
  type FuelPriceRow,
  insertFirstPrice,
  readStoredPrices,
  selectLatestPrice,
} from './pricing.repository';

/** Returns the prices for a new order. They're read once per change and then remembered. */
export async function currentPrices({ deps }: AnyCall): Promise<PricesNow> {
  const { market, book } = await readStoredPrices(deps.db)();
  return pricesOf({ deps }, market, book);
}

/** Returns the prices for a new order. The caller reads the rows in its own round trip. */
export function pricesOf(
  { deps }: AnyCall,
  row: StoredMarket | null | undefined,
  book: PriceBook,
): PricesNow {
  const now = deps.clock.now();
  return pricesNow(marketAt(row ?? null, book, now), pricesAt(book, now));
}

/**
 * The market prices in force, whether a person set or planned them, and when they began (ms). Null
 * if only the fallback prices are known.
 */
export type MarketInForce = MarketPrices & { isManual: boolean; since: number | null };

/** Returns the market prices in force now. */
export function marketInForce(
  { deps }: AnyCall,
  row: FuelPriceRow | null | undefined,
  book: PriceBook,
): MarketInForce {
  const now = deps.clock.now();
  const planned = scheduledMarket(row ?? null, book, now);
  return {
    ...marketAt(row ?? null, book, now),
    isManual: planned !== null || (row?.isManualOverride ?? false),
    since: planned?.startsAt ?? row?.updatedAt ?? null,
  };
}

export type PricesView = PricesNow & {
  /** Market prices for the fuel card. */
  market: MarketPrices;
  /** The limits of an order that the owner lowered, as a sentence. */
  limits: string | null;
  /** When the next planned change of our own prices applies (ms). Null if none is planned. */
  nextChangeAt: number | null;
  /** Null if only the fallback prices are known. */
  updatedAt: number | null;
  isManual: boolean;
  /** The source of the prices, as shown on the fuel card. */
  station: string;
  zipCode: string;
};

/** Returns the prices for the fuel card and for the order form's total. */
export async function readPrices({ deps }: AnyCall): Promise<PricesView> {
  const [rows, book] = await deps.db.recent((orm) => [
    selectLatestPrice(orm),
    selectPriceBook(orm),
  ]);
  return pricesView({ deps }, rows[0] ?? null, book);
}

/** Returns the view of a price row. Null means the fallback prices. */
export function pricesView(
  { deps }: AnyCall,
  row: FuelPriceRow | null,
  book: PriceBook,
): PricesView {
  const prices = pricesOf({ deps }, row, book);
  const { since, isManual, ...market } = marketInForce({ deps }, row, book);
  return {
    market,
    ...prices,
    limits: limitsText(prices.list),
    nextChangeAt: nextChangeAt(book, deps.clock.now()),
    updatedAt: since,
    isManual,
    station: isManual ? 'Set by us' : deps.fuelPrices.station,
    zipCode: row?.zipCode ?? deps.settings.zip,
  };
}

/** Stores the fallback prices at the first start, so that they have an age. */
export async function ensureFuelPrice({ deps }: AnyCall): Promise<void> {
  if ((await readStoredPrices(deps.db)()).market) return;
  await insertFirstPrice(deps.db, {
    ...FALLBACK_MARKET_PRICES,
    zipCode: deps.settings.zip,
    updatedAt: deps.clock.now(),
  });
}
