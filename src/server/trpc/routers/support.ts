import { readSupport } from '@/server/modules/support/support.usecases';
import { anyone, router } from '../init';

export const supportRouter = router({
  /** How to reach us, and the answers to what people ask. */
  info: anyone.query(({ ctx }) => readSupport(ctx)),
});
