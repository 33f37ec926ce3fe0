import type { CalendarDate } from '@/domain/dates';
import type { TimeSlotState } from '@/domain/slots/time-slots';

/** One date of the order form. */
export type DayView = {
  date: CalendarDate;
  /** False if no window can be booked, so the form shows 'No slots'. */
  bookable: boolean;
  /** Number of spots in its open windows. */
  left: number;
  /** Past windows are left out. */
  timeSlots: { label: string; state: Exclude<TimeSlotState, 'passed'> }[];
  /** Why we're closed on this date, as the owner wrote it. Left out if we aren't. */
  closed?: string;
};

/** The dates that customers can book, starting today. */
export type BookingWindow = { today: CalendarDate; days: DayView[] };
