import { expect, test } from 'bun:test';
import { cents } from '../money';
import {
  type Closing,
  closableMonth,
  countsIn,
  figuresByDay,
  monthFigures,
  monthsBetween,
  refuseUnlessClosable,
} from './months';

const MAY: Closing = { month: '2026-05-01', lastEntry: 10 };
const JUNE: Closing = { month: '2026-06-01', lastEntry: 20 };

test('an entry counts in the month its money moved, or the next open one', () => {
  const late = { id: 15, movedOn: '2026-05-31' };
  expect(countsIn(late, [])).toBe('2026-05-01');
  expect(countsIn({ ...late, id: 10 }, [MAY])).toBe('2026-05-01');
  expect(countsIn(late, [MAY])).toBe('2026-06-01');
  expect(countsIn(late, [MAY, JUNE])).toBe('2026-06-01');
  expect(countsIn({ ...late, id: 21 }, [MAY, JUNE])).toBe('2026-07-01');
  expect(countsIn({ id: 21, movedOn: '2026-08-02' }, [MAY, JUNE])).toBe('2026-08-01');
});

test('months are closed in order after they end', () => {
  const first = '2026-05-20';
  expect(closableMonth({ first: null, closings: [] }, '2026-07-01')).toBeNull();
  expect(closableMonth({ first, closings: [] }, '2026-05-31')).toBeNull();
  expect(closableMonth({ first, closings: [] }, '2026-07-01')).toBe('2026-05-01');
  expect(closableMonth({ first, closings: [MAY] }, '2026-07-01')).toBe('2026-06-01');
  expect(closableMonth({ first, closings: [MAY, JUNE] }, '2026-07-31')).toBeNull();
  expect(() => refuseUnlessClosable('2026-06-01', '2026-05-01')).toThrow(
    'Please close May 2026 first.',
  );
  expect(() => refuseUnlessClosable('2026-07-01', null)).toThrow(
    'Jul 2026 hasn’t ended, or no money moved before it ended.',
  );
});

test('a month’s figures are those of its entries minus Stripe’s fees', () => {
  const sums = [
    { date: '2026-06-02', kind: 'cash', grossCents: cents(2_000), feeCents: cents(0) },
    { date: '2026-06-01', kind: 'charge', grossCents: cents(10_000), feeCents: cents(0) },
    { date: '2026-06-01', kind: 'fee', grossCents: cents(0), feeCents: cents(320) },
    { date: '2026-06-02', kind: 'refund', grossCents: cents(-500), feeCents: cents(0) },
  ] as const;
  expect(monthFigures(sums)).toMatchObject({
    revenueCents: 11_500,
    cardCents: 9_500,
    cashCents: 2_000,
    refundedCents: 500,
    feeCents: 320,
    netCents: 11_180,
    otherCents: 0,
  });
  // A lost dispute has two ledger entries but reduces revenue once.
  const dispute = { date: '2026-06-03', feeCents: cents(0), grossCents: cents(-10_000) } as const;
  expect(
    monthFigures([
      { ...dispute, kind: 'dispute_withdrawn' },
      { ...dispute, kind: 'dispute_lost' },
    ]),
  ).toMatchObject({ revenueCents: -10_000, netCents: -10_000, otherCents: -10_000 });
  expect(figuresByDay(sums).map(({ date, netCents }) => [date, netCents])).toEqual([
    ['2026-06-01', 9_680],
    ['2026-06-02', 1_500],
  ]);
});

test('months are listed across a year', () => {
  expect(monthsBetween('2025-12-01', '2026-02-01')).toEqual([
    '2025-12-01',
    '2026-01-01',
    '2026-02-01',
  ]);
  expect(monthsBetween('2026-02-01', '2025-12-01')).toEqual([]);
});
