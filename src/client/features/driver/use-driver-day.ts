import { getQueryKey } from '@trpc/react-query';
import { useEffect, useState } from 'react';
import { STALE } from '@/client/lib/live';
import type { CallContext } from '@/client/lib/person-link';
import type { Me } from '@/client/lib/session';
import { trpc } from '@/client/lib/trpc';
import { readDay, type StoredDay, writeDay } from './outbox/device-storage';

STALE.deliveries.push(getQueryKey(trpc.driver.day));

/** The server announces new deliveries at once; the poll serves a page without that stream. */
const POLL_MS = 60_000;

/**
 * A driver's day from the server, or else the day that this device stored last. `seenAt` is the
 * instant of the shown answer while the server does not answer, and null while it does. `aheadMs` is how
 * far the server's clock is ahead of the device's; null while nothing has told it.
 */
export function useDriverDay(me: Me, driverId: number | null) {
  const query = trpc.driver.day.useQuery(
    { driverId },
    {
      refetchInterval: POLL_MS,
      refetchOnWindowFocus: 'always',
      refetchOnMount: 'always',
      // Before the server answers, the page shows the driver that the device remembers.
      trpc: { context: { actsFor: me.id } satisfies CallContext },
    },
  );
  const view = `${me.id}:${driverId ?? 'own'}`;
  const [found, setFound] = useState<{ view: string; kept: StoredDay | null } | null>(null);

  useEffect(() => {
    let ended = false;
    readDay(view)
      .catch(() => null)
      .then((kept) => ended || setFound({ view, kept: kept ?? null }));
    return () => {
      ended = true;
    };
  }, [view]);
  // Not now: the page may be back with an answer of minutes ago.
  const { data, dataUpdatedAt } = query;
  useEffect(() => {
    if (data) writeDay(view, { day: data, at: dataUpdatedAt }).catch(() => {});
  }, [data, dataUpdatedAt, view]);

  const kept = found?.view === view ? found.kept : undefined;
  const stored = kept ?? null;
  const seen = data ? { day: data, at: dataUpdatedAt } : stored;
  const isBehind = !data || query.isError;
  return {
    day: seen?.day ?? null,
    seenAt: isBehind && seen ? seen.at : null,
    // A day stored by an older version of the page tells no time.
    aheadMs: seen?.day.answeredAt ? seen.day.answeredAt - seen.at : null,
    // What the page showed before it was opened: null for nothing, undefined until it has been read.
    former: kept === undefined ? undefined : (kept?.day ?? null),
    query,
  };
}
