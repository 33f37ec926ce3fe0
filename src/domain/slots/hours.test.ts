import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { WEEKDAYS } from '../account/recurring';
import { addDays, weekdayOf } from '../dates';
import { timeSlotInstants } from '../route/lateness';
import { instantOf } from '../time';
import {
  blocksToCarry,
  closedReason,
  FIRST_HOURS,
  type Hours,
  holidaysOf,
  overlapIn,
  suggestedHolidays,
  timeSlotsOn,
  weekdayTimeSlots,
  windowOn,
} from './hours';
import { HOURS_MESSAGES, hoursSchema } from './hours.schema';
import {
  TIME_SLOTS,
  timeSlotBetween,
  timeSlotByLabel,
  timeSlotIndexOf,
  timeSlotLabel,
  timeSlotOf,
} from './time-slots';

const quarter = fc.integer({ min: 0, max: 96 }).map((count) => count * 15);
const anySlot = fc
  .tuple(quarter, quarter)
  .filter(([a, b]) => a !== b)
  .map(([a, b]) => timeSlotBetween(Math.min(a, b), Math.max(a, b)))
  .filter((slot) => slot !== null);

describe('the index of a time window', () => {
  test('names exactly one window, also as JSON and by its label', () => {
    fc.assert(
      fc.property(anySlot, (slot) => {
        expect(timeSlotOf(slot.index)).toEqual(slot);
        expect(timeSlotByLabel(slot.label)).toEqual(slot);
        expect(JSON.parse(JSON.stringify(slot.index))).toBe(slot.index);
        // SQLite prints at least 15 significant digits.
        expect(Number(slot.index.toPrecision(15))).toBe(slot.index);
      }),
    );
  });

  test('sorts by the start, then by no two windows being equal', () => {
    fc.assert(
      fc.property(anySlot, anySlot, (a, b) => {
        if (a.startMinutes < b.startMinutes) expect(a.index).toBeLessThan(b.index);
        expect(a.index === b.index).toBe(a.label === b.label);
      }),
    );
  });

  test('is 0, 1, and 2 for the first windows', () => {
    for (const slot of TIME_SLOTS) {
      expect(timeSlotBetween(slot.startMinutes, slot.endMinutes)).toEqual(slot);
    }
  });

  test.each([0.3, 1 / 3, 100, -100, Number.NaN, 8 / 1_024])('%p is none', (index) => {
    expect(() => timeSlotOf(index)).toThrow(RangeError);
  });

  test.each([
    '4:00 PM',
    '4:00 PM - 4:00 PM',
    '4:00 PM - 2:00 PM',
    '04:00 PM - 6:00 PM',
    '4:05 PM - 6:00 PM',
    '4:00 pm - 6:00 pm',
    '16:00 - 18:00',
    '11:00 PM - 1:00 AM',
    '4:00 PM - 6:00 PM - 8:00 PM',
    '',
  ])('the label %p is none', (label) => {
    expect(timeSlotByLabel(label)).toBeNull();
  });

  test('a label that only looks like a window’s is refused', () => {
    expect(() => timeSlotIndexOf('4:00 PM - 2:00 PM')).toThrow('Please select a time window.');
    expect(timeSlotIndexOf('4:00 PM - 6:00 PM')).toBe(3);
  });

  test('a window may end at midnight, which is on the next day', () => {
    const late = timeSlotByLabel('10:00 PM - 12:00 AM');
    expect(late).toMatchObject({ startMinutes: 1_320, endMinutes: 1_440 });
    const end = { date: '2026-06-13', minutes: 1_440 };
    expect(instantOf(end, 'America/New_York')).toBe(Date.parse('2026-06-14T04:00:00Z'));
    expect(timeSlotByLabel('12:00 AM - 1:00 AM')).toMatchObject({ startMinutes: 0 });
  });

  test.each(['2026-03-08', '2026-11-01'])('no window of %s ends before its start', (date) => {
    for (let start = 0; start < 1_440; start += 15) {
      const index = timeSlotBetween(start, start + 15)?.index ?? Number.NaN;
      const { beginsAt, endsAt } = timeSlotInstants(date, index, 'America/New_York');
      // A window in the hour that's skipped when clocks change has no length.
      expect(endsAt).toBeGreaterThanOrEqual(beginsAt);
    }
  });
});

