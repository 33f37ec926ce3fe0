import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  addDays,
  addMonths,
  datesBetween,
  datesFrom,
  daysBetween,
  formatLongDate,
  formatMonth,
  formatMonthDay,
  formatRelativeTime,
  formatWeekday,
  isCalendarDate,
  MAX_RANGE_DAYS,
  monthsApart,
} from './dates';

/** Generates dates within two centuries, which include each year's daylight saving changes. */
const anyDate = fc
  .integer({ min: 0, max: 73_000 })
  .map((days) => Temporal.PlainDate.from('1900-01-01').add({ days }).toString());

describe('days', () => {
  test.each([
    // Both daylight saving changes in New York, and the days around them.
    ['2026-03-07', 1, '2026-03-08'],
    ['2026-03-08', 1, '2026-03-09'],
    ['2026-10-31', 1, '2026-11-01'],
    ['2026-11-01', 1, '2026-11-02'],
    ['2026-11-02', -1, '2026-11-01'],
    ['2027-03-14', 1, '2027-03-15'],
    ['2027-11-07', 1, '2027-11-08'],
    // Leap years, and years that only look like one.
    ['2028-02-28', 1, '2028-02-29'],
    ['2028-03-01', -1, '2028-02-29'],
    ['2027-02-28', 1, '2027-03-01'],
    ['2000-02-28', 1, '2000-02-29'],
    ['2100-02-28', 1, '2100-03-01'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-06-13', 0, '2026-06-13'],
    ['2026-06-13', 365, '2027-06-13'],
  ])('%s and %p days is %s', (date, days, expected) => {
    expect(addDays(date, days)).toBe(expected);
  });

  test('match those of another calendar library', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -800, max: 800 }), (date, days) => {
        expect(addDays(date, days)).toBe(Temporal.PlainDate.from(date).add({ days }).toString());
        expect(addDays(addDays(date, days), -days)).toBe(date);
      }),
      { numRuns: 5_000 },
    );
  });

  test('in sequence have no repeats or gaps', () => {
    const days = datesFrom('2026-01-01', 730);
    expect(new Set(days).size).toBe(730);
    expect(days.toSorted()).toEqual(days);
    expect(days[0]).toBe('2026-01-01');
    expect(days.at(-1)).toBe('2027-12-31');
    expect(datesFrom('2026-01-01', 0)).toEqual([]);
  });
});

describe('arithmetic stays in the range that compares as text', () => {
  test.each([
    ['a day after the last year', () => addDays('9999-12-31', 1)],
    ['a day before the first year', () => addDays('0000-01-01', -1)],
    ['a month after the last year', () => addMonths('9999-12-01', 1)],
    ['a hundred thousand pages of months ago', () => addMonths('2026-06-01', -1_200_000)],
    ['days without end', () => addDays('2026-06-13', Number.POSITIVE_INFINITY)],
    ['no number of days', () => addDays('2026-06-13', Number.NaN)],
    ['more days than a calendar has', () => addDays('2026-06-13', 1e308)],
    ['a text that is no date', () => addDays('11/01/2026', 1)],
    ['an empty text', () => daysBetween('', '2026-06-13')],
    ['more dates than the longest range', () => datesFrom('2026-06-13', MAX_RANGE_DAYS + 2)],
    ['dates without end', () => datesFrom('2026-06-13', Number.POSITIVE_INFINITY)],
    ['all dates until the last year', () => datesBetween('2026-06-13', '9999-12-31')],
    ['all dates since the first year', () => datesBetween('0001-01-01', '2026-06-13')],
  ])('%s throws', (_, calculate) => {
    expect(calculate).toThrow(RangeError);
  });

  test('the longest range has all its dates', () => {
    const dates = datesBetween('2026-01-01', addDays('2026-01-01', MAX_RANGE_DAYS));
    expect(dates).toHaveLength(MAX_RANGE_DAYS + 1);
    expect(datesBetween('2026-01-02', '2026-01-01')).toEqual([]);
  });

  test('every result has 10 characters and compares correctly', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -4_000_000, max: 4_000_000 }), (date, days) => {
        try {
          const moved = addDays(date, days);
          expect(moved).toHaveLength(10);
          expect(moved < date).toBe(days < 0);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('months', () => {
  test.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-08-31', 8, '2027-04-30'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-06-13', 0, '2026-06-13'],
  ])('%s and %p months is %s', (date, months, expected) => {
    expect(addMonths(date, months)).toBe(expected);
  });

  test('match those of another calendar library', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -30, max: 30 }), (date, months) => {
        const expected = Temporal.PlainDate.from(date).add({ months }).toString();
        expect(addMonths(date, months)).toBe(expected);
      }),
      { numRuns: 2_000 },
    );
  });
});

test('the number of months matches that of another calendar library', () => {
  fc.assert(
    fc.property(anyDate, anyDate, (from, to) => {
      const first = (date: string) => Temporal.PlainDate.from(date).with({ day: 1 });
      const { months } = first(from).until(first(to), { largestUnit: 'months' });
      expect(monthsApart(from, to)).toBe(months);
    }),
  );
});

describe('a calendar date', () => {
  test.each([
    ...['2026-06-13', '2028-02-29', '2000-02-29', '2026-12-31'],
    ...['2000-01-01', '2100-12-31'],
  ])('%s is one', (date) => {
    expect(isCalendarDate(date)).toBe(true);
  });

  test.each([
    '2026-02-29',
    '2026-02-30',
    '2100-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-06-00',
    '2026-6-13',
    '26-06-13',
    '06/13/2026',
    '2026-06-13T00:00:00Z',
    ' 2026-06-13',
    '2026-06-13\n',
    '+02026-06-13',
    'tomorrow',
    '',
    // Real dates outside the allowed range.
    '1999-12-31',
    '2101-01-01',
    '0002-06-13',
    '9999-12-31',
  ])('%p is none', (date) => {
    expect(isCalendarDate(date)).toBe(false);
  });
});

test('dates are formatted as in the United States', () => {
  expect(formatLongDate('2026-06-13')).toBe('Saturday, June 13, 2026');
  expect(formatWeekday('2026-06-13')).toBe('Sat');
  expect(formatMonthDay('2026-06-13')).toBe('Jun 13');
  expect(formatMonth('2026-06-13')).toBe('Jun 2026');
  expect(formatLongDate('2026-03-08')).toBe('Sunday, March 8, 2026');
  expect(formatLongDate('2026-11-01')).toBe('Sunday, November 1, 2026');
});

describe('how long ago', () => {
  const minute = 60_000;
  const hour = 60 * minute;
  const now = Date.parse('2026-06-13T12:00:00Z');

  test.each([
    [0, 'just now'],
    [minute - 1, 'just now'],
    [minute, '1 minutes ago'],
    [2 * minute, '2 minutes ago'],
    [hour - 1, '59 minutes ago'],
    [hour, '1 hours ago'],
    [24 * hour - 1, '23 hours ago'],
    [24 * hour, '1 days ago'],
    [400 * 24 * hour, '400 days ago'],
    // The other clock is ahead of ours, so the difference is negative.
    [-1, 'just now'],
    [-3 * 24 * hour, 'just now'],
  ])('%p ms is %p', (elapsed, words) => {
    expect(formatRelativeTime(now - elapsed, now)).toBe(words);
  });
});
