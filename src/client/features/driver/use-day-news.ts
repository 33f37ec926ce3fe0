import { useEffect, useRef, useState } from 'react';
import { dayNews, type News } from './day-news';
import type { Day } from './driver-day';

const VIBRATE_MS = 200;

/**
 * The changes of the day that others made since the driver has seen it, also while the page was closed, and
 * what clears them. `noteOwn` names a walk-up of this device, which is none.
 *
 * @param kept the day of the last visit; undefined until it has been read, which may be after the server's answer
 */
export function useDayNews(day: Day | null, kept: Day | null | undefined, isOwn: boolean) {
  const before = useRef<Day | null>(null);
  const own = useRef(new Set<string>());
  const [news, setNews] = useState<readonly News[]>([]);
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
  return {
    news,
    clear: () => setNews([]),
    noteOwn: (id: string) => own.current.add(id),
  };
}
