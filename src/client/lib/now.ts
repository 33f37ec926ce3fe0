import { useEffect, useState } from 'react';

/** The device's clock, read again every `everyMs`; for "3 minutes ago" and countdowns. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
