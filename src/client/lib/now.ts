import { useEffect, useState } from 'react';
import { useRenderedAt } from './hydration';
import { onServerClock, serverNow } from './server-clock';

/**
 * Returns the server's estimated time, updated every `everyMs`, for "3 minutes ago" and countdowns.
 * If the server rendered the page, it starts with the time of rendering.
 */
export function useNow(everyMs: number): number {
  const renderedAt = useRenderedAt();
  const [now, setNow] = useState(() => renderedAt ?? serverNow());
  useEffect(() => {
    const read = () => setNow(serverNow());
    if (renderedAt !== null) read();
    const timer = setInterval(read, everyMs);
    const stopListening = onServerClock(read);
    // Timers don't run while a device sleeps.
    document.addEventListener('visibilitychange', read);
    return () => {
      document.removeEventListener('visibilitychange', read);
      clearInterval(timer);
      stopListening();
    };
  }, [everyMs, renderedAt]);
  return now;
}
