import { useEffect, useState } from 'react';
import { useRenderedAt } from './hydration';

/**
 * The device's clock, read again every `everyMs`; for "3 minutes ago" and countdowns. It begins with
 * the server's where the server has rendered the page.
 */
export function useNow(everyMs: number): number {
  const renderedAt = useRenderedAt();
  const [now, setNow] = useState(() => renderedAt ?? Date.now());
  useEffect(() => {
    if (renderedAt !== null) setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, renderedAt]);
  return now;
}