const anyDate = fc.integer({ min: 0, max: 500 }).map((days) => addDays('2026-01-01', days));
const anyHours: fc.Arbitrary<Hours> = fc
  .record({
    slots: fc.array(fc.tuple(fc.integer({ min: 0, max: 6 }), anySlot), { maxLength: 20 }),
    closed: fc.uniqueArray(anyDate, { maxLength: 5 }),
    season: fc.option(fc.tuple(anyDate, anyDate), { nil: null }),
    daysAhead: fc.integer({ min: 1, max: 60 }),
  })
  .map(({ slots, closed, season, daysAhead }) => {
    const windows: { weekday: number; index: number; places: null }[] = [];
    for (const [weekday, { index }] of slots) {
      const ofDay = windows.filter((one) => one.weekday === weekday).map((one) => one.index);
      const all = [...ofDay, index].map(timeSlotOf);
      if (overlapIn(all) === null) windows.push({ weekday, index, places: null });
    }
    const [one = null, other = null] = season ?? [];
    return {
      ...FIRST_HOURS,
      windows,
      daysAhead,
      seasonFirst: one && other && one < other ? one : other,
      seasonLast: one && other && one < other ? other : one,
      closedDays: closed.map((date) => ({ date, reason: 'Holiday' })),
    };
  });

describe('hours', () => {
  test('with any history, every booked order has exactly one window, which it keeps', () => {
    fc.assert(
      fc.property(fc.array(anyHours, { minLength: 1 }), anyDate, (history, date) => {
        for (const hours of history) {
          for (const booked of timeSlotsOn(hours, date)) {
            // Only the index is stored, and it's enough to read the window after the hours change.
            expect(timeSlotOf(booked.index)).toEqual(booked);
            expect(timeSlotByLabel(timeSlotLabel(booked.index))).toEqual(booked);
          }
        }
      }),
    );
  });

  test('any minute of a date is in at most one window, in order', () => {
    fc.assert(
      fc.property(anyHours, anyDate, fc.integer({ min: 0, max: 1_439 }), (hours, date, minute) => {
        const slots = timeSlotsOn(hours, date);
        const at = slots.filter((one) => one.startMinutes <= minute && minute < one.endMinutes);
        expect(at.length).toBeLessThanOrEqual(1);
        expect(slots).toEqual(slots.toSorted((a, b) => a.index - b.index));
        expect(slots.every(({ index }) => windowOn(hours, date, index) !== null)).toBe(true);
        expect(slots.length === 0).toBe(closedReason(hours, date) !== null);
      }),
    );
  });

  test('a day that staff blocked as a whole stays blocked under any new hours', () => {
    fc.assert(
      fc.property(anyHours, anyHours, anyDate, (before, after, date) => {
        const old = weekdayTimeSlots(before, date);
        if (old.length === 0) return;
        const blocked = old.map(({ index }) => ({ date, slotIndex: index }));
        const all = new Set(
          [...blocked, ...blocksToCarry(before, after, blocked)].map(({ slotIndex }) => slotIndex),
        );
        expect(weekdayTimeSlots(after, date).every(({ index }) => all.has(index))).toBe(true);
      }),
    );
  });

  test('one blocked window blocks only new windows that overlap it', () => {
    const after: Hours = {
      ...FIRST_HOURS,
      windows: [480, 660, 840].map((start) => ({
        weekday: weekdayOf('2026-06-13'),
        index: timeSlotBetween(start, start + 180)?.index ?? 0,
        places: null,
      })),
    };
    const carried = blocksToCarry(FIRST_HOURS, after, [{ date: '2026-06-13', slotIndex: 1 }]);
    expect(carried.map(({ slotIndex }) => timeSlotLabel(slotIndex))).toEqual([
      '11:00 AM - 2:00 PM',
    ]);
  });

  test('a weekday without windows is closed by name, and a season by its first and last day', () => {
    const windows = FIRST_HOURS.windows.filter(({ weekday }) => weekday !== 0);
    const season = { seasonFirst: '2026-05-01', seasonLast: '2026-10-15' };
    const hours: Hours = { ...FIRST_HOURS, windows, ...season };
    expect(closedReason(hours, '2026-06-14')).toBe('Closed on Sundays');
    expect(closedReason(hours, '2026-06-13')).toBeNull();
    expect(closedReason(hours, '2026-04-30')).toBe('Closed for the season');
    expect(closedReason(hours, '2026-05-01')).toBeNull();
    expect(closedReason(hours, '2026-10-15')).toBeNull();
    expect(closedReason(hours, '2026-10-16')).toBe('Closed for the season');
  });
});

