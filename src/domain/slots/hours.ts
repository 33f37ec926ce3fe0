/**
 * The owner's hours: which time windows each weekday has, how far ahead customers may book, and when
 * the business is closed. They're set in Settings → Hours.
 */

import { WEEKDAYS } from '../account/recurring';
import { addDays, type CalendarDate, formatLongDate, formatMonthDay, weekdayOf } from '../dates';
import { BOOKING_DAYS, TIME_SLOTS, type TimeSlot, timeSlotOf } from './time-slots';

/** A time window on a weekday (0 is Sunday). `places` is null if the default capacity applies. */
export type HoursWindow = { weekday: number; index: number; places: number | null };

/** A day without deliveries, and the reason that customers read. */
export type ClosedDay = { date: CalendarDate; reason: string };

export type Hours = {
  windows: readonly HoursWindow[];
  /** Minutes before its start at which a window closes. Null means the server's default. */
  leadMinutes: number | null;
  /** Number of dates that can be booked, including today. */
  daysAhead: number;
  /** The first and the last day of the season. Null means no limit. */
  seasonFirst: CalendarDate | null;
  seasonLast: CalendarDate | null;
  closedDays: readonly ClosedDay[];
};

export const WEEKDAY_NUMBERS = [0, 1, 2, 3, 4, 5, 6] as const;

/** The hours that apply until the owner sets others. */
export const FIRST_HOURS: Hours = {
  windows: WEEKDAY_NUMBERS.flatMap((weekday) =>
    TIME_SLOTS.map(({ index }) => ({ weekday, index, places: null })),
  ),
  leadMinutes: null,
  daysAhead: BOOKING_DAYS,
  seasonFirst: null,
  seasonLast: null,
  closedDays: [],
};

export const MAX_DAYS_AHEAD = 60;
export const MAX_LEAD_MINUTES = 7 * 1_440;
export const MAX_WINDOWS_A_DAY = 24;
export const MAX_CLOSED_DAYS = 200;
export const MAX_REASON = 80;

/** Returns the windows of a weekday, in order. Closed dates don't matter here. */
export function windowsOn({ windows }: Pick<Hours, 'windows'>, weekday: number): HoursWindow[] {
  return windows
    .filter((window) => window.weekday === weekday)
    .toSorted((a, b) => a.index - b.index);
}

/** Returns the time windows of a date's weekday, in order, even if the date is closed. */
export const weekdayTimeSlots = (hours: Hours, date: CalendarDate): TimeSlot[] =>
  windowsOn(hours, weekdayOf(date)).map(({ index }) => timeSlotOf(index));

/** Returns the time windows that customers can book on a date. A closed date has none. */
export const timeSlotsOn = (hours: Hours, date: CalendarDate): TimeSlot[] =>
  closedReason(hours, date) === null ? weekdayTimeSlots(hours, date) : [];

/**
 * Returns the window if the hours have it on this date, otherwise null. A closed date has no
 * windows.
 */
export function windowOn(hours: Hours, date: CalendarDate, index: number): HoursWindow | null {
  if (closedReason(hours, date) !== null) return null;
  const weekday = weekdayOf(date);
  return (
    hours.windows.find((window) => window.weekday === weekday && window.index === index) ?? null
  );
}

/** Returns why a date is closed, as customers read it, or null if it isn't. */
export function closedReason(hours: Hours, date: CalendarDate): string | null {
  const closed = hours.closedDays.find((day) => day.date === date);
  if (closed) return closed.reason;
  const { seasonFirst, seasonLast } = hours;
  const isOutside =
    (seasonFirst !== null && date < seasonFirst) || (seasonLast !== null && date > seasonLast);
  if (isOutside) return OUT_OF_SEASON;
  const weekday = weekdayOf(date);
  const hasWindows = hours.windows.some((window) => window.weekday === weekday);
  return hasWindows ? null : `Closed on ${WEEKDAYS[weekday]}s`;
}

export const OUT_OF_SEASON = 'Closed for the season';

/** Returns two windows that overlap, or null if none do. A window may start when another ends. */
export function overlapIn(timeSlots: readonly TimeSlot[]): [TimeSlot, TimeSlot] | null {
  const sorted = timeSlots.toSorted((a, b) => a.startMinutes - b.startMinutes);
  for (const [i, next] of sorted.entries()) {
    const before = sorted[i - 1];
    if (before && next.startMinutes < before.endMinutes) return [before, next];
  }
  return null;
}

type SlotKey = { date: CalendarDate; slotIndex: number };

