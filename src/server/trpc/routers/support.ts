import { readSupport } from '@/server/modules/support/support.usecases';
import { anyone, router } from '../init';

export const supportRouter = router({
  /** How to reach us, and the FAQ. */
  info: anyone.query(({ ctx }) => readSupport(ctx)),
});
