import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { FoundLine } from './found';

/**
 * The recent items stand in the cache of the calls, which is cleared when someone signs out, so that
 * nobody else at this device sees them.
 */
const KEY = ['recent'];

const MOST_RECENT = 6;

/** Returns the deliveries and customers that were opened in this tab, the latest first. */
export function useRecent(): readonly FoundLine[] {
  const { data } = useQuery<FoundLine[]>({ queryKey: KEY, queryFn: skipToken });
  return data ?? [];
}

/** Adds an opened delivery or customer to the recent items, once it's loaded. */
export function useNoteRecent(line: FoundLine | undefined): void {
  const cache = useQueryClient();
  const note = useEffectEvent(() => {
    if (!line) return;
    cache.setQueryDefaults(KEY, { gcTime: Number.POSITIVE_INFINITY });
    cache.setQueryData<FoundLine[]>(KEY, (lines = []) =>
      // The status would soon be outdated, so it's left out.
      [{ ...line, badge: undefined }, ...lines.filter(({ key }) => key !== line.key)].slice(
        0,
        MOST_RECENT,
      ),
    );
  });
  const key = line?.key;
  useEffect(() => {
    if (key !== undefined) note();
  }, [key]);
}
