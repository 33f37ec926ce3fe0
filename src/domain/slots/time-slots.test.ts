import { describe, expect, test } from 'bun:test';
import { addDays } from '../dates';
import { instantOf, localMoment } from '../time';
import {
  BOOKING_DAYS,
  bookingDates,
  firstUnblocked,
  isWithinBookingWindow,
  staffTimeSlotState,
  TIME_SLOTS,
  timeSlotByLabel,
  timeSlotLabel,
  timeSlotState,
} from './time-slots';

const NEW_YORK = 'America/New_York';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const onTime = { timeZone: NEW_YORK, leadMinutes: 0 };
const at = (text: string) => Date.parse(text);

/** Days with the instants at which their 3 windows start in New York, calculated by hand. */
const STARTS: Record<string, [string, string, string]> = {
  '2026-03-07': ['2026-03-07T15:00Z', '2026-03-07T17:00Z', '2026-03-07T19:00Z'],
  '2026-03-08': ['2026-03-08T14:00Z', '2026-03-08T16:00Z', '2026-03-08T18:00Z'],
  '2026-06-13': ['2026-06-13T14:00Z', '2026-06-13T16:00Z', '2026-06-13T18:00Z'],
  '2026-10-31': ['2026-10-31T14:00Z', '2026-10-31T16:00Z', '2026-10-31T18:00Z'],
  '2026-11-01': ['2026-11-01T15:00Z', '2026-11-01T17:00Z', '2026-11-01T19:00Z'],
  '2027-03-14': ['2027-03-14T14:00Z', '2027-03-14T16:00Z', '2027-03-14T18:00Z'],
  '2027-11-07': ['2027-11-07T15:00Z', '2027-11-07T17:00Z', '2027-11-07T19:00Z'],
};

test('a day has 3 windows, in order of time and not of label', () => {
  expect(TIME_SLOTS.map((timeSlot) => timeSlot.label)).toEqual([
    '10:00 AM - 12:00 PM',
    '12:00 PM - 2:00 PM',
    '2:00 PM - 4:00 PM',
  ]);
  for (const [index, timeSlot] of TIME_SLOTS.entries()) {
    expect(timeSlot.index).toBe(index);
    expect(timeSlotLabel(index)).toBe(timeSlot.label);
    expect(timeSlotByLabel(timeSlot.label)).toBe(timeSlot);
    expect(timeSlot.startMinutes).toBe(600 + 120 * index);
    expect(timeSlot.endMinutes).toBe(720 + 120 * index);
  }
  expect(timeSlotByLabel('10:00 am - 12:00 pm')).toBeNull();
  expect(timeSlotByLabel('4:00 PM - 6:00 PM')).toMatchObject({ index: 3 });
  expect(() => timeSlotLabel(0.3)).toThrow(RangeError);
});

describe.each(Object.entries(STARTS))('on %s', (date, starts) => {
  test('a window can be booked until the minute it starts', () => {
    for (const [index, timeSlot] of TIME_SLOTS.entries()) {
      const start = at(starts[index] as string);
      expect(instantOf({ date, minutes: timeSlot.startMinutes }, NEW_YORK)).toBe(start);
      for (const leadMinutes of [0, 1, 90, 1_440]) {
        const closes = start - leadMinutes * MINUTE;
        const cutOff = { timeZone: NEW_YORK, leadMinutes };
        expect(isWithinBookingWindow(date, timeSlot, closes - 1, cutOff)).toBe(true);
        expect(isWithinBookingWindow(date, timeSlot, closes, cutOff)).toBe(false);
        expect(isWithinBookingWindow(date, timeSlot, closes + MINUTE, cutOff)).toBe(false);
      }
    }
  });

  test('the rule applies every 5 minutes from 2 days before to the day after', () => {
    const noon = at(`${date}T17:00Z`);
    for (const timeSlot of TIME_SLOTS) {
      const start = at(starts[timeSlot.index] as string);
      for (let now = noon - 48 * HOUR; now < noon + 24 * HOUR; now += 5 * MINUTE) {
        expect(isWithinBookingWindow(date, timeSlot, now, onTime)).toBe(now < start);
      }
    }
  });

  test('the booking window has 14 dates from today at every half hour', () => {
    const noon = at(`${date}T17:00Z`);
    for (let now = noon - 36 * HOUR; now < noon + 36 * HOUR; now += 30 * MINUTE) {
      const today = localMoment(now, NEW_YORK).date;
      const dates = bookingDates(today);
      expect(dates).toHaveLength(14);
      expect(dates[0]).toBe(today);
      for (const [day, next] of dates.slice(1).entries()) {
        const expected = Temporal.PlainDate.from(today).add({ days: day + 1 });
        expect(next).toBe(expected.toString());
      }
    }
  });
});