test('the holidays of 2026 and 2027 are on their dates', () => {
  const dates = (year: number) => holidaysOf(year).map(({ date }) => date.slice(5));
  expect(dates(2026)).toEqual([
    ...['01-01', '01-19', '02-16', '05-25', '06-19', '07-04', '09-07', '10-12', '11-11'],
    ...['11-26', '12-25'],
  ]);
  expect(dates(2027)).toEqual([
    ...['01-01', '01-18', '02-15', '05-31', '06-19', '07-04', '09-06', '10-11', '11-11'],
    ...['11-25', '12-25'],
  ]);
});

test('suggest the holidays of the next year that aren’t closed yet', () => {
  const closedDays = [{ date: '2026-11-26', reason: 'Thanksgiving' }];
  const suggested = suggestedHolidays({ closedDays }, '2026-11-20');
  expect(suggested).toHaveLength(10);
  expect(suggested[0]).toEqual({ date: '2026-12-25', reason: 'Christmas Day' });
});

describe('the form is refused', () => {
  const week = Object.fromEntries(
    WEEKDAYS.map((day) => [day, [{ start: '600', end: '720', places: '' }]]),
  );
  const valid = {
    week,
    leadMinutes: '',
    daysAhead: '14',
    seasonFirst: '',
    seasonLast: '',
    closedDays: [],
    readEntry: 0,
  };
  const windows = (...ofMonday: [number, number][]) => ({
    week: {
      ...week,
      Monday: ofMonday.map(([start, end]) => ({ start, end, places: null })),
    },
  });
  const places = (count: unknown) => ({
    week: { ...week, Monday: [{ start: 600, end: 720, places: count }] },
  });
  const none = { week: Object.fromEntries(WEEKDAYS.map((day) => [day, []])) };
  const day = { date: '2026-11-26', reason: 'Thanksgiving' };

  test('never for valid hours', () => {
    expect(hoursSchema.safeParse(valid).success).toBe(true);
    expect(hoursSchema.safeParse({ ...valid, ...windows([1_320, 1_440]) }).success).toBe(true);
    expect(hoursSchema.safeParse({ ...valid, ...places(1_000) }).success).toBe(true);
  });

  test('at the later of two overlapping windows, and at a date’s second entry', () => {
    const late: [number, number] = [705, 840];
    const paths = (change: object) =>
      hoursSchema.safeParse({ ...valid, ...change }).error?.issues.map((issue) => issue.path);
    expect(paths(windows([600, 720], late))).toEqual([['week', 'Monday', 1, 'start']]);
    expect(paths(windows(late, [600, 720]))).toEqual([['week', 'Monday', 0, 'start']]);
    expect(paths({ closedDays: [day, day] })).toEqual([['closedDays', 1, 'date']]);
  });

  test.each<[string, object, string]>([
    ['end before start', windows([720, 600]), HOURS_MESSAGES.order],
    ['end at the start', windows([720, 720]), HOURS_MESSAGES.order],
    ['past midnight', windows([1_380, 1_500]), HOURS_MESSAGES.time],
    ['between quarter hours', windows([605, 720]), HOURS_MESSAGES.time],
    [
      'overlapping windows',
      windows([600, 720], [705, 840]),
      HOURS_MESSAGES.overlap('10:00 AM - 12:00 PM', '11:45 AM - 2:00 PM'),
    ],
    ['zero spots', places(0), HOURS_MESSAGES.places],
    ['half a spot', places('2.5'), HOURS_MESSAGES.places],
    ['too many spots', places(1_001), HOURS_MESSAGES.places],
    ['no windows at all', none, HOURS_MESSAGES.none],
    ['no day ahead', { daysAhead: '0' }, HOURS_MESSAGES.daysAhead],
    ['too many days ahead', { daysAhead: '61' }, HOURS_MESSAGES.daysAhead],
    ['a negative lead time', { leadMinutes: -1 }, HOURS_MESSAGES.lead],
    [
      'a season that ends before it starts',
      { seasonFirst: '2026-10-15', seasonLast: '2026-05-01' },
      HOURS_MESSAGES.season,
    ],
    [
      'a closed day without a reason',
      { closedDays: [{ ...day, reason: ' ' }] },
      HOURS_MESSAGES.reason,
    ],
    ['a closed day listed twice', { closedDays: [day, day] }, HOURS_MESSAGES.twice],
  ])('for %s', (_, change, message) => {
    const parsed = hoursSchema.safeParse({ ...valid, ...change });
    expect(parsed.error?.issues.map((issue) => issue.message)).toContain(message);
  });
});
