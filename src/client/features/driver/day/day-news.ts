import { stopChangeText } from '@/domain/driver/stop-change';
import type { Day } from './driver-day';

type Stop = Day['deliveries'][number];

/** One change to the day by dispatch or a customer. */
export type News = { id: string; publicCode: string; location: string; what: string };

/**
 * The stops that other people added or removed between two answers of the server. The server itself
 * lists the changes of a stop.
 *
 * @param own ids of walk-ups that this device booked
 */
export function dayNews(before: Day, after: Day, own: ReadonlySet<string>): News[] {
  if (before.date !== after.date || before.driver.id !== after.driver.id) return [];
  const idsBefore = new Set(before.deliveries.map(({ id }) => id));
  const idsAfter = new Set([...after.deliveries, ...after.done].map(({ id }) => id));
  const removed = before.deliveries
    .filter(({ id }) => !idsAfter.has(id))
    .map((stop) => newsOf(stop, 'Removed from your route.'));
  const others = after.deliveries.flatMap((stop) => {
    if (idsBefore.has(stop.id) || own.has(stop.id)) return [];
    return [newsOf(stop, `New on your route, ${stop.time}.`)];
  });
  return [...removed, ...others];
}

const newsOf = ({ id, publicCode, location }: Stop, what: string): News => ({
  id,
  publicCode,
  location,
  what,
});

/** The news of a stop that other people changed. */
export const changeNews = (stop: Stop): News =>
  newsOf(stop, stop.change ? `${stopChangeText(stop.change)}.` : '');

/** True if someone else changed a stop between the two answers. */
export const hasNewChange = (before: Day, after: Day): boolean => {
  const known = new Map(before.deliveries.map(({ id, change }) => [id, change?.id]));
  return after.deliveries.some(({ id, change }) => change && known.get(id) !== change.id);
};
