import type { CalendarDate } from '@/domain/dates';
import type { AnyCall } from '@/server/config/call';
import { slotsMemoryOf } from './slots.memory';
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