describe('at 23:30 in New York', () => {
  const now = at('2026-06-14T03:30:00Z');
  const [morning] = TIME_SLOTS;
  const open = (date: string, instant = now) =>
    isWithinBookingWindow(date, morning as (typeof TIME_SLOTS)[0], instant, onTime);

  test('today is past, tomorrow is open, and the 14th date is the last', () => {
    expect(open('2026-06-12')).toBe(false);
    expect(open('2026-06-13')).toBe(false);
    expect(open('2026-06-14')).toBe(true);
    expect(open('2026-06-26')).toBe(true);
    expect(open('2026-06-27')).toBe(false);
  });

  test('the next date opens at midnight in New York, not in UTC', () => {
    const midnight = at('2026-06-14T04:00:00Z');
    expect(open('2026-06-27', midnight - 1)).toBe(false);
    expect(open('2026-06-27', midnight)).toBe(true);
  });
});

test('a lead time can cross midnight but doesn’t extend the 14 dates', () => {
  const now = at('2026-06-13T16:30:00Z');
  const cutOff = { timeZone: NEW_YORK, leadMinutes: 1_440 };
  const openTomorrow = TIME_SLOTS.map((timeSlot) =>
    isWithinBookingWindow('2026-06-14', timeSlot, now, cutOff),
  );
  expect(openTomorrow).toEqual([false, false, true]);
  for (const timeSlot of TIME_SLOTS) {
    expect(isWithinBookingWindow(addDays('2026-06-13', BOOKING_DAYS), timeSlot, now, cutOff)).toBe(
      false,
    );
  }
});

describe('the state of a time slot', () => {
  test.each([
    // Columns: available, capacity, occupied, then the states for customers and staff.
    [true, 1, 0, 'open', 'Available'],
    [true, 1, 1, 'booked', 'Booked'],
    [true, 3, 2, 'open', 'Available'],
    [true, 3, 3, 'booked', 'Booked'],
    // The capacity was lowered below the number of bookings.
    [true, 1, 2, 'booked', 'Booked'],
    [false, 1, 0, 'blocked', 'Blocked'],
    [false, 3, 2, 'blocked', 'Blocked'],
    [false, 1, 1, 'booked', 'Booked'],
    // A capacity of 0 also blocks the window.
    [true, 0, 0, 'blocked', 'Blocked'],
    [true, 0, 1, 'booked', 'Booked'],
  ])(
    'available %p, places %p, taken %p: %s and %s',
    (isAvailable, capacity, occupied, customer, staff) => {
      const occupancy = { isAvailable, capacity, occupied };
      expect(timeSlotState(occupancy, true)).toBe(customer as never);
      expect(staffTimeSlotState(occupancy)).toBe(staff as never);
      expect(timeSlotState(occupancy, false)).toBe('passed');
    },
  );
});

describe('the first date that is not blocked', () => {
  const blocked = (days: number, windows: readonly number[] = [0, 1, 2]) =>
    Array.from({ length: days }, (_, day) => addDays('2026-11-01', day)).flatMap((date) =>
      windows.map((slotIndex) => ({ date, slotIndex })),
    );

  test('is the first one if staff blocked none', () => {
    expect(firstUnblocked('2026-11-01', [])).toBe('2026-11-01');
  });

  test('comes after a closed season', () => {
    expect(firstUnblocked('2026-11-01', blocked(181))).toBe('2027-05-01');
  });

  test('has one window at least', () => {
    expect(firstUnblocked('2026-11-01', blocked(181, [0, 1]))).toBe('2026-11-01');
  });

  test('is unknown if everything is blocked for more than a year', () => {
    expect(firstUnblocked('2026-11-01', blocked(500))).toBeNull();
  });
});
