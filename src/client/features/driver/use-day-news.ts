import { useEffect, useRef, useState } from 'react';
import { dayNews, hasNewChange, type News } from './day/day-news';
import type { Day } from './day/driver-day';
import type { QueuedAction } from './outbox/device-action';

const VIBRATE_MS = 200;

type NewsContext = {
  /**
   * The day stored at the last visit. Undefined until it's read, which can be after the server's
   * answer.
   */
  kept: Day | null | undefined;
  queued: readonly QueuedAction[];
  /** True if drivers view their own day. */
  isOwn: boolean;
};

/**
 * Stops that other people added or removed since the driver last saw the day, even while the page was
 * closed, and a function that clears them. This device's walk-ups aren't changes. Also vibrates if
 * someone changed a stop.
 */
export function useDayNews(day: Day | null, { kept, queued, isOwn }: NewsContext) {
  const before = useRef<Day | null>(null);
  const own = useRef(new Set<string>());
  const [news, setNews] = useState<readonly News[]>([]);
  useEffect(() => {
    // Unsent walk-ups from earlier visits are in the queue too.
    for (const { action } of queued) if (action.kind === 'walkUp') own.current.add(action.id);
  }, [queued]);
  useEffect(() => {
    if (kept === undefined) return;
    const former = before.current ?? kept;
    // This device's own actions change the cached day, but they aren't news.
    if (!day || !isOwn || (former && (former.answeredAt ?? 0) >= (day.answeredAt ?? 0))) return;
    before.current = day;
    const more = former ? dayNews(former, day, own.current) : [];
    if (more.length === 0 && !(former && hasNewChange(former, day))) return;
    if (more.length > 0) setNews((shown) => [...shown, ...more]);
    navigator.vibrate?.(VIBRATE_MS);
  }, [day, kept, isOwn]);
  return { news, clear: () => setNews([]) };
}
