import { useEffect, useMemo, useState } from 'react';
import type { Me } from '@/client/lib/session';
import { trpc } from '@/client/lib/trpc';
import { readDay, writeDay } from './device-storage';
import type { Day } from './driver-day';

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
    { refetchInterval: POLL_MS, refetchOnWindowFocus: 'always', refetchOnMount: 'always' },
  );
  const view = `${me.id}:${driverId ?? 'own'}`;
  const [found, setFound] = useState<{ view: string; day: Day; at: number } | null>(null);
  const { data } = query;

  useEffect(() => {
    let ended = false;
    readDay(view)
      .then((day) => ended || setFound(day && { ...day, view }))
      .catch(() => {});
    return () => {
      ended = true;
    };
  }, [view]);
  useEffect(() => {
    if (data) writeDay(view, data).catch(() => {});
  }, [data, view]);

  const stored = found?.view === view ? found : null;
  const isBehind = !data || query.isError;
  const answeredAt = data?.answeredAt;
  const aheadMs = useMemo(() => {
    if (answeredAt !== undefined) return answeredAt - Date.now();
    // What an older version of the page has stored tells no time.
    return stored?.day.answeredAt ? stored.day.answeredAt - stored.at : null;
  }, [answeredAt, stored]);
  return {
    day: data ?? stored?.day ?? null,
    seenAt: isBehind && (data || stored) ? query.dataUpdatedAt || stored?.at || null : null,
    aheadMs,
    query,
  };
}
