import { addDays, type CalendarDate, datesFrom } from '../dates';
import { DomainError } from '../errors';
import { clockText, type LocalMoment, localMoment } from '../time';

/**
 * A time window of a day. Minutes count from midnight, local time. 1440 is the midnight at the end
 * of the day.
 */
export type TimeSlot = { index: number; label: string; startMinutes: number; endMinutes: number };

/** The 3 time windows of each day until the owner sets others. Sort them by index, never by label. */
export const TIME_SLOTS: readonly TimeSlot[] = [
  { index: 0, label: '10:00 AM - 12:00 PM', startMinutes: 600, endMinutes: 720 },
  { index: 1, label: '12:00 PM - 2:00 PM', startMinutes: 720, endMinutes: 840 },
  { index: 2, label: '2:00 PM - 4:00 PM', startMinutes: 840, endMinutes: 960 },
];

/** Labels of the first time windows, as examples. */
export const TIME_SLOT_LABELS = TIME_SLOTS.map((slot) => slot.label);

/** Time windows start and end on the quarter hour. */
export const SLOT_STEP_MINUTES = 15;
export const MIDNIGHT_MINUTES = 1_440;

const [FIRST_START, FIRST_LENGTH] = [600, 120];
/**
 * The index has this many steps for each quarter hour of the start. The steps in between encode the
 * length.
 */
const [PER_QUARTER, PER_INDEX] = [128, 1_024];

/**
 * Returns a time window by its start and end. Its index encodes both, so a stored appointment keeps
 * its window even if the owner changes the hours. Indexes sort by start. The first three windows
 * have the indexes 0 to 2, and others have fractions that a database and JSON store exactly.
 * @returns null unless both times are on the quarter hour and the end is later
 */
export function timeSlotBetween(startMinutes: number, endMinutes: number): TimeSlot | null {
  const [start, end] = [startMinutes, endMinutes].map((minutes) => minutes / SLOT_STEP_MINUTES);
  const isInDay = startMinutes >= 0 && startMinutes < endMinutes && endMinutes <= MIDNIGHT_MINUTES;
  if (!isInDay || !Number.isInteger(start) || !Number.isInteger(end)) return null;
  const length = endMinutes - startMinutes;
  const steps =
    ((startMinutes - FIRST_START) / SLOT_STEP_MINUTES) * PER_QUARTER +
    (length === FIRST_LENGTH ? 0 : length / SLOT_STEP_MINUTES);
  const label = `${clockText(startMinutes)} - ${clockText(endMinutes)}`;
  return { index: steps / PER_INDEX, label, startMinutes, endMinutes };
}

/** Returns the time window with a label (`8:30 AM - 10:00 AM`), or null if it isn't one. */
export function timeSlotByLabel(label: string): TimeSlot | null {
  const known = TIME_SLOTS.find((slot) => slot.label === label);
  if (known) return known;
  const [start = Number.NaN, end = Number.NaN] = label.split(' - ').map(minutesOf);
  const timeSlot = timeSlotBetween(start, end || MIDNIGHT_MINUTES);
  return timeSlot?.label === label ? timeSlot : null;
}

/**
 * Returns the index of the time window with a label.
 *
 * @throws `invalid_input` if it isn't one, such as one that ends before it starts
 */
export function timeSlotIndexOf(label: string): number {
  const timeSlot = timeSlotByLabel(label);
  if (timeSlot) return timeSlot.index;
  throw new DomainError('invalid_input', 'Please select a time window.', { field: 'time' });
}

/**
 * Parses a time of day, such as "2:30 PM". An invalid time is only noticed when the label built
 * from it is compared with the input.
 */
function minutesOf(time: string): number {
  const [hour = '', rest = ''] = time.split(':');
  return (Number(hour) % 12) * 60 + Number.parseInt(rest, 10) + (rest.endsWith('PM') ? 720 : 0);
}

/**
 * Returns a time window by its index.
 *
 * @throws RangeError if it doesn't exist, which only a bug can cause
 */
