import { type CalendarDate, daysBetween } from '../dates';

/** A delivery that must move. */
export type ToMove = { id: string; date: CalendarDate; slotIndex: number };
/** A time window with spots left. */
export type Room = { date: CalendarDate; slotIndex: number; places: number };
/** The proposed window for a delivery, or null if no spots are left. */
export type Proposal = { id: string; to: { date: CalendarDate; slotIndex: number } | null };

/**
 * Proposes new windows for deliveries that must leave their day: the same window on the nearest day
 * with a spot, or else the nearest window with a spot. If two days are equally near, the later one
 * is chosen. Deliveries earlier in the list choose first.
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

/**
 * Proposes new windows as `proposeMoves` does, in the wanted windows first. Deliveries for which
 * these have no spot left go to the others.
 */
export function proposeMovesTo(
  deliveries: readonly ToMove[],
  rooms: readonly Room[],
  isWanted: (room: Room) => boolean,
): Proposal[] {
  const wanted = proposeMoves(deliveries, rooms.filter(isWanted));
  const left = deliveries.filter((_, index) => wanted[index]?.to === null);
  const others = proposeMoves(
    left,
    rooms.filter((room) => !isWanted(room)),
  );
  return wanted.map((one) => (one.to ? one : (others.find(({ id }) => id === one.id) ?? one)));
}

function nearest<R extends Room>(from: ToMove, rooms: readonly R[]): R | undefined {
  return rooms.toSorted((a, b) => compare(keyOf(from, a), keyOf(from, b)))[0];
}

/**
 * Sort key: distance in days, later days before earlier ones, distance in windows, then the earlier
 * window.
 */
function keyOf(from: ToMove, { date, slotIndex }: Room): number[] {
  const days = daysBetween(from.date, date);
  return [Math.abs(days), days < 0 ? 1 : 0, Math.abs(slotIndex - from.slotIndex), slotIndex];
}

function compare(a: readonly number[], b: readonly number[]): number {
  const differs = a.findIndex((value, i) => value !== b[i]);
  return differs < 0 ? 0 : (a[differs] ?? 0) - (b[differs] ?? 0);
}
