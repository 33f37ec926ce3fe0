import { useNow } from '@/client/lib/now';

/**
 * The device's clock (ms), updated every `everyMs`. Callers add `aheadMs` to it themselves.
 * `useNow` already returns the server's time, so adding it there would correct the time twice.
 */
export function useDeviceNow(everyMs: number): number {
  useNow(everyMs);
  return Date.now();
}