export function timeSlotOf(index: number): TimeSlot {
  const steps = index * PER_INDEX;
  const quarters = Math.floor(steps / PER_QUARTER);
  const startMinutes = FIRST_START + quarters * SLOT_STEP_MINUTES;
  const length = (steps - quarters * PER_QUARTER) * SLOT_STEP_MINUTES || FIRST_LENGTH;
  const timeSlot = TIME_SLOTS[index] ?? timeSlotBetween(startMinutes, startMinutes + length);
  if (timeSlot?.index !== index) throw new RangeError(`no time slot ${index}`);
  return timeSlot;
}

/** Returns a time window's label (`10:00 AM - 12:00 PM`) by its index. */
export const timeSlotLabel = (index: number): string => timeSlotOf(index).label;

/** Number of dates that can be booked, including today, until the owner sets another. */
export const BOOKING_DAYS = 14;
/** Capacity of a time window if none is stored. */
export const DEFAULT_CAPACITY = 1;
/** Default length of a bulk block, in months. */
export const BULK_BLOCK_MONTHS = 8;

/** Returns the dates that can be booked, starting today. */
export function bookingDates(today: CalendarDate, daysAhead = BOOKING_DAYS): CalendarDate[] {
  return datesFrom(today, daysAhead);
}

/** The settings of the cut-off rule. */
export type CutOff = { timeZone: string; leadMinutes: number; daysAhead?: number };

/** The booking window at a given moment. */
export type BookingTime = {
  today: CalendarDate;
  /** The dates that can be booked, starting today. */
  dates: CalendarDate[];
  /**
   * True if the time alone allows a booking: the date can be booked, and the window starts later
   * than now plus the lead time. At exactly that minute, it's too late.
   */
  isBookable(date: CalendarDate, timeSlot: TimeSlot): boolean;
};

/** Returns the windows that can still be booked at `now` (ms since 1970), considering only the time. */
export function bookingTimeAt(
  now: number,
  { timeZone, leadMinutes, daysAhead }: CutOff,
): BookingTime {
  const today = localMoment(now, timeZone).date;
  const clock = localMoment(now + leadMinutes * 60_000, timeZone);
  const dates = bookingDates(today, daysAhead);
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
 * True if staff may still add a delivery to a time window: its date can be booked, and the window hasn't
 * ended. Staff know who is on the water, so the lead time doesn't apply to them.
 */
export function isWithinStaffWindow(
  date: CalendarDate,
  timeSlot: TimeSlot,
  now: number,
  { timeZone, daysAhead = BOOKING_DAYS }: Omit<CutOff, 'leadMinutes'>,
): boolean {
  const clock = localMoment(now, timeZone);
  if (date < clock.date || date > addDays(clock.date, daysAhead - 1)) return false;
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
 * Returns the state for staff. A full window is Booked even if it was blocked later. If a window is
 * only full because of reserved spots, it isn't Booked, and staff may still block or open it.
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

/** The number of days that we look ahead for a date that isn't blocked. */
export const LOOK_AHEAD_DAYS = 400;

/**
 * Returns the first date that isn't closed and has a window that isn't blocked. Staff close a
 * season by blocking all its windows.
 * @param from the first date to consider
 * @param blocked the blocked windows from that date on
 * @param indexesOn returns the windows of a date, none if it's closed
 * @returns null if every date that we look at is closed or blocked
 */
export function firstUnblocked(
  from: CalendarDate,
  blocked: readonly { date: string; slotIndex: number }[],
  indexesOn: (date: CalendarDate) => readonly number[] = () => FIRST_INDEXES,
): CalendarDate | null {
  const closed = new Set(blocked.map(({ date, slotIndex }) => `${date}/${slotIndex}`));
  for (let day = 0; day < LOOK_AHEAD_DAYS; day += 1) {
    const date = addDays(from, day);
    if (indexesOn(date).some((index) => !closed.has(`${date}/${index}`))) return date;
  }
  return null;
}

const FIRST_INDEXES = TIME_SLOTS.map(({ index }) => index);
