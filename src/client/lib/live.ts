import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useEffect } from 'react';
import type { LiveTopic } from '@/domain/live/topics';
import { fetchAgain } from './fetch-again';
import { gatherNews } from './gather-news';
import { useMe } from './session';
import { api, trpc } from './trpc';

/**
 * The queries that a topic makes stale. Queries that fill a form aren't listed, to keep typed text.
 */
export const STALE: Record<LiveTopic, QueryKey[]> = {
  slots: [getQueryKey(trpc.slots)],
  'own-appointments': [getQueryKey(trpc.booking.list), getQueryKey(trpc.booking.history)],
  prices: [getQueryKey(trpc.pricing)],
  support: [getQueryKey(trpc.support)],
  weather: [getQueryKey(trpc.weather)],
  // The staff screens add their own queries.
  deliveries: [],
  staff: [],
};

/** The pause before the next stream after the server ended one, which it does every few minutes. */
const REOPEN_MS = 2_000;
/** The pause after the server refused a stream. The pages poll in the meantime. */
const RETRY_MS = 15_000;

/**
 * Fetches the queries on screen again when the server reports a change. The stream is open only
 * while the page is visible, because browsers allow six. After a pause, it delivers the missed
 * changes. Without it, the pages still poll.
 */
export function useLive(): void {
  const queryClient = useQueryClient();
  const me = useMe();
  const isKnown = me !== undefined;
  const userId = me?.id ?? null;

  // A stream belongs to the user who opened it, so another user gets another stream.
  useEffect(() => (isKnown ? follow(queryClient) : undefined), [queryClient, isKnown, userId]);
}

/** Keeps the cache up to date until the returned function is called. */
function follow(queryClient: QueryClient): () => void {
  const hear = gatherNews((topics: LiveTopic[]) =>
    Promise.all(
      topics.flatMap((topic) => STALE[topic]).map((queryKey) => fetchAgain(queryClient, queryKey)),
    ),
  );
  let lastEventId: string | null = null;
  let stream: { unsubscribe(): void } | null = null;
  let reopening: ReturnType<typeof setTimeout> | undefined;

  const close = () => {
    clearTimeout(reopening);
    // When we unsubscribe, the stream completes, but a stream that we closed ourselves must not
    // open again.
    const closing = stream;
    stream = null;
    closing?.unsubscribe();
  };
  const open = () => {
    close();
    stream = api.live.changes.subscribe(
      { lastEventId },
      {
        onData({ id, data }) {
          lastEventId = id;
          hear(data.topics);
        },
        onComplete() {
          if (stream) openAfter(REOPEN_MS);
        },
        onError: () => openAfter(RETRY_MS),
        onConnectionStateChange({ error }) {
          // After a refusal, tRPC would reconnect within seconds, and so would every other page.
          if (error?.data) openAfter(RETRY_MS);
        },
      },
    );
  };
  const openAfter = (pauseMs: number) => {
    close();
    // The pause has a random part, so that not all pages reconnect at the same moment after a
    // restart.
    reopening = setTimeout(open, pauseMs * (0.5 + Math.random()));
  };
  const onVisibility = () => (document.hidden ? close() : open());

  document.addEventListener('visibilitychange', onVisibility);
  onVisibility();
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    close();
  };
}
