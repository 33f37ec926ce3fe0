import { readPrices } from '@/server/modules/pricing/pricing.usecases';
import { anyone, router } from '../init';

export const pricingRouter = router({
  /** Market prices and unit prices. */
  current: anyone.query(({ ctx }) => readPrices(ctx)),
});
