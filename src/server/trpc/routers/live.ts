import { tracked } from '@trpc/server';
import * as z from 'zod/mini';
import { DomainError } from '@/domain/errors';
import { worksIn } from '@/domain/staff/areas';
import { bucketOf } from '@/server/modules/limits/addresses';
import { followWindow } from '@/server/modules/slots/slots.memory';
import { anyone, router, toTransportError } from '../init';

const TOO_MANY = 'Too many pages are open. Close some of them, or reload in a few minutes.';

export const liveRouter = router({
  /**
   * Streams the topics that change, never the data. Visitors are only notified of a time window if
   * it fills up or opens, because every open page then reads all of them again. A page that
   * reconnects sends the last number it received and gets the topics it missed.
   */
  changes: anyone
    .input(z.nullish(z.object({ lastEventId: z.nullish(z.string().check(z.maxLength(20))) })))
    .subscription(async function* ({ ctx, input, signal }) {
      const after = Number.parseInt(input?.lastEventId ?? '', 10);
      const news = ctx.deps.live.listen(ctx.actor, {
        after: Number.isSafeInteger(after) ? after : null,
        from: bucketOf(ctx.request.address ?? ''),
        signal: signal ?? new AbortController().signal,
      });
      if (!news) {
        throw toTransportError(new DomainError('unavailable', TOO_MANY));
      }
      // Those who work with deliveries see more of a time window than visitors do.
      const hasChanged = worksIn('deliveries', ctx.actor) ? null : followWindow(ctx.deps);
      for await (const { seq, topics } of news) {
        const isOnlyOfSlots = topics.length === 1 && topics[0] === 'slots';
        if (isOnlyOfSlots && hasChanged && !(await hasChanged())) continue;
        yield tracked(String(seq), { topics });
      }
    }),
});
