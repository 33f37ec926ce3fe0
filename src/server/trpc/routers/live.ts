import { tracked } from '@trpc/server';
import * as z from 'zod/mini';
import { DomainError } from '@/domain/errors';
import { anyone, router, toTransportError } from '../init';

export const liveRouter = router({
  /**
   * The topics that changed, as they change; never the data. A page that reconnects hands in the
   * last number it saw and hears what it missed.
   */
  changes: anyone
    .input(z.nullish(z.object({ lastEventId: z.nullish(z.string().check(z.maxLength(20))) })))
    .subscription(async function* ({ ctx, input, signal }) {
      const after = Number.parseInt(input?.lastEventId ?? '', 10);
      const news = ctx.deps.live.listen(
        ctx.actor,
        Number.isSafeInteger(after) ? after : null,
        signal ?? new AbortController().signal,
      );
      if (!news) {
        throw toTransportError(new DomainError('unavailable', 'Too many pages are listening.'));
      }
      for await (const { seq, topics } of news) yield tracked(String(seq), { topics });
    }),
});
