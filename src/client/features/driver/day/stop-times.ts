import { type ExpectedStop, expectStops, lateText } from '@/domain/route/lateness';
import { freshPosition } from '@/domain/route/position';
import { useDeviceNow } from './device-now';
import type { ShownDay } from './driver-day';
import { isEnded } from './shown-stop';

const EVERY_MS = 30_000;

/**
 * When the driver should be at each open stop, by its id. Worked out on the device, so that it also goes
 * on without signal.
 *
 * @param aheadMs how far the server's clock is ahead of the device's, which may be wrong by a day; null
 *   while nothing has told it
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

/** "25 min late", or null for a stop in time. */
export const lateTextOf = (expected: ExpectedStop | undefined): string | null =>
  lateText(expected?.lateMinutes ?? 0);
