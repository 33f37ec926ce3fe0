import { useEffect, useState } from 'react';
import { useRenderedAt } from './hydration';
import { onServerClock, serverNow } from './server-clock';

/**
 * The server's clock as far as it's known, read again every `everyMs`; for "3 minutes ago" and countdowns.
 * If the server rendered the page, it begins with the time of that.
 */
export function useNow(everyMs: number): number {
  const renderedAt = useRenderedAt();
  const [now, setNow] = useState(() => renderedAt ?? serverNow());
  useEffect(() => {
    const read = () => setNow(serverNow());
    if (renderedAt !== null) read();
    const timer = setInterval(read, everyMs);
    const stopListening = onServerClock(read);
    // A sleeping device runs no timer.
    document.addEventListener('visibilitychange', read);
    return () => {
      document.removeEventListener('visibilitychange', read);
      clearInterval(timer);
      stopListening();
    };
  }, [everyMs, renderedAt]);
  return now;
}
