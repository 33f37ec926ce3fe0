import { useEffect, useState } from 'react';

/** The device's clock in ms, moving on every `every` ms; for "3 minutes ago" and countdowns. */
export function useNow(every: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}
