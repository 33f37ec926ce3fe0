/**
 * Smaller differences (ms) are ignored, because the header has whole seconds and calls take time.
 */
const TOLERATED_MS = 2_000;
/** A call that took longer (ms) is too imprecise. */
const SLOW_MS = 10_000;

let aheadMs = 0;
const listeners = new Set<() => void>();

/**
 * Estimates how far the server's clock is ahead of this device's, in ms, or 0 if they differ by
 * less than 2 seconds.
 *
 * @param date the Date header of an answer, which has whole seconds
 * @param sentAt when the call was sent, in ms on the device's clock
 * @param receivedAt when the answer arrived, in ms on the device's clock
 * @returns null if the answer is unusable
 */
export function clockDifference(
  date: string | null,
  sentAt: number,
  receivedAt: number,
): number | null {
  const tookMs = receivedAt - sentAt;
  const at = Date.parse(date ?? '');
  if (Number.isNaN(at) || tookMs < 0 || tookMs > SLOW_MS) return null;
  const difference = at + 500 - (sentAt + tookMs / 2);
  return Math.abs(difference) <= TOLERATED_MS ? 0 : difference;
}

/** Reads the server's time from an answer, which must not come from a cache. */
export function noteServerTime(response: Response, sentAt: number): void {
  const difference = clockDifference(response.headers.get('date'), sentAt, Date.now());
  if (difference === null || Math.abs(difference - aheadMs) <= TOLERATED_MS) return;
  aheadMs = difference;
  for (const listener of listeners) listener();
}

/** Returns the server's time in ms, so that a device with a wrong clock still counts correctly. */
export const serverNow = (): number => Date.now() + aheadMs;

/** Calls `listener` each time the difference changes, until the returned function is called. */
export function onServerClock(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
