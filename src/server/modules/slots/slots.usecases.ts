import type { CalendarDate } from '@/domain/dates';
import type { AnyCall } from '@/server/config/call';
import { slotsMemoryOf } from './slots.memory';
import type { BookingWindow } from './slots.view';

/** All 14 dates with their time slots for the order form, in one call. */
export async function readBookingWindow({ deps }: AnyCall): Promise<BookingWindow> {
  return (await slotsMemoryOf(deps).read()).bookingWindow;
}

/** How many places of the 14 dates no kept appointment takes. */
export async function readOpenPlaces({ deps }: AnyCall): Promise<number> {
  return (await slotsMemoryOf(deps).read()).openPlaces;
}

/** The labels of a date's available time slots; none outside the 14 dates. */
export async function readOpenTimeSlots(
  { deps }: AnyCall,
  input: { date: CalendarDate },
): Promise<string[]> {
  return (await slotsMemoryOf(deps).read()).open.get(input.date) ?? [];
}
