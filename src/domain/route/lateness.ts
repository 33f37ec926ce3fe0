import type { CalendarDate } from '../dates';
import type { GallonTenths } from '../money';
import { timeSlotOf } from '../slots/time-slots';
import { instantOf } from '../time';
import { LEAST_MINUTES, stopMinutes, travelMinutes } from './arrival';
import type { Position } from './distance';

/** A stop as its time is worked out. Instants are in ms. */
export type TimedStop = {
  id: string;
  /** The address as text: two stops at one address are next to each other. */
  location: string;
  /** Null while the position of the dock is not known. */
  position: Position | null;
  estimatedGallonsTenths: GallonTenths;
  /** Its time slot. */
  beginsAt: number;
  endsAt: number;
  enRoute: boolean;
  /** About when the driver on the way should be there, as the customer was told; null before. */
  arrivalAt: number | null;
};

/** When the driver should be at a stop (ms), and its lateness: minutes after its time slot, 0 in time. */
export type ExpectedStop = { id: string; expectedAt: number; lateMinutes: number };

const MINUTE_MS = 60_000;

/**
 * When the driver should be at each stop, in the order in which they are made: the way to it after all
 * before it. A stop that the driver has not set out for waits for its time slot. Rough figures, so that
 * lateness is said while something can still be done about it.
 *
 * @param from where the driver is; null while that is not known
 */
export function expectStops(
  stops: readonly TimedStop[],
  { now, from }: { now: number; from: Position | null },
): ExpectedStop[] {
  let freeAt = now;
  let last: StopPosition = { location: null, position: from };
  return stops.map((stop) => {
    const expectedAt = expectedAtOf(stop, last, freeAt);
    freeAt = expectedAt + stopMinutes(stop.estimatedGallonsTenths) * MINUTE_MS;
    last = stop;
    return { id: stop.id, expectedAt, lateMinutes: lateMinutes(expectedAt, stop.endsAt) };
  });
}

type StopPosition = { location: string | null; position: Position | null };

function expectedAtOf(stop: TimedStop, last: StopPosition, freeAt: number): number {
  const isFirst = last.location === null;
  const isWayKnown = last.position !== null && stop.position !== null;
  // Where the driver is not seen to move, what the customer was told holds.
  if (stop.arrivalAt !== null && isFirst && !isWayKnown) return Math.max(freeAt, stop.arrivalAt);
  const reachedAt = freeAt + wayMinutes(last, stop) * MINUTE_MS;
  return stop.enRoute ? reachedAt : Math.max(reachedAt, stop.beginsAt);
}

function wayMinutes(from: StopPosition, to: StopPosition): number {
  return from.location === to.location ? LEAST_MINUTES : travelMinutes(from.position, to.position);
}

const lateMinutes = (expectedAt: number, endsAt: number) =>
  Math.max(0, Math.ceil((expectedAt - endsAt) / MINUTE_MS));

/** The instants (ms) at which a time slot of a date begins and ends in the business's zone. */
export function timeSlotInstants(date: CalendarDate, slotIndex: number, timeZone: string) {
  const { startMinutes, endMinutes } = timeSlotOf(slotIndex);
  return {
    beginsAt: instantOf({ date, minutes: startMinutes }, timeZone),
    endsAt: instantOf({ date, minutes: endMinutes }, timeZone),
  };
}

/** What of a driver's day is expected late; null where nothing is. */
export type Lateness = { stops: number; mostMinutes: number };

/** How many stops are expected late, and the most minutes of one; null where none is. */
export function latenessOf(expected: readonly ExpectedStop[]): Lateness | null {
  const late = expected.filter(({ lateMinutes }) => lateMinutes > 0);
  if (late.length === 0) return null;
  return { stops: late.length, mostMinutes: Math.max(...late.map((stop) => stop.lateMinutes)) };
}

/** Up to this many minutes people count in minutes. */
const MOST_MINUTES = 90;

/** "25 min late", and above 90 minutes "2 h late"; null in time. */
export function lateText(minutes: number): string | null {
  if (minutes <= 0) return null;
  return minutes > MOST_MINUTES ? `${Math.round(minutes / 60)} h late` : `${minutes} min late`;
}
