/**
 * Calendar dates as strings, without a clock or a zone (D4). Safe in any browser: it needs no
 * Temporal, and reads dates through UTC so that no local offset can move a day.
 */
export type CalendarDate = string;

/** True for a real date written YYYY-MM-DD (2026-02-30 is not one). */
export function isCalendarDate(value: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  if (!match) return false;
  const date = utc(value);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === value;
}

/** The date `days` calendar days later (or earlier, when negative). */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  const moved = utc(date);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

/** In UTC every day has 24 hours. */
const UTC_DAY_MS = 86_400_000;

/** How many days `to` comes after `from`; less than 0 where it comes before. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return (utc(to).getTime() - utc(from).getTime()) / UTC_DAY_MS;
}

/** The date the same day of the month `months` later, or the month's last day when it is shorter. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const start = utc(date);
  const target = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months, 1));
  const lastDay = new Date(
    Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0),
  ).getUTCDate();
  target.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return target.toISOString().slice(0, 10);
}

/** `count` dates in a row, the first one included. */
export function datesFrom(first: CalendarDate, count: number): CalendarDate[] {
  return Array.from({ length: count }, (_, day) => addDays(first, day));
}

/** The Monday of that date's week. */
export function startOfWeek(date: CalendarDate): CalendarDate {
  return addDays(date, -((utc(date).getUTCDay() + 6) % 7));
}

/** The first day of that date's month. */
export function startOfMonth(date: CalendarDate): CalendarDate {
  return `${date.slice(0, 7)}-01`;
}

/** Every date from the first to the last, both included; none when the last comes before the first. */
export function datesBetween(first: CalendarDate, last: CalendarDate): CalendarDate[] {
  const dates: CalendarDate[] = [];
  for (let date = first; date <= last; date = addDays(date, 1)) dates.push(date);
  return dates;
}

function utc(date: CalendarDate): Date {
  return new Date(`${date}T00:00:00Z`);
}

const longFormat = dateFormat({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });
const shortWeekday = dateFormat({ weekday: 'short' });
const monthAndYear = dateFormat({ month: 'short', year: 'numeric' });
const shortMonthDay = dateFormat({ month: 'short', day: 'numeric' });

/** Made at its first use: the first one of a process takes 20 ms. */
function dateFormat(options: Intl.DateTimeFormatOptions): (date: CalendarDate) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (date) => {
    format ??= new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
    return format.format(utc(date));
  };
}

/** "Saturday, June 13, 2026" (en-US long form, customer section 9). */
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

/** 'just now', '1 minutes ago', '3 hours ago', '2 days ago' (customer section 9, D63). Times in ms. */
export function formatRelativeTime(then: number, now: number): string {
  const minutes = Math.floor((now - then) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} minutes ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} hours ago`;
  return `${Math.floor(hours / 24)} days ago`;
}
