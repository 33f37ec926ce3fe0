/** The stream of changes; a file of its own, so that no page waits for this code. */
import { createTRPCClient, httpSubscriptionLink } from '@trpc/client';
import superjson from 'superjson';
import type { LiveTopic } from '@/domain/live/topics';
import type { AppRouter } from '@/server/trpc';

const client = createTRPCClient<AppRouter>({
  links: [httpSubscriptionLink({ url: '/api/trpc', transformer: superjson })],
});

/**
 * Listens until the function returned is called. `after` is the last number heard, so that nothing
 * is missed in between; `onEnd` says that the stream will not come back by itself.
 */
export function listen(options: {
  after: string | null;
  onNews(id: string, topics: LiveTopic[]): void;
  onEnd(): void;
}): () => void {
  const subscription = client.live.changes.subscribe(
    { lastEventId: options.after },
    {
      onData: ({ id, data }) => options.onNews(id, data.topics),
      onError: options.onEnd,
      onComplete: options.onEnd,
    },
  );
  return () => subscription.unsubscribe();
}