/**
 * Returns the windows to block when the hours change, so that a day that staff closed stays closed.
 * Those are new windows that overlap a blocked one, and all new windows of a day on which every
 * window was blocked.
 */
export function blocksToCarry(before: Hours, after: Hours, blocked: readonly SlotKey[]): SlotKey[] {
  const onDate = Map.groupBy(blocked, ({ date }) => date);
  return [...onDate].flatMap(([date, keys]) => {
    const indexes = new Set(keys.map(({ slotIndex }) => slotIndex));
    const old = weekdayTimeSlots(before, date);
    const isWhole = old.length > 0 && old.every(({ index }) => indexes.has(index));
    const closed = [...indexes].map(timeSlotOf);
    return weekdayTimeSlots(after, date)
      .filter((slot) => !indexes.has(slot.index))
      .filter((slot) => isWhole || closed.some((other) => overlapIn([slot, other]) !== null))
      .filter((slot) => !old.some(({ index }) => index === slot.index))
      .map(({ index }) => ({ date, slotIndex: index }));
  });
}

/** Formats the windows of a weekday: "10:00 AM - 12:00 PM (5 spots), 12:00 PM - 2:00 PM". */
export function windowsText(windows: readonly HoursWindow[]): string {
  return windows.length === 0 ? 'Closed' : windows.map(windowText).join(', ');
}

/** Formats a window, with its number of spots if it has its own: "4:00 PM - 6:00 PM (3 spots)". */
export const windowText = ({ index, places }: HoursWindow): string =>
  `${timeSlotOf(index).label}${places === null ? '' : ` (${places} spot${places === 1 ? '' : 's'})`}`;

/** Returns the US federal holidays of a year, in order, on their own dates. */
export function holidaysOf(year: number): ClosedDay[] {
  const on = (month: number, day: number) =>
    `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const nth = (month: number, weekday: number, count: number) => {
    const first = on(month, 1);
    return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + (count - 1) * 7);
  };
  const lastMondayOfMay = addDays(on(5, 31), -((weekdayOf(on(5, 31)) + 6) % 7));
  const [monday, thursday] = [1, 4];
  return [
    { date: on(1, 1), reason: 'New Year’s Day' },
    { date: nth(1, monday, 3), reason: 'Martin Luther King Jr. Day' },
    { date: nth(2, monday, 3), reason: 'Presidents’ Day' },
    { date: lastMondayOfMay, reason: 'Memorial Day' },
    { date: on(6, 19), reason: 'Juneteenth' },
    { date: on(7, 4), reason: 'Independence Day' },
    { date: nth(9, monday, 1), reason: 'Labor Day' },
    { date: nth(10, monday, 2), reason: 'Columbus Day' },
    { date: on(11, 11), reason: 'Veterans Day' },
    { date: nth(11, thursday, 4), reason: 'Thanksgiving' },
    { date: on(12, 25), reason: 'Christmas Day' },
  ];
}

/** Returns the holidays of the next 12 months that aren't closed days yet. */
export function suggestedHolidays(hours: Pick<Hours, 'closedDays'>, today: CalendarDate) {
  const year = Number(today.slice(0, 4));
  const until = addDays(today, 365);
  const known = new Set(hours.closedDays.map(({ date }) => date));
  return [...holidaysOf(year), ...holidaysOf(year + 1)].filter(
    ({ date }) => date >= today && date < until && !known.has(date),
  );
}

/** Formats a lead time: "none", "90 minutes", "2 hours", "3 days". */
export function leadText(minutes: number): string {
  const [size, unit] =
    minutes % 1_440 === 0 ? [1_440, 'day'] : minutes % 60 === 0 ? [60, 'hour'] : [1, 'minute'];
  const count = minutes / size;
  return minutes === 0 ? 'none' : `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** Formats a season, including weekdays and years: "Friday, May 1, 2026 to …". */
export function seasonText({ seasonFirst, seasonLast }: Pick<Hours, 'seasonFirst' | 'seasonLast'>) {
  if (!seasonFirst && !seasonLast) return 'All year';
  if (!seasonLast) return `From ${formatLongDate(seasonFirst ?? '')}`;
  if (!seasonFirst) return `Until ${formatLongDate(seasonLast)}`;
  return `${formatLongDate(seasonFirst)} to ${formatLongDate(seasonLast)}`;
}

/** Formats a closed day: "Nov 26, 2026 (Thanksgiving)". */
export const closedDayText = ({ date, reason }: ClosedDay) =>
  `${formatMonthDay(date)}, ${date.slice(0, 4)} (${reason})`;
