import { addDays, type CalendarDate, datesFrom } from '../dates';
import { type LocalMoment, localMoment } from '../time';

/** One time slot of a day; minutes are counted from midnight, local time. */
export type TimeSlot = { index: number; label: string; startMinutes: number; endMinutes: number };

/** The three time slots of each day. Sorted by index, never by label. */
export const TIME_SLOTS: readonly TimeSlot[] = [
  { index: 0, label: '10:00 AM - 12:00 PM', startMinutes: 600, endMinutes: 720 },
  { index: 1, label: '12:00 PM - 2:00 PM', startMinutes: 720, endMinutes: 840 },
  { index: 2, label: '2:00 PM - 4:00 PM', startMinutes: 840, endMinutes: 960 },
];

/** The labels of all of them, for menus. */
export const TIME_SLOT_LABELS = TIME_SLOTS.map((slot) => slot.label);

/** Dates that can be booked, today included. */
export const BOOKING_DAYS = 14;
/** Places in a time slot for which nothing else is stored. */
export const DEFAULT_CAPACITY = 1;
/** Months a bulk block covers unless told. */
export const BULK_BLOCK_MONTHS = 8;

/** The time slot with that label, or null. */
export function timeSlotByLabel(label: string): TimeSlot | null {
  return TIME_SLOTS.find((slot) => slot.label === label) ?? null;
}

/** A time slot by its index; throws on one that does not exist, because only code can cause it. */
export function timeSlotOf(index: number): TimeSlot {
  const timeSlot = TIME_SLOTS[index];
  if (!timeSlot) throw new RangeError(`no time slot ${index}`);
  return timeSlot;
}

/** The label of a time slot (`10:00 AM - 12:00 PM`) by its number, from 0. */
export const timeSlotLabel = (index: number): string => timeSlotOf(index).label;

/** The dates that can be booked at this moment: 14 in a row from today. */
export function bookingDates(today: CalendarDate): CalendarDate[] {
  return datesFrom(today, BOOKING_DAYS);
}

/** The settings that the cut-off rule reads. `leadMinutes` is BOOKING_LEAD_MINUTES. */
export type CutOff = { timeZone: string; leadMinutes: number };

/** The booking window as it stands at one moment. */
export type BookingTime = {
  today: CalendarDate;
  /** The 14 dates, today first. */
  dates: CalendarDate[];
  /**
   * True while a time slot can still be booked by time alone: inside the 14 dates, and before its
   * start less the lead time. At the very minute of the start it has passed.
   */
  isBookable(date: CalendarDate, timeSlot: TimeSlot): boolean;
};

/** What can be booked by time alone at `now` (ms since 1970). */
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

/** `bookingTimeAt` for one time slot. */
export function isWithinBookingWindow(
  date: CalendarDate,
  timeSlot: TimeSlot,
  now: number,
  cutOff: CutOff,
): boolean {
  return bookingTimeAt(now, cutOff).isBookable(date, timeSlot);
}

/**
 * True while staff may still put a delivery into a time slot: inside the 14 dates and until it ends.
 * They know who is on the water, so neither the start nor the lead time binds them.
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

/** True from the minute a time slot starts, by the clock given. */
export function hasStarted(date: CalendarDate, timeSlot: TimeSlot, clock: LocalMoment): boolean {
  return date < clock.date || (date === clock.date && clock.minutes >= timeSlot.startMinutes);
}

/** How a time slot looks to a customer. `passed` ones are hidden. */
export type TimeSlotState = 'open' | 'passed' | 'blocked' | 'booked';
/** How a time slot looks to staff. */
export const STAFF_TIME_SLOT_STATES = ['Available', 'Blocked', 'Booked'] as const;
export type StaffTimeSlotState = (typeof STAFF_TIME_SLOT_STATES)[number];

/** A time slot's stored facts: its capacity, and how many appointments occupy it. */
export type Occupancy = { isAvailable: boolean; capacity: number; occupied: number };

/** The state a customer sees. */
export function timeSlotState(occupancy: Occupancy, withinBookingTime: boolean): TimeSlotState {
  if (!withinBookingTime) return 'passed';
  if (isFull(occupancy)) return 'booked';
  return takesBookings(occupancy) ? 'open' : 'blocked';
}

/**
 * The state staff see: a full time slot is Booked even where it was blocked afterwards. Places that
 * are only kept for a bulk change don't make it Booked, because staff may block or open it then.
 */
export function staffTimeSlotState(occupancy: Occupancy & { kept?: number }): StaffTimeSlotState {
  const { occupied, kept = 0 } = occupancy;
  if (isFull({ ...occupancy, occupied: occupied - kept })) return 'Booked';
  return takesBookings(occupancy) ? 'Available' : 'Blocked';
}

/** Whether every place of a time slot is taken. */
export function isFull({ occupied, capacity }: Occupancy): boolean {
  return occupied > 0 && occupied >= capacity;
}

/** A capacity of 0 blocks a time slot as surely as the switch does. */
export function takesBookings({ isAvailable, capacity }: Occupancy): boolean {
  return isAvailable && capacity > 0;
}
