import { addDays, type CalendarDate, datesFrom } from '../dates';
import { type LocalMoment, localMoment } from '../time';

/** A time window of a day. Minutes count from midnight, local time. */
export type TimeSlot = { index: number; label: string; startMinutes: number; endMinutes: number };

/** The 3 time windows of each day. Sort them by index, never by label. */
export const TIME_SLOTS: readonly TimeSlot[] = [
  { index: 0, label: '10:00 AM - 12:00 PM', startMinutes: 600, endMinutes: 720 },
  { index: 1, label: '12:00 PM - 2:00 PM', startMinutes: 720, endMinutes: 840 },
  { index: 2, label: '2:00 PM - 4:00 PM', startMinutes: 840, endMinutes: 960 },
];

/** All window labels, for menus. */
export const TIME_SLOT_LABELS = TIME_SLOTS.map((slot) => slot.label);

/** Number of dates that can be booked, including today. */
export const BOOKING_DAYS = 14;
/** Capacity of a time window if none is stored. */
export const DEFAULT_CAPACITY = 1;
/** Default length of a bulk block, in months. */
export const BULK_BLOCK_MONTHS = 8;

/** Returns the time window with a label, or null. */
export function timeSlotByLabel(label: string): TimeSlot | null {
  return TIME_SLOTS.find((slot) => slot.label === label) ?? null;
}

/**
 * Returns a time window by its index.
 *
 * @throws RangeError if it doesn't exist, which only a bug can cause
 */
export function timeSlotOf(index: number): TimeSlot {
  const timeSlot = TIME_SLOTS[index];
  if (!timeSlot) throw new RangeError(`no time slot ${index}`);
  return timeSlot;
}

/** Returns a time window's label (`10:00 AM - 12:00 PM`) by its index. */
export const timeSlotLabel = (index: number): string => timeSlotOf(index).label;

/** Returns the dates that can be booked: 14, starting today. */
export function bookingDates(today: CalendarDate): CalendarDate[] {
  return datesFrom(today, BOOKING_DAYS);
}

/** The settings of the cut-off rule. `leadMinutes` is BOOKING_LEAD_MINUTES. */
export type CutOff = { timeZone: string; leadMinutes: number };

/** The booking window at a given moment. */
export type BookingTime = {
  today: CalendarDate;
  /** The 14 dates, starting today. */
  dates: CalendarDate[];
  /**
   * True if a time window can still be booked by time alone: within the 14 dates, and before its
   * start minus the lead time. At the exact minute of the start, it's too late.
   */
  isBookable(date: CalendarDate, timeSlot: TimeSlot): boolean;
};

/** Returns the windows that can be booked by time alone at `now` (ms since 1970). */
export function bookingTimeAt(now: number, { timeZone, leadMinutes }: CutOff): BookingTime {
  const today = localMoment(now, timeZone).date;
  const clock = localMoment(now + leadMinutes * 60_000, timeZone);
  const dates = bookingDates(today);
  return {
    today,
    dates,
    isBookable: (date, timeSlot) => dates.includes(date) && !hasStarted(date, timeSlot, clock),
  };
}

/** Applies `bookingTimeAt` to one time window. */
export function isWithinBookingWindow(
  date: CalendarDate,
  timeSlot: TimeSlot,
  now: number,
  cutOff: CutOff,
): boolean {
  return bookingTimeAt(now, cutOff).isBookable(date, timeSlot);
}

/**
 * True if staff may still add a delivery to a time window: within the 14 dates and until it ends.
 * They know who is on the water, so the start and the lead time don't apply to them.
 */
export function isWithinStaffWindow(
  date: CalendarDate,
  timeSlot: TimeSlot,
  now: number,
  timeZone: string,
): boolean {
  const clock = localMoment(now, timeZone);
  if (date < clock.date || date > addDays(clock.date, BOOKING_DAYS - 1)) return false;
  return date > clock.date || clock.minutes < timeSlot.endMinutes;
}

/** True from the minute a time window starts, by the given clock. */
export function hasStarted(date: CalendarDate, timeSlot: TimeSlot, clock: LocalMoment): boolean {
  return date < clock.date || (date === clock.date && clock.minutes >= timeSlot.startMinutes);
}

/** A time window's state for customers. `passed` ones are hidden. */
export type TimeSlotState = 'open' | 'passed' | 'blocked' | 'booked';
/** A time window's state for staff. */
export const STAFF_TIME_SLOT_STATES = ['Available', 'Blocked', 'Booked'] as const;
export type StaffTimeSlotState = (typeof STAFF_TIME_SLOT_STATES)[number];

/** A time window's capacity, and the number of appointments in it. */
export type Occupancy = { isAvailable: boolean; capacity: number; occupied: number };

/** Returns the state for customers. */
export function timeSlotState(occupancy: Occupancy, withinBookingTime: boolean): TimeSlotState {
  if (!withinBookingTime) return 'passed';
  if (isFull(occupancy)) return 'booked';
  return takesBookings(occupancy) ? 'open' : 'blocked';
}

/**
 * Returns the state for staff. A full window is Booked even if it was blocked later. A window with
 * only reserved spots isn't Booked, because staff may still block or open it.
 */
export function staffTimeSlotState(occupancy: Occupancy & { kept?: number }): StaffTimeSlotState {
  const { occupied, kept = 0 } = occupancy;
  if (isFull({ ...occupancy, occupied: occupied - kept })) return 'Booked';
  return takesBookings(occupancy) ? 'Available' : 'Blocked';
}

/** True if no spots are left in a time window. */
export function isFull({ occupied, capacity }: Occupancy): boolean {
  return occupied > 0 && occupied >= capacity;
}

/** True if a time window accepts bookings. A capacity of 0 blocks it just like the switch. */
export function takesBookings({ isAvailable, capacity }: Occupancy): boolean {
  return isAvailable && capacity > 0;
}

/** The most days that we look ahead for a date that isn't blocked. */
export const LOOK_AHEAD_DAYS = 400;

/**
 * Returns the first date that isn't blocked as a whole, which is how staff close a season.
 *
 * @param from the first date to consider
 * @param blocked the blocked windows from that date on
 * @returns null if every date that we look at is blocked
 */
export function firstUnblocked(
  from: CalendarDate,
  blocked: readonly { date: string; slotIndex: number }[],
): CalendarDate | null {
  const closed = new Map<string, number>();
  for (const { date } of blocked) closed.set(date, (closed.get(date) ?? 0) + 1);
  for (let day = 0; day < LOOK_AHEAD_DAYS; day += 1) {
    const date = addDays(from, day);
    if ((closed.get(date) ?? 0) < TIME_SLOTS.length) return date;
  }
  return null;
}
