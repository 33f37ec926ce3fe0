import { FALLBACK_MARKET_PRICES, type MarketPrices } from '@/domain/pricing/fuel';
import type { AnyCall } from '@/server/config/call';
import { errorFields } from '@/server/config/log';
import { FeedUnreachable } from '@/server/ports/feeds/feed';
import { dueIfNone } from '../leases/leases.repository';
import { selectPriceBook } from './price-book.repository';
import { insertFeedPrice, selectPriceThatLasts, touchPrice } from './price-feed.repository';
import { selectLatestPrice } from './pricing.repository';
import { marketInForce } from './pricing.usecases';

/** The age at which the feed's prices are fetched again. */
const REFRESH_MS = 6 * 3_600_000;

/** Checks whether `refreshFuelPrices` would call the feed. */
export const pricesToRefresh = ({ deps }: AnyCall) => {
  const { db, clock, fuelPrices } = deps;
  const now = clock.now();
  const but = fuelPrices.isLive ? FALLBACK_MARKET_PRICES : null;
  return dueIfNone(selectPriceThatLasts(db.orm, { now, after: now - REFRESH_MS, but }));
};

/**
 * Fetches market prices if the stored ones are 6 hours old. Manual and planned prices stay until staff
 * revert them. Unchanged prices are only confirmed. If the feed can't be reached, the stored prices stay.
 *
 * @returns true if it stored or confirmed a price
 */
export async function refreshFuelPrices({ deps }: AnyCall): Promise<boolean> {
  const now = deps.clock.now();
  const [[known], book] = await deps.db.read((orm) => [
    selectLatestPrice(orm),
    selectPriceBook(orm),
  ]);
  if (marketInForce({ deps }, known, book).isManual) return false;
  // Fallback prices from the first start are replaced as soon as a real feed has prices, at any
  // age.
  const isNews = known && !(deps.fuelPrices.isLive && isFallback(known));
  if (isNews && now - known.updatedAt < REFRESH_MS) return false;
  try {
    const market = await deps.fuelPrices.latest();
    if (known && isSame(known, market)) {
      return deps.fuelPrices.isLive ? await touchPrice(deps.db, known.id, now) : false;
    }
    return await insertFeedPrice(deps.db, {
      ...market,
      zipCode: deps.settings.zip,
      now,
    });
  } catch (error) {
    if (!(error instanceof FeedUnreachable)) throw error;
    deps.log.warn('the fuel price feed is unreachable', errorFields(error));
    return false;
  }
}

function isSame(a: MarketPrices, b: MarketPrices): boolean {
  return a.regularCents === b.regularCents && a.premiumCents === b.premiumCents;
}

const isFallback = (prices: MarketPrices) => isSame(prices, FALLBACK_MARKET_PRICES);
