import { ORDER_FACTS, ORDER_FIELDS, type Order, orderFactText } from '@/domain/order/order';
import type { Day } from './driver-day';

type Stop = Day['deliveries'][number];

/** One change to the day by dispatch or a customer. */
export type News = { id: string; publicCode: string; location: string; what: string };

/**
 * The changes by other people between two answers of the server: stops that were added or removed,
 * and orders that changed.
 *
 * @param own ids of walk-ups that this device booked
 */
export function dayNews(before: Day, after: Day, own: ReadonlySet<string>): News[] {
  if (before.date !== after.date || before.driver.id !== after.driver.id) return [];
  const beforeById = new Map(before.deliveries.map((stop) => [stop.id, stop]));
  const idsAfter = new Set([...after.deliveries, ...after.done].map(({ id }) => id));
  const removed = before.deliveries
    .filter(({ id }) => !idsAfter.has(id))
    .map((stop) => newsOf(stop, 'Removed from your route.'));
  const others = after.deliveries.flatMap((stop) => {
    const former = beforeById.get(stop.id);
    if (!former) return own.has(stop.id) ? [] : [newsOf(stop, `New on your route, ${stop.time}.`)];
    // The completion form shows the changes of the stop in progress, so they aren't listed here.
    const what = stop.status === 'en_route' ? '' : changesOf(former, stop);
    return what ? [newsOf(stop, what)] : [];
  });
  return [...removed, ...others];
}

const newsOf = ({ id, publicCode, location }: Stop, what: string): News => ({
  id,
  publicCode,
  location,
  what,
});

/** "Estimated gallons: 10, now 20. Time: …" */
function changesOf(before: Stop, after: Stop): string {
  const fields = ORDER_FIELDS.filter((field) => before[field] !== after[field]);
  const time = before.time === after.time ? [] : [changeText('Time', before.time, after.time)];
  const [was, is] = [before, after].map(({ boat }) => boat?.name ?? 'none');
  // A day stored by an older build has no boats.
  const boat =
    before.boat === undefined || was === is ? [] : [changeText('Boat', String(was), String(is))];
  return [
    ...time,
    ...boat,
    ...fields.map((field) =>
      changeText(ORDER_FACTS[field].label, textOf(before, field), textOf(after, field)),
    ),
  ].join(' ');
}

const textOf = (order: Order, field: keyof Order) => orderFactText(order, field) ?? 'none';

const changeText = (label: string, before: string, after: string) =>
  `${label}: ${before}, now ${after}.`;
