import type { CalendarDate } from '@/domain/dates';
import type { TimeSlotState } from '@/domain/slots/time-slots';

/** One date of the order form. */
export type DayView = {
  date: CalendarDate;
  /** False when no time slot can be booked: the form shows 'No slots'. */
  bookable: boolean;
  /** Without the time slots that have passed. */
  timeSlots: { label: string; state: Exclude<TimeSlotState, 'passed'> }[];
};

/** The 14 dates that customers may book, from today on. */
export type BookingWindow = { today: CalendarDate; days: DayView[] };
