import type { MarketPrices } from '@/domain/pricing/fuel';

/** The market prices of fuel. */
export type FuelPricePort = {
  /** The source of the prices, in words for the fuel card. */
  station: string;
  /** True for prices that change over time; false for fallback prices, which never get newer. */
  isLive: boolean;
  /** The newest prices, in cents per gallon. Throws `FeedUnreachable` while the feed is out of reach. */
  latest(): Promise<MarketPrices>;
};
