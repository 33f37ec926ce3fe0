import { readPrices } from '@/server/modules/pricing/pricing.usecases';
import { anyone, router } from '../init';

export const pricingRouter = router({
  /** Market prices, and what a gallon costs delivered. */
  current: anyone.query(({ ctx }) => readPrices(ctx)),
});
