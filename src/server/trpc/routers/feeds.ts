import { newFeedLinkSchema } from '@/domain/access/access.schema';
import { byIdSchema } from '@/domain/fields';
import {
  createFeedLink,
  listFeedLinks,
  revokeFeedLink,
} from '@/server/modules/feeds/feeds.usecases';
import { confirmed } from '../confirmed';
import { linkMaker, router } from '../init';

/** Feed links for calendar programs. Admins manage every link, and drivers manage their own. */
export const feedsRouter = router({
  links: linkMaker.query(({ ctx }) => listFeedLinks(ctx)),

  /**
   * Only this answer contains the link. It has no expiration date, so creating it requires a new
   * proof.
   */
  createLink: linkMaker
    .use(confirmed)
    .input(newFeedLinkSchema)
    .mutation(({ ctx, input }) => createFeedLink(ctx, input)),

  revokeLink: linkMaker.input(byIdSchema).mutation(({ ctx, input }) => revokeFeedLink(ctx, input)),
});
