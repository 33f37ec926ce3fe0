import { type ExpectedStop, expectStops, lateText } from '@/domain/route/lateness';
import { freshPosition } from '@/domain/route/position';
import { useDeviceNow } from './device-now';
import type { ShownDay } from './driver-day';
import { isEnded } from './shown-stop';

const EVERY_MS = 30_000;

/**
 * The expected arrival at each open stop, by stop id. It's calculated on the device, so it works
 * without signal.
 *
 * @param aheadMs how far the server's clock is ahead of the device's, or null if unknown. The
 *   device's clock may be a day off.
 */
export function useStopTimes(
  day: ShownDay | null,
  aheadMs: number | null,
): ReadonlyMap<string, ExpectedStop> {
  const now = useDeviceNow(EVERY_MS) + (aheadMs ?? 0);
  if (!day || aheadMs === null) return new Map();
  const { position } = day.driver;
  const from = position && freshPosition(position, now);
  const open = day.deliveries
    .filter((stop) => !isEnded(stop))
    .map((stop) => ({ ...stop, enRoute: stop.status === 'en_route' }));
  return new Map(expectStops(open, { now, from }).map((one) => [one.id, one]));
}

/** "25 min late", or null if the stop is on time. */
export const lateTextOf = (expected: ExpectedStop | undefined): string | null =>
  lateText(expected?.lateMinutes ?? 0);
