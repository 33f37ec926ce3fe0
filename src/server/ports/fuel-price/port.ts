import type { MarketPrices } from '@/domain/pricing/fuel';

/** The market prices of fuel. */
export type FuelPricePort = {
  /** The source of the prices, as shown on the fuel card. */
  station: string;
  /** True for prices that change over time. False for fallback prices, which never change. */
  isLive: boolean;
  /**
   * Returns the newest prices, in cents per gallon. @throws FeedUnreachable if the feed can't be
   * reached
   */
  latest(): Promise<MarketPrices>;
};
