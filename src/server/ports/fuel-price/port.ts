import type { MarketPrices } from '@/domain/pricing/fuel';

/** What fuel costs on the market. */
export type FuelPricePort = {
  /** Where the prices come from, as the fuel card says it. */
  station: string;
  /** Prices change by themselves; false for standard prices, which asking again makes no younger. */
  isLive: boolean;
  /** The newest prices, in cents per gallon. Throws `FeedUnreachable` when they cannot be had. */
  latest(): Promise<MarketPrices>;
};
