import type { CalendarDate } from '@/domain/dates';

/** How the deliveries of a day are arranged. */
export const ARRANGEMENTS = ['window', 'driver'] as const;
export type Arrangement = (typeof ARRANGEMENTS)[number];

/** What is shown of which day. */
export type DayChoice = {
  /** Null for today. */
  date: CalendarDate | null;
  by: Arrangement;
  /** The appointment that is open beside the lines. */
  openId: string | null;
};
