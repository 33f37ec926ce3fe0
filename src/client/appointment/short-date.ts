import { type CalendarDate, formatMonthDay } from '@/domain/dates';

/** "Jun 13 2026", where the year is not plain. */
export const shortDate = (date: CalendarDate): string =>
  `${formatMonthDay(date)} ${date.slice(0, 4)}`;
