import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { activityFilterSchema } from './audit/activity.schema';
import { addDays, MAX_RANGE_DAYS } from './dates';
import { cents, gallonTenths } from './money';
import { REPORT_PERIODS } from './report-periods';
import {
  foldReport,
  ledgerExportSchema,
  REPORT_FIGURES,
  REPORTED_LINES,
  type ReportFigures,
  rangeBefore,
  reportRange,
  reportSchema,
} from './reports';
import { dayRangeSchema } from './slots/calendar.schema';

const day = (date: string, over: Partial<ReportFigures> = {}) => ({
  date,
  deliveries: 1,
  revenueCents: cents(1_000),
  cardCents: cents(1_000),
  cashCents: cents(0),
  refundedCents: cents(0),
  disputedCents: cents(0),
  owedCents: cents(0),
  regularGallonsTenths: gallonTenths(100),
  premiumGallonsTenths: gallonTenths(0),
  smallIceBags: 1,
  largeIceBags: 0,
  iceCents: cents(500),
  failedCharges: 0,
  failedCents: cents(0),
  ...over,
});

describe('adding days up', () => {
  test('by day, every date has a row, even an empty one', () => {
    const { rows, total } = foldReport([day('2026-06-02')], 'day', {
      from: '2026-06-01',
      to: '2026-06-03',
    });
    expect(rows.map((row) => [row.from, row.to, row.deliveries])).toEqual([
      ['2026-06-01', '2026-06-01', 0],
      ['2026-06-02', '2026-06-02', 1],
      ['2026-06-03', '2026-06-03', 0],
    ]);
    expect(total.revenueCents).toBe(1_000);
  });

  test('weeks start on Monday and end at the range’s limits', () => {
    const days = ['2026-06-06', '2026-06-07', '2026-06-08', '2026-06-14'].map((date) => day(date));
    const { rows } = foldReport(days, 'week', { from: '2026-06-03', to: '2026-06-14' });
    expect(rows.map((row) => [row.from, row.to, row.deliveries])).toEqual([
      ['2026-06-03', '2026-06-07', 2],
      ['2026-06-08', '2026-06-14', 2],
    ]);
  });

  test('months of every length follow each other across the new year', () => {
    const { rows, total } = foldReport(
      [day('2026-12-31', { refundedCents: cents(5) }), day('2027-01-01'), day('2027-02-28')],
      'month',
      { from: '2026-12-15', to: '2027-02-28' },
    );
    expect(rows.map((row) => [row.from, row.to, row.deliveries])).toEqual([
      ['2026-12-15', '2026-12-31', 1],
      ['2027-01-01', '2027-01-31', 1],
      ['2027-02-01', '2027-02-28', 1],
    ]);
    expect(total).toMatchObject({ deliveries: 3, refundedCents: 5, regularGallonsTenths: 300 });
  });

  test('a day with a daylight saving change is still one day', () => {
    for (const [from, to] of [
      ['2026-03-07', '2026-03-09'],
      ['2026-10-31', '2026-11-02'],
    ] as const) {
      expect(foldReport([], 'day', { from, to }).rows).toHaveLength(3);
    }
  });
});

test('periods of every kind have no gaps in any valid range', () => {
  const start = fc.integer({ min: 0, max: 36_000 }).map((days) => addDays('2000-01-01', days));
  fc.assert(
    fc.property(
      start,
      fc.integer({ min: 0, max: MAX_RANGE_DAYS }),
      fc.constantFrom(...REPORT_PERIODS),
      (from, days, by) => {
        const range = { from, to: addDays(from, days) };
        const { rows } = foldReport([], by, range);
        expect(rows[0]?.from).toBe(range.from);
        expect(rows.at(-1)?.to).toBe(range.to);
        for (const [i, row] of rows.entries()) {
          expect(row.from <= row.to).toBe(true);
          const before = rows[i - 1];
          if (before) expect(row.from).toBe(addDays(before.to, 1));
        }
      },
    ),
  );
});

test('an endless range is always refused', () => {
  for (const by of REPORT_PERIODS) {
    const endless = { from: '2026-06-01', to: '9999-12-31' };
    expect(() => foldReport([], by, endless)).toThrow(RangeError);
  }
});

describe('the range', () => {
  test('defaults to 30 days, 12 weeks, or 12 months', () => {
    const by = 'day' as const;
    expect(reportRange({ by }, '2026-06-30')).toEqual({ from: '2026-06-01', to: '2026-06-30' });
    expect(reportRange({ by: 'week' }, '2026-06-30').from).toBe('2026-04-13');
    expect(reportRange({ by: 'month' }, '2026-06-30').from).toBe('2025-07-01');
    expect(reportRange({ by, to: '2026-06-10' }, '2026-06-30').from).toBe('2026-05-12');
    expect(reportRange({ by, from: '2026-01-01' }, '2026-06-30').to).toBe('2026-06-30');
    expect(reportRange({ by, from: '2026-07-01' }, '2026-06-30').to).toBe('2026-07-01');
    expect(reportRange({ by, from: '2000-01-01' }, '2026-06-30').to).toBe('2003-01-05');
  });

  test('is refused if it’s reversed, longer than 3 years, or grouped by hour', () => {
    const parse = (input: object) => reportSchema.safeParse(input).error?.issues[0]?.message;
    expect(parse({ from: '2026-02-01', to: '2026-01-01' })).toBe(
      'The last day can’t be before the first.',
    );
    expect(parse({ from: '2020-01-01', to: '2026-01-01' })).toBe(
      'Select a range of 3 years or less.',
    );
    expect(parse({ by: 'hour' })).toBe('Select day, week, or month.');
    expect(parse({ from: '2026-02-30' })).toBe('Please send a date such as 2026-06-13.');
    expect(parse({})).toBeUndefined();
    for (const date of ['9999-12-31', '1999-12-31', '0001-01-01', '2101-01-01']) {
      expect(parse({ to: date })).toBe('Please enter a date from 2000 to 2100.');
      expect(parse({ from: date })).toBe('Please enter a date from 2000 to 2100.');
    }
  });

  test('with two invalid dates has only the date’s message', () => {
    const typed = [
      '11/01/2026',
      '2026-1-1',
      'null',
      '2026-13-01',
      '2026-11-01T00:00',
      '',
      '20261101',
    ];
    for (const schema of [reportSchema, ledgerExportSchema, dayRangeSchema, activityFilterSchema]) {
      for (const from of typed) {
        for (const to of [...typed, '2026-06-13']) {
          const { error } = schema.safeParse({ from, to });
          // A blank filter of the audit log is allowed.
          if (schema === activityFilterSchema && from === '' && !error) continue;
          expect([from, to, error?.issues[0]?.message]).toEqual([
            ...[from, to, 'Please send a date such as 2026-06-13.'],
          ]);
        }
      }
    }
  });
});

test('a reported price line has a figure in cents', () => {
  for (const figure of Object.values(REPORTED_LINES)) {
    if (figure) expect(REPORT_FIGURES[figure].unit).toBe('cents');
  }
});

test('a range is compared with the equally long one before it', () => {
  expect(rangeBefore({ from: '2026-06-10', to: '2026-06-12' })).toEqual({
    from: '2026-06-07',
    to: '2026-06-09',
  });
});
