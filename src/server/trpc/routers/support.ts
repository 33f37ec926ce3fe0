import { readSupport } from '@/server/modules/support/support.usecases';
import { anyPage, router } from '../init';

export const supportRouter = router({
  /** How to reach us, and the FAQ. */
  info: anyPage.query(({ ctx }) => readSupport(ctx)),
});
