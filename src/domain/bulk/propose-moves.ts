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
  // Deliveries of the same window prefer the same rooms, so these are sorted once per window.
  const ranked = new Map<string, Room[]>();
  return deliveries.map((delivery) => {
    const from = `${delivery.date} ${delivery.slotIndex}`;
    const best = ranked.get(from) ?? rankedFor(delivery, left);
    ranked.set(from, best);
    const room = best.find(({ places }) => places > 0);
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

/** @returns the rooms, the best one for the delivery first */
function rankedFor(from: ToMove, rooms: readonly Room[]): Room[] {
  const keys = new Map(rooms.map((room) => [room, keyOf(from, room)]));
  return rooms.toSorted((a, b) => compare(keys.get(a) ?? [], keys.get(b) ?? []));
}

/**
 * Sort key: the same window before others, distance in days, later days before earlier ones,
 * distance in windows, then the earlier window.
 */
function keyOf(from: ToMove, { date, slotIndex }: Room): number[] {
  const days = daysBetween(from.date, date);
  const windows = Math.abs(slotIndex - from.slotIndex);
  return [windows === 0 ? 0 : 1, Math.abs(days), days < 0 ? 1 : 0, windows, slotIndex];
}

/** The target of all deliveries: a window, or if `slotIndex` is null, a day at the same times. */
export type Target = { date: CalendarDate; slotIndex: number | null };

/** True if the room belongs to the target. */
export const isOfTarget = (target: Target, room: Pick<Room, 'date' | 'slotIndex'>): boolean =>
  room.date === target.date && (target.slotIndex === null || room.slotIndex === target.slotIndex);

/** The number of targets that are offered without opening a list. */
const NEAR_TARGETS = 4;

/**
 * Returns the nearest targets with room for all deliveries: the day's other windows, then the next
 * days at the same times.
 */
export function nearTargets(
  deliveries: readonly ToMove[],
  rooms: readonly Room[],
  date: CalendarDate,
): Target[] {
  const sameDay = rooms.filter((room) => room.date === date);
  const dates = [...new Set(rooms.map((room) => room.date))]
    .filter((one) => one > date)
    .sort()
    .map((one) => ({ date: one, slotIndex: null }));
  const hasRoom = (target: Target) =>
    proposeMoves(
      deliveries,
      rooms.filter((room) => isOfTarget(target, room)),
    ).every(({ to }) => to !== null);
  return [...sameDay, ...dates]
    .map((target) => ({ date: target.date, slotIndex: target.slotIndex }))
    .filter(hasRoom)
    .slice(0, NEAR_TARGETS);
}

function compare(a: readonly number[], b: readonly number[]): number {
  const differs = a.findIndex((value, i) => value !== b[i]);
  return differs < 0 ? 0 : (a[differs] ?? 0) - (b[differs] ?? 0);
}
