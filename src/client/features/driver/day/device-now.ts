import { useNow } from '@/client/lib/now';

/**
 * The device's clock (ms), updated every `everyMs`. Add `aheadMs` to it to get the server's time.
 * `useNow` already returns the server's time, so adding `aheadMs` there would correct the time
 * twice.
 */
export function useDeviceNow(everyMs: number): number {
  useNow(everyMs);
  return Date.now();
}
