import { useNow } from '@/client/lib/now';

/**
 * The device's own clock, read again every `everyMs`. `useNow` has the server's once a call was answered, so
 * whoever corrects a time by `aheadMs` would correct it twice.
 */
export function useDeviceNow(everyMs: number): number {
  useNow(everyMs);
  return Date.now();
}
