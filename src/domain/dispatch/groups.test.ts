import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { APPOINTMENT_STATUSES } from '../appointment/status';
import { PAYMENT_CHIPS } from '../payment/badges';
import { GROUPINGS, groupLines, loadWith } from './groups';

const line = (over: object = {}) => ({
  id: 'a',
  location: 'Eagle Point Marina',
  driverName: 'Dana Rivers' as string | null,
  status: 'scheduled' as const,
  paymentChip: 'Card on file' as const,
  ...over,
});

describe('groups of a day’s list', () => {
  test('docks are sorted by name, and upper case makes no second dock', () => {
    const groups = groupLines(
      [line({ location: 'Pier 10' }), line({ location: 'Pier 2' }), line({ location: 'PIER 10 ' })],
      'dock',
    );
    expect(groups.map(({ key, lines }) => [key, lines.length])).toEqual([
      ['Pier 2', 1],
      ['Pier 10', 2],
    ]);
  });

  test('deliveries without a driver come first', () => {
    const groups = groupLines([line(), line({ driverName: null })], 'driver');
    expect(groups.map(({ key }) => key)).toEqual(['', 'Dana Rivers']);
  });

  test('statuses follow the course of a delivery', () => {
    const lines = APPOINTMENT_STATUSES.toReversed().map((status) => line({ status }));
    expect(groupLines(lines, 'status').map(({ key }) => key)).toEqual([...APPOINTMENT_STATUSES]);
  });

  test('every line is in exactly one group, whatever the grouping', () => {
    const lines = fc.array(
      fc.record({
        location: fc.string(),
        driverName: fc.option(fc.string()),
        status: fc.constantFrom(...APPOINTMENT_STATUSES),
        paymentChip: fc.constantFrom(...PAYMENT_CHIPS),
      }),
    );
    fc.assert(
      fc.property(lines, fc.constantFrom(...GROUPINGS), (all, by) => {
        const grouped = groupLines(all, by).flatMap((group) => group.lines);
        expect(grouped).toHaveLength(all.length);
        expect(new Set(grouped)).toEqual(new Set(all));
      }),
    );
  });
});

test('a driver’s load counts a delivery once, also if it’s already theirs', () => {
  const gallons = (id: string, driverId: number | null, gallonsTenths: number) =>
    ({ id, driverId, gallonsTenths }) as Parameters<typeof loadWith>[1][number];
  const all = [gallons('a', 1, 200), gallons('b', 2, 100), gallons('c', null, 55)];
  const { before, after } = loadWith(1, all, all);
  expect(before).toEqual({ stops: 1, gallonsTenths: 200 as never });
  expect(after).toEqual({ stops: 3, gallonsTenths: 355 as never });
});
