import { useEffect, useRef, useState } from 'react';
import { dayNews, type News } from './day/day-news';
import type { Day } from './day/driver-day';
import type { QueuedAction } from './outbox/device-action';

const VIBRATE_MS = 200;

type NewsContext = {
  /** The day of the last visit; undefined until it has been read, which may be after the server's answer. */
  kept: Day | null | undefined;
  queued: readonly QueuedAction[];
  /** Whether the driver looks at their own day. */
  isOwn: boolean;
};

/**
 * The changes of the day that others made since the driver has seen it, also while the page was closed, and
 * what clears them. A walk-up that this device booked is none.
 */
export function useDayNews(day: Day | null, { kept, queued, isOwn }: NewsContext) {
  const before = useRef<Day | null>(null);
  const own = useRef(new Set<string>());
  const [news, setNews] = useState<readonly News[]>([]);
  useEffect(() => {
    // Those of an earlier visit wait in the queue too, until they are sent.
    for (const { action } of queued) if (action.kind === 'walkUp') own.current.add(action.id);
  }, [queued]);
  useEffect(() => {
    if (kept === undefined) return;
    const former = before.current ?? kept;
    // An action of this device changes the kept answer, and is no answer.
    if (!day || !isOwn || (former && (former.answeredAt ?? 0) >= (day.answeredAt ?? 0))) return;
    before.current = day;
    const more = former ? dayNews(former, day, own.current) : [];
    if (more.length === 0) return;
    setNews((known) => [...known, ...more]);
    navigator.vibrate?.(VIBRATE_MS);
  }, [day, kept, isOwn]);
  return { news, clear: () => setNews([]) };
}
