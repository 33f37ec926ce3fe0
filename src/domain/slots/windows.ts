import { addDays, type CalendarDate, datesFrom } from '../calendar';
import { type LocalMoment, localMoment } from '../time';

/** One delivery window of a day; minutes are counted from midnight, local time. */
export type TimeWindow = { index: number; label: string; startMinutes: number; endMinutes: number };

/** The three windows of each day (customer section 9). Sorted by index, never by label (D11). */
export const TIME_WINDOWS: readonly TimeWindow[] = [
  { index: 0, label: '10:00 AM - 12:00 PM', startMinutes: 600, endMinutes: 720 },
  { index: 1, label: '12:00 PM - 2:00 PM', startMinutes: 720, endMinutes: 840 },
  { index: 2, label: '2:00 PM - 4:00 PM', startMinutes: 840, endMinutes: 960 },
];

/** Dates that can be booked, today included (D1). */
export const BOOKING_DAYS = 14;
/** Places in a window for which nothing else is stored (D8). */
export const DEFAULT_CAPACITY = 1;
/** Months a bulk block covers unless told (staff section 9). */
export const BULK_BLOCK_MONTHS = 8;

/** The window with that label, or null. */
export function windowByLabel(label: string): TimeWindow | null {
  return TIME_WINDOWS.find((window) => window.label === label) ?? null;
}

/** The label of a window; throws on an index that does not exist, because only code can cause it. */
export function windowLabel(index: number): string {
  const window = TIME_WINDOWS[index];
  if (!window) throw new RangeError(`no time window ${index}`);
  return window.label;
}

/** The dates that can be booked at this moment: 14 in a row from today. */
export function bookingDates(today: CalendarDate): CalendarDate[] {
  return datesFrom(today, BOOKING_DAYS);
}

/** What the cut-off rule needs to know of the business. `leadMinutes` is BOOKING_LEAD_MINUTES. */
export type CutOff = { timeZone: string; leadMinutes: number };

/**
 * True while a window can still be booked by time alone: inside the 14 dates, and before its start
 * less the lead time (D1, D3). At the very minute of the start it has passed.
 */
export function isWithinBookingTime(
  date: CalendarDate,
  window: TimeWindow,
  now: number,
  cutOff: CutOff,
): boolean {
  const today = localMoment(now, cutOff.timeZone).date;
  if (date < today || date > addDays(today, BOOKING_DAYS - 1)) return false;
  return !hasStarted(date, window, localMoment(now + cutOff.leadMinutes * 60_000, cutOff.timeZone));
}

/**
 * True while staff may still put a delivery into a window: inside the 14 dates and until it ends.
 * They know who is on the water, so neither the start nor the lead time binds them.
 */
export function isWithinStaffTime(
  date: CalendarDate,
  window: TimeWindow,
  now: number,
  timeZone: string,
): boolean {
  const clock = localMoment(now, timeZone);
  if (date < clock.date || date > addDays(clock.date, BOOKING_DAYS - 1)) return false;
  return date > clock.date || clock.minutes < window.endMinutes;
}

/** True from the minute a window starts, by the clock given. */
export function hasStarted(date: CalendarDate, window: TimeWindow, clock: LocalMoment): boolean {
  return date < clock.date || (date === clock.date && clock.minutes >= window.startMinutes);
}

/** How a window looks to a customer. `passed` ones are hidden (customer section 5). */
export type WindowState = 'open' | 'passed' | 'blocked' | 'booked';
/** How a window looks to staff (D5). */
export type StaffWindowState = 'Available' | 'Blocked' | 'Booked';

/** A window's stored facts: places, and how many bookings occupy it (D8, D9). */
export type WindowOccupancy = { isAvailable: boolean; capacity: number; occupied: number };

/** The state a customer sees. */
export function windowState(occupancy: WindowOccupancy, withinBookingTime: boolean): WindowState {
  if (!withinBookingTime) return 'passed';
  if (isFull(occupancy)) return 'booked';
  return takesBookings(occupancy) ? 'open' : 'blocked';
}

/** The state staff see: a full window is Booked even where it was blocked afterwards. */
export function staffWindowState(occupancy: WindowOccupancy): StaffWindowState {
  if (isFull(occupancy)) return 'Booked';
  return takesBookings(occupancy) ? 'Available' : 'Blocked';
}

function isFull({ occupied, capacity }: WindowOccupancy): boolean {
  return occupied > 0 && occupied >= capacity;
}

/** A capacity of 0 blocks a window as surely as the switch does. */
function takesBookings({ isAvailable, capacity }: WindowOccupancy): boolean {
  return isAvailable && capacity > 0;
}
