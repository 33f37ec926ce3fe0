import { FALLBACK_MARKET_PRICES } from '@/domain/pricing/fuel';
import { FeedUnreachable } from '../feeds/feed';
import type { FuelPricePort } from './port';

/** The fallback prices, for a product without a feed's API key. */
export function createStandardPrices(options: { fails?: () => boolean } = {}): FuelPricePort {
  return {
    station: 'Standard prices',
    isLive: false,
    async latest() {
      // Makes the feed fail in tests, as a real one can.
      if (options.fails?.()) throw new FeedUnreachable('the standard prices are set to fail');
      return FALLBACK_MARKET_PRICES;
    },
  };
}
