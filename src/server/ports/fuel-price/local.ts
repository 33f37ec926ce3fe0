import { FALLBACK_MARKET_PRICES } from '@/domain/pricing/fuel';
import { FeedUnreachable } from '../feeds/feed';
import type { FuelPricePort } from './port';

/** The fallback prices, for a product without a key to a feed. */
export function createStandardPrices(options: { fails?: () => boolean } = {}): FuelPricePort {
  return {
    station: 'Standard prices',
    isLive: false,
    async latest() {
      // Tests make it fail, as a real feed can.
      if (options.fails?.()) throw new FeedUnreachable('the standard prices were told to fail');
      return FALLBACK_MARKET_PRICES;
    },
  };
}
