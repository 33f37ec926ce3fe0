import { type CalendarDate, formatMonthDay } from '@/domain/dates';

/** Formats a date such as "Jun 13 2026", for screens that show several years. */
export const shortDate = (date: CalendarDate): string =>
  `${formatMonthDay(date)} ${date.slice(0, 4)}`;
