import { getQueryKey } from '@trpc/react-query';
import { useEffect, useState } from 'react';
import { STALE } from '@/client/lib/live';
import type { CallContext } from '@/client/lib/person-link';
import type { Me } from '@/client/lib/session';
import { trpc } from '@/client/lib/trpc';
import { readDay, type StoredDay, writeDay } from './outbox/device-storage';

STALE.deliveries.push(getQueryKey(trpc.driver.day));

/** The server announces changes on a stream. Polling is for pages without one. */
const POLL_MS = 60_000;

/**
 * A driver's day from the server, or the last one stored on this device.
 *
 * @returns `seenAt` is when the shown day was loaded (ms) if the server isn't answering, else null.
 *   `aheadMs` is how far the server's clock is ahead of the device's, or null if unknown.
 */
export function useDriverDay(me: Me, driverId: number | null) {
  const query = trpc.driver.day.useQuery(
    { driverId },
    {
      refetchInterval: POLL_MS,
      refetchOnWindowFocus: 'always',
      refetchOnMount: 'always',
      // Until the server answers, the page shows the device's last user, so it must make its calls
      // for that user.
      trpc: { context: { actsFor: me.id } satisfies CallContext },
    },
  );
  const view = `${me.id}:${driverId ?? 'own'}`;
  const [lastRead, setLastRead] = useState<{ view: string; storedDay: StoredDay | null } | null>(
    null,
  );

  useEffect(() => {
    let ended = false;
    readDay(view)
      .catch(() => null)
      .then((storedDay) => ended || setLastRead({ view, storedDay: storedDay ?? null }));
    return () => {
      ended = true;
    };
  }, [view]);
  // The answer's own time is stored, because the page may return with an old answer.
  const { data, dataUpdatedAt } = query;
  useEffect(() => {
    if (data) writeDay(view, { day: data, at: dataUpdatedAt }).catch(() => {});
  }, [data, dataUpdatedAt, view]);

  const storedDay = lastRead?.view === view ? lastRead.storedDay : undefined;
  const seen = data ? { day: data, at: dataUpdatedAt } : (storedDay ?? null);
  const isBehind = !data || query.isError;
  return {
    day: seen?.day ?? null,
    seenAt: isBehind && seen ? seen.at : null,
    // Days stored by older builds don't have the server's time.
    aheadMs: seen?.day.answeredAt ? seen.day.answeredAt - seen.at : null,
    // The day stored at the last visit: null if there is none, undefined until it's read.
    former: storedDay === undefined ? undefined : (storedDay?.day ?? null),
    query,
  };
}
