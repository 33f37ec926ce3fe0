import { tracked } from '@trpc/server';
import * as z from 'zod/mini';
import { DomainError } from '@/domain/errors';
import { bucketOf } from '@/server/modules/limits/addresses';
import { anyone, router, toTransportError } from '../init';

const TOO_MANY = 'Too many pages are open here. Close some of them, or reload in a few minutes.';

export const liveRouter = router({
  /**
   * Streams the topics that change, never the data. A page that reconnects sends the last number it
   * saw and gets the topics it missed.
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
      for await (const { seq, topics } of news) yield tracked(String(seq), { topics });
    }),
});
