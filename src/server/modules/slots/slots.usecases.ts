import { addDays, type CalendarDate } from '@/domain/dates';
import { bookingDates, firstUnblocked, LOOK_AHEAD_DAYS } from '@/domain/slots/time-slots';
import type { AnyCall } from '@/server/config/call';
import { todayOf } from '@/server/config/deps';
import { slotsMemoryOf } from './slots.memory';
import { selectBlocked } from './slots.repository';
import type { BookingWindow } from './slots.view';

/** Returns all 14 dates with their time windows for the order form, in one call. */
export async function readBookingWindow({ deps }: AnyCall): Promise<BookingWindow> {
  return (await slotsMemoryOf(deps).read()).bookingWindow;
}

/** Returns the number of spots in the 14 dates that no booked appointment takes. */
export async function readOpenPlaces({ deps }: AnyCall): Promise<number> {
  return (await slotsMemoryOf(deps).read()).openPlaces;
}

/** Returns the labels of a date's available windows. Empty outside the 14 dates. */
export async function readOpenTimeSlots(
  { deps }: AnyCall,
  input: { date: CalendarDate },
): Promise<string[]> {
  return (await slotsMemoryOf(deps).read()).open.get(input.date) ?? [];
}

/**
 * Returns the first date after the booking window that staff haven't blocked, for a form without
 * an open date. Null if we can't name one.
 */
export async function readReopening({ deps }: AnyCall): Promise<CalendarDate | null> {
  const after = addDays(bookingDates(todayOf(deps)).at(-1) ?? todayOf(deps), 1);
  const until = addDays(after, LOOK_AHEAD_DAYS);
  const [blocked] = await deps.db.read((orm) => [
    selectBlocked(orm, { first: after, last: until }),
  ]);
  return firstUnblocked(after, blocked);
}
