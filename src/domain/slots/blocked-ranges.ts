import { type CalendarDate, datesBetween, daysBetween } from '../dates';
import { MAX_BULK_DAYS } from './calendar.schema';
import { type Hours, timeSlotsOn } from './hours';

/** Consecutive days that staff blocked in the same way, including both ends. */
export type BlockedRange = {
  from: CalendarDate;
  to: CalendarDate;
  /** Labels of each day's blocked windows, or null if the whole day is blocked. */
  windows: string[] | null;
};

/** The indexes of a date's blocked windows. */
export type BlockedDay = { date: CalendarDate; indexes: readonly number[] };

/**
 * Merges blocked days into ranges. Days that the owner's hours close have their own list in
 * Settings, so they don't start, end, or split a range. No range is longer than one bulk action,
 * so that staff can open each in one step.
 *
 * @param blocked the days in order
 */
export function blockedRanges(hours: Hours, blocked: readonly BlockedDay[]): BlockedRange[] {
  const ranges: BlockedRange[] = [];
  for (const { date, indexes } of blocked) {
    const offered = timeSlotsOn(hours, date);
    const taken = offered.filter(({ index }) => indexes.includes(index));
    if (taken.length === 0) continue;
    const windows = taken.length === offered.length ? null : taken.map(({ label }) => label);
    const last = ranges.at(-1);
    if (last && String(last.windows) === String(windows) && follows(hours, last, date)) {
      last.to = date;
    } else {
      ranges.push({ from: date, to: date, windows });
    }
  }
  return ranges;
}

/** True if a date continues a range: every day between them is closed. */
const follows = (hours: Hours, { from, to }: BlockedRange, date: CalendarDate) =>
  daysBetween(from, date) < MAX_BULK_DAYS &&
  datesBetween(to, date)
    .slice(1, -1)
    .every((between) => timeSlotsOn(hours, between).length === 0);
