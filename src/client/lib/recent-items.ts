import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { Outputs } from './trpc';

type Found = Outputs['admin']['search'];

/** A delivery or a customer that staff opened, as the search shows it. */
export type RecentItem =
  | { kind: 'appointment'; item: Omit<Found['appointments'][number], 'owedCents'> }
  | { kind: 'customer'; item: Omit<Found['customers'][number], 'guestCode'> };

/**
 * The recent items are in the cache of the calls, which is cleared when someone signs out. So the
 * next person at this device doesn't see them.
 */
const KEY = ['recent'];

const MOST_RECENT = 6;

/** Returns the deliveries and customers that were opened in this tab, the latest first. */
export function useRecentItems(): readonly RecentItem[] {
  const { data } = useQuery<RecentItem[]>({ queryKey: KEY, queryFn: skipToken });
  return data ?? [];
}

/** Adds an opened delivery or customer to the recent items, once it's loaded. */
export function useNoteRecent(recent: RecentItem | undefined): void {
  const cache = useQueryClient();
  const note = useEffectEvent(() => {
    if (!recent) return;
    cache.setQueryDefaults(KEY, { gcTime: Number.POSITIVE_INFINITY });
    cache.setQueryData<RecentItem[]>(KEY, (before = []) =>
      [recent, ...before.filter(({ item }) => item.id !== recent.item.id)].slice(0, MOST_RECENT),
    );
  });
  const id = recent?.item.id;
  useEffect(() => {
    if (id !== undefined) note();
  }, [id]);
}
