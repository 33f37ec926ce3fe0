/**
 * Calendar dates as strings, without a clock or a time zone. This works in every browser because it
 * doesn't use Temporal. Dates are parsed as UTC, so a local offset can't change the day.
 *
 * Dates are compared as text, which is correct only for years with four digits. Arithmetic that
 * would leave the years 0000 to 9999 throws a `RangeError`, so a loop over dates always ends.
 */
export type CalendarDate = string;

/** The earliest and the latest date that a caller may send. */
export const FIRST_DATE: CalendarDate = '2000-01-01';
export const LAST_DATE: CalendarDate = '2100-12-31';

/** Maximum length, in days, of a range that is read or changed day by day. */
export const MAX_RANGE_DAYS = 1_100;

/**
 * True for a real date written YYYY-MM-DD (2026-02-30 isn't one) from `FIRST_DATE` to `LAST_DATE`.
 */
export function isCalendarDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  const isReal = !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === value;
  return isReal && FIRST_DATE <= value && value <= LAST_DATE;
}

/** Returns the date `days` calendar days later, or earlier if `days` is negative. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  const moved = utc(date);
  moved.setUTCDate(moved.getUTCDate() + days);
  return isoDateOf(moved);
}

const UTC_DAY_MS = 86_400_000;

/** Returns the number of days from `from` to `to`, negative if `to` is earlier. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return (utc(to).getTime() - utc(from).getTime()) / UTC_DAY_MS;
}

/**
 * Returns the same day of the month, `months` later. If that month is shorter, returns its last
 * day.
 */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const start = utc(date);
  const target = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months, 1));
  const lastDay = new Date(
    Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0),
  ).getUTCDate();
  target.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return isoDateOf(target);
}

/**
 * Returns the number of months from the month of `from` to the month of `to`, negative if `to` is
 * earlier.
 */
export function monthsApart(from: CalendarDate, to: CalendarDate): number {
  const [start, end] = [utc(from), utc(to)];
  const years = end.getUTCFullYear() - start.getUTCFullYear();
  return years * 12 + end.getUTCMonth() - start.getUTCMonth();
}

/**
 * Returns `count` consecutive dates, starting with `first`.
 *
 * @throws RangeError if `count` exceeds the longest range
 */
export function datesFrom(first: CalendarDate, count: number): CalendarDate[] {
  if (count > MAX_RANGE_DAYS + 1) throw new RangeError(`${count} dates are too many`);
  const start = utc(first).getTime();
  return Array.from({ length: count }, (_, day) => isoDateOf(new Date(start + day * UTC_DAY_MS)));
}

/** Returns the date's day of the week. 0 is Sunday. */
export const weekdayOf = (date: CalendarDate): number => utc(date).getUTCDay();

/** Returns the Monday of the date's week. */
export function startOfWeek(date: CalendarDate): CalendarDate {
  return addDays(date, -((weekdayOf(date) + 6) % 7));
}

/** Returns the first day of the date's month. */
export function startOfMonth(date: CalendarDate): CalendarDate {
  return `${date.slice(0, 7)}-01`;
}

/**
 * Returns every date from `first` to `last`, both included. Returns an empty list if `last` is
 * before `first`.
 *
 * @throws RangeError if the range is longer than `MAX_RANGE_DAYS`
 */
export function datesBetween(first: CalendarDate, last: CalendarDate): CalendarDate[] {
  return datesFrom(first, Math.max(0, daysBetween(first, last) + 1));
}

function utc(date: CalendarDate): Date {
  const parsed = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(parsed.getTime())) throw new RangeError(`${date} isn't a date`);
  return parsed;
}

const ISO_LENGTH = '2000-01-01T00:00:00.000Z'.length;

/** A year with a sign or a fifth digit would sort before all others, so it's rejected. */
function isoDateOf(date: Date): CalendarDate {
  const text = date.toISOString();
  if (text.length !== ISO_LENGTH) throw new RangeError(`${text} isn't in the years 0000 to 9999`);
  return text.slice(0, 10);
}

const longFormat = dateFormat({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });
const shortWeekday = dateFormat({ weekday: 'short' });
const monthAndYear = dateFormat({ month: 'short', year: 'numeric' });
const shortMonthDay = dateFormat({ month: 'short', day: 'numeric' });

/** Creates the format on first use, because creating the first one of a process takes 20 ms. */
function dateFormat(options: Intl.DateTimeFormatOptions): (date: CalendarDate) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (date) => {
    format ??= new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
    return format.format(utc(date));
  };
}

/** "Saturday, June 13, 2026" (en-US long form). */
export function formatLongDate(date: CalendarDate): string {
  return longFormat(date);
}

/** "Sat" */
export function formatWeekday(date: CalendarDate): string {
  return shortWeekday(date);
}

/** "Jun 13" */
export function formatMonthDay(date: CalendarDate): string {
  return shortMonthDay(date);
}

/** "Jun 2026" */
export function formatMonth(date: CalendarDate): string {
  return monthAndYear(date);
}

/** 'just now', '1 minutes ago', '3 hours ago', '2 days ago'. Times in ms. */
export function formatRelativeTime(then: number, now: number): string {
  const minutes = Math.floor((now - then) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} minutes ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} hours ago`;
  return `${Math.floor(hours / 24)} days ago`;
}
