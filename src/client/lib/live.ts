import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LiveTopic } from '@/domain/live/topics';
import { useMe } from './session';

/** The calls whose answers a topic makes old. What fills a form is left out: it would lose the typing. */
const CALLS: Record<LiveTopic, readonly string[]> = {
  slots: ['slots'],
  bookings: ['booking.list', 'booking.history'],
  deliveries: ['driver.day'],
  staff: [
    'admin.appointments',
    'admin.appointment',
    'admin.calendar',
    'admin.customer',
    'admin.customerOrders',
    'admin.customers',
    'admin.drivers',
    'admin.driverAccounts',
    'admin.refunds',
    'admin.driverReports',
  ],
  prices: ['pricing', 'admin.priceHistory'],
  support: ['support'],
  weather: ['weather'],
};

/** Many changes in a row are one question. */
const GATHER_MS = 300;
/** After a refusal, or a server that is gone; the pages poll meanwhile. */
const TRY_AGAIN_MS = 15_000;

/**
 * Asks again for what is on screen as soon as the server says that it changed, whoever changed it.
 * Listens while the page is visible, because browsers keep only six such streams; a page that comes
 * back hears what it missed. Without the stream the pages poll, as they do anyway.
 */
export function useLive(): void {
  const queryClient = useQueryClient();
  const me = useMe();
  const isKnown = me !== undefined;
  const userId = me?.id ?? null;

  // The stream speaks as whoever was signed in when it began: another user, another stream.
  useEffect(() => (isKnown ? follow(queryClient) : undefined), [queryClient, isKnown, userId]);
}

/** Keeps the cache up to date until the function returned is called. */
function follow(queryClient: QueryClient): () => void {
  const heard = new Set<LiveTopic>();
  let last: string | null = null;
  let stop: (() => void) | null = null;
  let ended = false;
  let gathering: ReturnType<typeof setTimeout> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;

  const ask = () => {
    gathering = undefined;
    const calls = [...heard].flatMap((topic) => CALLS[topic]);
    heard.clear();
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [path] }) => Array.isArray(path) && isOneOf(calls, path.join('.')),
    });
  };
  const onNews = (id: string, topics: LiveTopic[]) => {
    last = id;
    for (const topic of topics) heard.add(topic);
    if (heard.size > 0) gathering ??= setTimeout(ask, GATHER_MS);
  };
  const close = () => {
    clearTimeout(again);
    stop?.();
    stop = null;
  };
  const open = async () => {
    close();
    // A page that cannot load this code polls.
    const connection = await import('./live-connection').catch(() => null);
    if (ended || document.hidden || stop || !connection) return;
    stop = connection.listen({
      after: last,
      onNews,
      onEnd() {
        close();
        again = setTimeout(open, TRY_AGAIN_MS * (0.5 + Math.random()));
      },
    });
  };
  const onVisibility = () => (document.hidden ? close() : void open());

  document.addEventListener('visibilitychange', onVisibility);
  if (!document.hidden) void open();
  return () => {
    ended = true;
    document.removeEventListener('visibilitychange', onVisibility);
    clearTimeout(gathering);
    close();
  };
}

const isOneOf = (calls: readonly string[], path: string) =>
  calls.some((call) => path === call || path.startsWith(`${call}.`));
