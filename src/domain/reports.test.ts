import { describe, expect, test } from 'bun:test';
import { cents, gallonTenths } from './money';
import {
  foldReport,
  REPORT_FIGURES,
  REPORTED_LINES,
  type ReportFigures,
  reportRange,
  reportSchema,
} from './reports';

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
  test('by day every date has a row, empty ones too', () => {
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

  test('weeks begin on Monday and reach no further than the range', () => {
    const days = ['2026-06-06', '2026-06-07', '2026-06-08', '2026-06-14'].map((date) => day(date));
    const { rows } = foldReport(days, 'week', { from: '2026-06-03', to: '2026-06-14' });
    expect(rows.map((row) => [row.from, row.to, row.deliveries])).toEqual([
      ['2026-06-03', '2026-06-07', 2],
      ['2026-06-08', '2026-06-14', 2],
    ]);
  });

  test('months of every length follow each other, over the new year', () => {
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

  test('both days of a change to and from daylight saving are one day each', () => {
    for (const [from, to] of [
      ['2026-03-07', '2026-03-09'],
      ['2026-10-31', '2026-11-02'],
    ] as const) {
      expect(foldReport([], 'day', { from, to }).rows).toHaveLength(3);
    }
  });
});

describe('the range', () => {
  test('is a month of days, twelve weeks or twelve months, or the requested span', () => {
    const by = 'day' as const;
    expect(reportRange({ by }, '2026-06-30')).toEqual({ from: '2026-06-01', to: '2026-06-30' });
    expect(reportRange({ by: 'week' }, '2026-06-30').from).toBe('2026-04-13');
    expect(reportRange({ by: 'month' }, '2026-06-30').from).toBe('2025-07-01');
    expect(reportRange({ by, to: '2026-06-10' }, '2026-06-30').from).toBe('2026-05-12');
    expect(reportRange({ by, from: '2026-01-01' }, '2026-06-30').to).toBe('2026-06-30');
    expect(reportRange({ by, from: '2026-07-01' }, '2026-06-30').to).toBe('2026-07-01');
    expect(reportRange({ by, from: '2000-01-01' }, '2026-06-30').to).toBe('2003-01-05');
  });

  test('is refused upside down, endless, or by the hour', () => {
    const parse = (input: object) => reportSchema.safeParse(input).error?.issues[0]?.message;
    expect(parse({ from: '2026-02-01', to: '2026-01-01' })).toBe(
      'The last day must not be before the first.',
    );
    expect(parse({ from: '2020-01-01', to: '2026-01-01' })).toBe(
      'Please choose at most three years at once.',
    );
    expect(parse({ by: 'hour' })).toBe('Please choose day, week or month.');
    expect(parse({ from: '2026-02-30' })).toBe('Please give a date such as 2026-06-13.');
    expect(parse({})).toBeUndefined();
  });
});

test('a line of a price that is reported has a figure in cents', () => {
  for (const figure of Object.values(REPORTED_LINES)) {
    if (figure) expect(REPORT_FIGURES[figure].unit).toBe('cents');
  }
});
