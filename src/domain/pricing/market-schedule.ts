/**
 * Market prices that the owner plans. A planned price takes effect as if staff had set it at that
 * instant. The feed's prices aren't used until staff set other prices or revert to the feed.
 */
import { FALLBACK_MARKET_PRICES, type MarketPrices } from './fuel';
import { changesIn, type PriceBook } from './price-book';

/** The newest stored market prices. */
export type StoredMarket = MarketPrices & {
  /** When they were stored (ms). Null or missing in older rows. */
  setAt?: number | null;
};

/** A planned market price that began. */
export type BegunMarket = { market: MarketPrices; startsAt: number };

/** Returns every planned market price that began by an instant (ms), the oldest first. */
export function begunMarkets(book: PriceBook, at: number): BegunMarket[] {
  return changesIn(book).flatMap(({ market, startsAt }) =>
    market && startsAt <= at ? [{ market, startsAt }] : [],
  );
}

/**
 * Returns the planned market price in force at an instant (ms), or null if the stored prices are. A
 * planned price ends with the next one, or with the next prices that are stored.
 */
export function scheduledMarket(
  stored: StoredMarket | null,
  book: PriceBook,
  at: number,
): BegunMarket | null {
  const last = begunMarkets(book, at).at(-1);
  return last && last.startsAt > (stored?.setAt ?? 0) ? last : null;
}

/** Returns the market prices in force at an instant (ms). Without any, the fallback prices apply. */
export function marketAt(stored: StoredMarket | null, book: PriceBook, at: number): MarketPrices {
  const { regularCents, premiumCents } =
    scheduledMarket(stored, book, at)?.market ?? stored ?? FALLBACK_MARKET_PRICES;
  return { regularCents, premiumCents };
}
