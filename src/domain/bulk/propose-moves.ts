import { type CalendarDate, daysBetween } from '../dates';

/** A delivery that has to move. */
export type ToMove = { id: string; date: CalendarDate; slotIndex: number };
/** A time slot that deliveries can move to, and how many. */
export type Room = { date: CalendarDate; slotIndex: number; places: number };
/** Where a delivery fits; null where no room is left. */
export type Proposal = { id: string; to: { date: CalendarDate; slotIndex: number } | null };

/**
 * Where the deliveries fit that have to leave their day: in the same time slot of the nearest day with room,
 * else in the nearest time slot with room. Of two days as near the later one counts. The first delivery of
 * the list chooses first.
 */
export function proposeMoves(deliveries: readonly ToMove[], rooms: readonly Room[]): Proposal[] {
  const left = rooms.map((room) => ({ ...room }));
  return deliveries.map((delivery) => {
    const open = left.filter(({ places }) => places > 0);
    const best = nearest(
      delivery,
      open.filter(({ slotIndex }) => slotIndex === delivery.slotIndex),
    );
    const room = best ?? nearest(delivery, open);
    if (!room) return { id: delivery.id, to: null };
    room.places -= 1;
    return { id: delivery.id, to: { date: room.date, slotIndex: room.slotIndex } };
  });
}

function nearest<R extends Room>(from: ToMove, rooms: readonly R[]): R | undefined {
  return rooms.toSorted((a, b) => compare(keyOf(from, a), keyOf(from, b)))[0];
}

/** Days away, then earlier after later days, then time slots away, then the earlier time slot. */
function keyOf(from: ToMove, { date, slotIndex }: Room): number[] {
  const days = daysBetween(from.date, date);
  return [Math.abs(days), days < 0 ? 1 : 0, Math.abs(slotIndex - from.slotIndex), slotIndex];
}

function compare(a: readonly number[], b: readonly number[]): number {
  const differs = a.findIndex((value, i) => value !== b[i]);
  return differs < 0 ? 0 : (a[differs] ?? 0) - (b[differs] ?? 0);
}
