import { type CalendarDate, isCalendarDate } from '@/domain/calendar';
import { DomainError } from '@/domain/errors';
import type { WindowState } from '@/domain/slots/windows';
import type { Deps } from '@/server/deps';
import { slotsMemoryOf } from './slots.memory';

export type DayView = {
  date: CalendarDate;
  /** False when no window can be booked: the day is shown as 'No slots'. */
  bookable: boolean;
  /** Passed windows are not in the list. */
  windows: { label: string; state: Exclude<WindowState, 'passed'> }[];
};
export type BookingWindow = { today: CalendarDate; days: DayView[] };

/** All 14 dates with their windows, as the booking form shows them; one call (D1, D10). */
export async function readBookingWindow({ deps }: { deps: Deps }): Promise<BookingWindow> {
  return (await slotsMemoryOf(deps).read()).bookingWindow;
}

/** The labels of one date that can still be booked (D5); none outside the 14 dates. */
export async function readOpenWindows(
  { deps }: { deps: Deps },
  input: { date: CalendarDate },
): Promise<string[]> {
  if (!isCalendarDate(input.date)) {
    throw new DomainError('invalid_input', 'Please give a date such as 2026-06-13.', {
      field: 'date',
    });
  }
  return (await slotsMemoryOf(deps).read()).open.get(input.date) ?? [];
}
