/** The time zones that the business has had. Each keeps what happened while it was in force. */
import * as z from 'zod/mini';
import type { CalendarDate } from './dates';
import { timeSlotInstants } from './route/lateness';
import { type ClockOffset, clockOffsets, instantOf, type LocalMoment, localMoment } from './time';

/** A time zone, and the instant (ms) from which it's in force. */
export type ZoneSince = { zone: string; from: number };

/** All time zones of the business, oldest first. The last one is in force. */
export type Zones = readonly [ZoneSince, ...ZoneSince[]];

/** Returns the history of a business that has never changed its time zone. */
export const onlyZone = (zone: string): Zones => [{ zone, from: 0 }];

/** Returns the history after a change at an instant (ms). */
export const withZone = (zones: Zones, zone: string, from: number): Zones => [
  ...zones,
  { zone, from },
];

/** Returns the time zone in force and its instant. */
export const presentZone = (zones: Zones): ZoneSince => zones.at(-1) ?? zones[0];

/** Returns the time zone that was in force at an instant (ms). */
export function zoneAt(zones: Zones, instant: number): string {
  return (zones.findLast(({ from }) => from <= instant) ?? zones[0]).zone;
}

/**
 * Returns the number of the time zone for a date and time, counted from 0. What was before a change
 * keeps its zone, and everything later moves to the new one.
 */
export function zoneNumberOn(zones: Zones, moment: LocalMoment): number {
  const number = zones.findLastIndex(({ zone, from }) => instantOf(moment, zone) >= from);
  return Math.max(0, number);
}

/** Returns the offsets from UTC between two instants (ms), across all changes of the time zone. */
export function offsetsOf(zones: Zones, from: number, to: number): ClockOffset[] {
  return zones.flatMap((since, number) => {
    const start = Math.max(since.from, from);
    const end = Math.min((zones[number + 1]?.from ?? Number.POSITIVE_INFINITY) - 1, to);
    return start <= end ? clockOffsets(since.zone, start, end) : [];
  });
}

/** Some of the upcoming deliveries: all those in one window. */
export type UpcomingWindow = { date: CalendarDate; slotIndex: number; deliveries: number };

/** What another time zone would mean for the upcoming deliveries. */
export type ZoneEffect = {
  deliveries: number;
  /** How many of them would be at another instant. */
  moved: number;
  /** How much later they would be, in minutes. Negative if earlier, null if it differs. */
  laterMinutes: number | null;
};

/** Returns what a change of the time zone would mean. All deliveries keep their date and window. */
export function zoneEffect(
  windows: readonly UpcomingWindow[],
  { from, to }: { from: string; to: string },
): ZoneEffect {
  const moves = windows.map(({ date, slotIndex, deliveries }) => {
    const [before, after] = [from, to].map((zone) => timeSlotInstants(date, slotIndex, zone));
    return { deliveries, laterMs: (after?.beginsAt ?? 0) - (before?.beginsAt ?? 0) };
  });
  const moved = moves.filter(({ laterMs }) => laterMs !== 0);
  const [laterMs = 0, ...others] = new Set(moved.map((move) => move.laterMs));
  return {
    deliveries: countOf(moves),
    moved: countOf(moved),
    laterMinutes: others.length > 0 ? null : laterMs / 60_000,
  };
}

const countOf = (moves: readonly { deliveries: number }[]) =>
  moves.reduce((sum, { deliveries }) => sum + deliveries, 0);

/** Returns the earlier of today's dates in two time zones. */
export function earlierToday(now: number, zones: readonly [string, string]): CalendarDate {
  const [first = ''] = zones.map((zone) => localMoment(now, zone).date).sort();
  return first;
}

/** Formats a length: "1 hour", "2 hours and 30 minutes". */
export function lengthText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const parts = [counted(hours, 'hour'), counted(rest, 'minute')].filter(Boolean);
  return parts.join(' and ');
}

const counted = (count: number, what: string) =>
  count === 0 ? '' : `${count} ${what}${count === 1 ? '' : 's'}`;

export const ZONE_MESSAGES = {
  zone: 'Select a time zone from the list.',
} as const;

const LONGEST_ZONE = 60;
const zoneName = z
  .string(ZONE_MESSAGES.zone)
  .check(z.trim(), z.minLength(1, ZONE_MESSAGES.zone), z.maxLength(LONGEST_ZONE));

/** Asks what a time zone would mean. */
export const zoneEffectSchema = z.object({ timeZone: zoneName });

/** Changes the time zone. `read` is the one that the form showed. */
export const zoneChangeSchema = z.object({ timeZone: zoneName, read: zoneName });
