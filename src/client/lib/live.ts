import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useEffect } from 'react';
import type { LiveTopic } from '@/domain/live/topics';
import { useMe } from './session';
import { api, trpc } from './trpc';

/** The queries that a topic makes stale. A query that fills a form is left out, to keep the typed text. */
const STALE: Record<LiveTopic, QueryKey[]> = {
  slots: [getQueryKey(trpc.slots)],
  'own-appointments': [getQueryKey(trpc.booking.list), getQueryKey(trpc.booking.history)],
  deliveries: [getQueryKey(trpc.driver.day)],
  staff: [
    getQueryKey(trpc.admin.appointments),
    getQueryKey(trpc.admin.appointment),
    getQueryKey(trpc.admin.bulkChanges),
    getQueryKey(trpc.admin.calendar),
    getQueryKey(trpc.admin.day),
    getQueryKey(trpc.admin.dispatch),
    getQueryKey(trpc.admin.customer),
    getQueryKey(trpc.admin.customerOrders),
    getQueryKey(trpc.admin.customers),
    getQueryKey(trpc.admin.drivers),
    getQueryKey(trpc.admin.driverAccounts),
    getQueryKey(trpc.admin.refunds),
    getQueryKey(trpc.admin.waitingMoney),
    getQueryKey(trpc.admin.evidence),
    getQueryKey(trpc.admin.driverReports),
    getQueryKey(trpc.admin.paymentTroubles),
    getQueryKey(trpc.admin.reviewQueue),
  ],
  prices: [getQueryKey(trpc.pricing), getQueryKey(trpc.admin.priceHistory)],
  support: [getQueryKey(trpc.support)],
  weather: [getQueryKey(trpc.weather)],
};

/** Changes that arrive within this time are fetched together. */
const GATHER_MS = 300;
/** The pause before the next stream, once the server has ended one. It does so every few minutes. */
const REOPEN_MS = 2_000;
/** The pause after the server refused a stream. The pages poll meanwhile. */
const RETRY_MS = 15_000;

/**
 * Fetches the queries on the screen again when the server tells that they changed. The stream is open
 * only while the page is visible, because browsers allow six of them. After a pause it delivers the
 * missed changes. Without the stream the pages still poll.
 */
export function useLive(): void {
  const queryClient = useQueryClient();
  const me = useMe();
  const isKnown = me !== undefined;
  const userId = me?.id ?? null;

  // A stream belongs to the user who opened it, so another user needs another stream.
  useEffect(() => (isKnown ? follow(queryClient) : undefined), [queryClient, isKnown, userId]);
}

/** Keeps the cache up to date until the returned function is called. */
function follow(queryClient: QueryClient): () => void {
  const heard = new Set<LiveTopic>();
  let lastEventId: string | null = null;
  let stream: { unsubscribe(): void } | null = null;
  let gathering: ReturnType<typeof setTimeout> | undefined;
  let reopening: ReturnType<typeof setTimeout> | undefined;

  const refetch = () => {
    gathering = undefined;
    for (const queryKey of [...heard].flatMap((topic) => STALE[topic])) {
      void queryClient.invalidateQueries({ queryKey });
    }
    heard.clear();
  };
  const close = () => {
    clearTimeout(reopening);
    // Unsubscribing completes the stream, and a stream that we closed must not open again.
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
          for (const topic of data.topics) heard.add(topic);
          if (heard.size > 0) gathering ??= setTimeout(refetch, GATHER_MS);
        },
        onComplete() {
          if (stream) openAfter(REOPEN_MS);
        },
        onError: () => openAfter(RETRY_MS),
        onConnectionStateChange({ error }) {
          // After a refusal tRPC would connect again within seconds, and so would every other page.
          if (error?.data) openAfter(RETRY_MS);
        },
      },
    );
  };
  const openAfter = (pauseMs: number) => {
    close();
    // Spread out, so that not every page comes at once when a server has restarted.
    reopening = setTimeout(open, pauseMs * (0.5 + Math.random()));
  };
  const onVisibility = () => (document.hidden ? close() : open());

  document.addEventListener('visibilitychange', onVisibility);
  onVisibility();
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    clearTimeout(gathering);
    close();
  };
}
