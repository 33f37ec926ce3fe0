import { addDays, type CalendarDate } from '@/domain/dates';
import { type Hours, timeSlotsOn } from '@/domain/slots/hours';
import { firstUnblocked, LOOK_AHEAD_DAYS } from '@/domain/slots/time-slots';
import type { AnyCall } from '@/server/config/call';
import { todayOf } from '@/server/config/deps';
import { readStoredHours } from './hours.repository';
import { slotsMemoryOf } from './slots.memory';
import { selectBlocked } from './slots.repository';
import type { BookingWindow } from './slots.view';

/** Returns the owner's hours. */
export const readHours = ({ deps }: AnyCall): Promise<Hours> => readStoredHours(deps.db)();

/** Returns all dates that can be booked with their time windows for the order form, in one call. */
export async function readBookingWindow({ deps }: AnyCall): Promise<BookingWindow> {
  return (await slotsMemoryOf(deps).read()).bookingWindow;
}

/** Returns the number of spots in the booking window that no booked appointment takes. */
export async function readOpenPlaces({ deps }: AnyCall): Promise<number> {
  return (await slotsMemoryOf(deps).read()).openPlaces;
}

/** Returns the labels of a date's available windows. Empty outside the booking window. */
export async function readOpenTimeSlots(
  { deps }: AnyCall,
  input: { date: CalendarDate },
): Promise<string[]> {
  return (await slotsMemoryOf(deps).read()).open.get(input.date) ?? [];
}

/**
 * Returns the first date after the booking window that isn't closed or blocked, for a form without
 * an open date. Returns null if there is none.
 */
export async function readReopening({ deps }: AnyCall): Promise<CalendarDate | null> {
  const hours = await readHours({ deps });
  const after = addDays(todayOf(deps), hours.daysAhead);
  const until = addDays(after, LOOK_AHEAD_DAYS);
  const [blocked] = await deps.db.read((orm) => [
    selectBlocked(orm, { first: after, last: until }),
  ]);
  return firstUnblocked(after, blocked, (date) =>
    timeSlotsOn(hours, date).map(({ index }) => index),
  );
}
