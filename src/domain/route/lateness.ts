import type { CalendarDate } from '../dates';
import type { GallonTenths } from '../money';
import { timeSlotOf } from '../slots/time-slots';
import { instantOf } from '../time';
import { LEAST_MINUTES, stopMinutes, travelMinutes } from './arrival';
import type { Position } from './distance';

/** The facts needed to estimate a stop's time. Instants are in ms. */
export type TimedStop = {
  id: string;
  /** The address as text. Stops at the same address are next to each other. */
  location: string;
  /** Null if the dock's position is unknown. */
  position: Position | null;
  estimatedGallonsTenths: GallonTenths;
  /** Start and end of its time window. */
  beginsAt: number;
  endsAt: number;
  enRoute: boolean;
  /** The approximate arrival that the customer was notified of. Null before that. */
  arrivalAt: number | null;
};

/**
 * The estimated arrival (ms) and the lateness in minutes after the window's end, or 0 if on time.
 */
export type ExpectedStop = { id: string; expectedAt: number; lateMinutes: number };

const MINUTE_MS = 60_000;

/**
 * Estimates the arrival at each stop in order, including travel and the time at earlier stops. If
 * the driver hasn't set out, the first arrival isn't before the window starts. The estimates are
 * rough, but they show staff a delay while they can still act.
 * @param from the driver's position, or null if unknown
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
  // If we can't see where the driver is, keep the estimate that the customer was notified of.
  if (stop.arrivalAt !== null && isFirst && !isWayKnown) return Math.max(freeAt, stop.arrivalAt);
  const reachedAt = freeAt + wayMinutes(last, stop) * MINUTE_MS;
  return stop.enRoute ? reachedAt : Math.max(reachedAt, stop.beginsAt);
}

/** Returns the travel time from one stop to the next, in minutes. */
export function wayMinutes(from: StopPosition, to: StopPosition): number {
  return from.location === to.location ? LEAST_MINUTES : travelMinutes(from.position, to.position);
}

const lateMinutes = (expectedAt: number, endsAt: number) =>
  Math.max(0, Math.ceil((expectedAt - endsAt) / MINUTE_MS));

/** Returns the start and end of a time window, as instants (ms), in the business's time zone. */
export function timeSlotInstants(date: CalendarDate, slotIndex: number, timeZone: string) {
  const { startMinutes, endMinutes } = timeSlotOf(slotIndex);
  const beginsAt = instantOf({ date, minutes: startMinutes }, timeZone);
  const endsAt = instantOf({ date, minutes: endMinutes }, timeZone);
  // When clocks are set forward, a window in the skipped hour would end before it starts.
  return { beginsAt, endsAt: Math.max(beginsAt, endsAt) };
}

/** A driver's late stops, or null if there are none. */
export type Lateness = { stops: number; mostMinutes: number };

/**
 * Returns the number of late stops and the largest lateness in minutes, or null if none is late.
 */
export function latenessOf(expected: readonly ExpectedStop[]): Lateness | null {
  const late = expected.filter(({ lateMinutes }) => lateMinutes > 0);
  if (late.length === 0) return null;
  return { stops: late.length, mostMinutes: Math.max(...late.map((stop) => stop.lateMinutes)) };
}

/** Longer times are shown in hours. */
const MOST_MINUTES = 90;

/** Formats "25 min", or "2 h" above 90 minutes. */
export const lateDuration = (minutes: number): string =>
  minutes > MOST_MINUTES ? `${Math.round(minutes / 60)} h` : `${minutes} min`;

/** Formats "25 min late", or "2 h late" above 90 minutes. Returns null if on time. */
export function lateText(minutes: number): string | null {
  return minutes <= 0 ? null : `${lateDuration(minutes)} late`;
}
