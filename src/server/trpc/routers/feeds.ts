import { newFeedLinkSchema } from '@/domain/access/access.schema';
import { byIdSchema } from '@/domain/fields';
import {
  createFeedLink,
  listFeedLinks,
  revokeFeedLink,
} from '@/server/modules/feeds/feeds.usecases';
import { confirmed } from '../confirmed';
import { crew, router } from '../init';

/** Secret links for calendar programs: every link for admins, their own for drivers. */
export const feedsRouter = router({
  links: crew.query(({ ctx }) => listFeedLinks(ctx)),

  /** The link is in this answer and is never shown again. It lasts, so it asks again who it is. */
  createLink: crew
    .use(confirmed)
    .input(newFeedLinkSchema)
    .mutation(({ ctx, input }) => createFeedLink(ctx, input)),

  revokeLink: crew.input(byIdSchema).mutation(({ ctx, input }) => revokeFeedLink(ctx, input)),
});
