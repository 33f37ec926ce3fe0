/** Differences below this (ms) are left alone: the header has whole seconds, and the line takes time. */
const TOLERATED_MS = 2_000;
/** The answer to a call that took longer (ms) says too little about the time. */
const SLOW_MS = 10_000;

let aheadMs = 0;
const listeners = new Set<() => void>();

/**
 * How far the server's clock is ahead of this device's, in ms; 0 if they agree to 2 seconds.
 *
 * @param date the Date header of an answer, which has whole seconds
 * @param sentAt when the call was sent, in ms on the device's clock
 * @param receivedAt when its answer came
 * @returns null if the answer doesn't tell
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

/** Notes the server's time from an answer that no cache gave. */
export function noteServerTime(response: Response, sentAt: number): void {
  const difference = clockDifference(response.headers.get('date'), sentAt, Date.now());
  if (difference === null || Math.abs(difference - aheadMs) <= TOLERATED_MS) return;
  aheadMs = difference;
  for (const listener of listeners) listener();
}

/** The time by the server's clock, in ms: a device whose clock is wrong decides and counts by it too. */
export const serverNow = (): number => Date.now() + aheadMs;

/** Calls back each time the difference changes. Returns what ends that. */
export function onServerClock(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
