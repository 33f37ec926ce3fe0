import type { CalendarDate } from '@/domain/dates';

/** The ways to group the deliveries of a day. */
export const ARRANGEMENTS = ['window', 'driver'] as const;
export type Arrangement = (typeof ARRANGEMENTS)[number];

/** The filter that lists the deliveries of the time slots with a wind warning. */
export const WINDY = 'Windy';

/** The day that's shown, its grouping and filter, and the open appointment. */
export type DayChoice = {
  /** Null for today. */
  date: CalendarDate | null;
  by: Arrangement;
  /** The appointment shown in the side panel. */
  openId: string | null;
  /** The words that the listed deliveries must have; empty for all. */
  filter: string;
};
