import { readPrices } from '@/server/modules/pricing/pricing.usecases';
import { anyPage, router } from '../init';

export const pricingRouter = router({
  /** Market prices and unit prices. */
  current: anyPage.query(({ ctx }) => readPrices(ctx)),
});
