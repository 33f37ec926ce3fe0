import { useEffect, useState } from 'react';
import { type Me, useMe } from '@/client/lib/session';
import { trpc } from '@/client/lib/trpc';
import type { Day } from './outbox/actions';
import { forgetPeople, keepDay, keepMe, keptDay, keptMe } from './outbox/storage';

/** Work given out is told at once; this is for a page that cannot be told. */
const POLL_MS = 60_000;

/**
 * Who is signed in: as the server says, else who was the last time this device heard from it, so
 * that the page opens without signal. Undefined while nobody knows.
 */
export function useCrew(): Me | null | undefined {
  const me = useMe();
  const [kept, setKept] = useState<Me | null>(null);
  useEffect(() => {
    let ended = false;
    if (me === undefined) {
      keptMe()
        .then((found) => ended || setKept(found))
        .catch(() => {});
    } else if (me && me.role !== 'customer') {
      keepMe(me).catch(() => {});
    } else {
      setKept(null);
      forgetPeople().catch(() => {});
    }
    return () => {
      ended = true;
    };
  }, [me]);
  return me === undefined ? (kept ?? undefined) : me;
}

/**
 * A driver's day: as the server says, else as this device saw it last. `seenAt` is when that was
 * (ms) while the server has not answered; null once it has.
 */
export function useDay(me: Me, driverId: number | null) {
  const query = trpc.driver.day.useQuery(
    { driverId },
    { refetchInterval: POLL_MS, refetchOnWindowFocus: 'always', refetchOnMount: 'always' },
  );
  const view = `${me.id}:${driverId ?? 'own'}`;
  const [kept, setKept] = useState<{ view: string; day: Day; at: number } | null>(null);
  const { data } = query;

  useEffect(() => {
    let ended = false;
    keptDay(view)
      .then((found) => ended || setKept(found && { ...found, view }))
      .catch(() => {});
    return () => {
      ended = true;
    };
  }, [view]);
  useEffect(() => {
    if (data) keepDay(view, data).catch(() => {});
  }, [data, view]);

  const seen = kept?.view === view ? kept : null;
  const isBehind = !data || query.isError;
  return {
    day: data ?? seen?.day ?? null,
    seenAt: isBehind && (data || seen) ? query.dataUpdatedAt || seen?.at || null : null,
    query,
  };
}
