import { newCalendarLinkSchema } from '@/domain/access/access.schema';
import { byIdSchema } from '@/domain/fields';
import {
  createCalendarLink,
  listCalendarLinks,
  revokeCalendarLink,
} from '@/server/modules/calendar-feeds/calendar-feeds.usecases';
import { confirmed } from '../confirmed';
import { crew, router } from '../init';

/** Secret links for calendar programs: every link for admins, their own for drivers. */
export const calendarRouter = router({
  links: crew.query(({ ctx }) => listCalendarLinks(ctx)),

  /** The link is in this answer and is never shown again. It lasts, so it asks again who it is. */
  createLink: crew
    .use(confirmed)
    .input(newCalendarLinkSchema)
    .mutation(({ ctx, input }) => createCalendarLink(ctx, input)),

  revokeLink: crew.input(byIdSchema).mutation(({ ctx, input }) => revokeCalendarLink(ctx, input)),
});
