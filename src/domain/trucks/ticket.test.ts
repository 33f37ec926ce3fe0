import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { gallonTenths } from '../money';
import {
  FEW_NUMBERS,
  type HeldRange,
  meteredGallons,
  needsNumbers,
  RANGE_SIZE,
  readingsDoubt,
  readingsOf,
  takeNumber,
  ticketNumber,
  ticketRows,
} from './ticket';

const DAY_MS = 86_400_000;
const readings = (start: number, end: number) => ({
  startTenths: gallonTenths(start),
  endTenths: gallonTenths(end),
});

describe('meter readings', () => {
  test('give the gallons', () => {
    expect(meteredGallons(readings(10_000, 10_305))).toBe(gallonTenths(305));
    expect(meteredGallons(readings(10_000, 9_999))).toBeNull();
  });

  test('may differ from the gallons by half a gallon', () => {
    expect(readingsDoubt(readings(1_000, 1_300), gallonTenths(305))).toBeNull();
    expect(readingsDoubt(readings(1_000, 1_300), gallonTenths(295))).toBeNull();
    expect(readingsDoubt(null, gallonTenths(295))).toBeNull();
  });

  test('that differ by more are asked about', () => {
    expect(readingsDoubt(readings(1_000, 1_300), gallonTenths(306))).toBe(
      'The meter counted 30 gallons, but 30.6 gallons were entered.',
    );
    expect(readingsDoubt(readings(1_000, 1_300), gallonTenths(10))).toBe(
      'The meter counted 30 gallons, but 1 gallon was entered.',
    );
    expect(readingsDoubt(readings(1_300, 1_000), gallonTenths(300))).toBe(
      'The end reading is lower than the start reading.',
    );
  });

  test('need both numbers', () => {
    expect(readingsOf(gallonTenths(0), gallonTenths(5))).toEqual(readings(0, 5));
    expect(readingsOf(gallonTenths(0), undefined)).toBeNull();
    expect(readingsOf(null, gallonTenths(5))).toBeNull();
  });
});

test('a ticket names its truck, its meter, and the readings', () => {
  const ticket = {
    ...{ series: 2, number: 117, truckName: 'Blue Ford', meterSerial: 'LC-1' },
    ...{ gallonsTenths: gallonTenths(305), readings: readings(10_000, 10_305) },
  };
  expect(ticketNumber(ticket)).toBe('2-117');
  expect(ticketRows(ticket)).toEqual([
    { term: 'Delivery ticket', value: '2-117' },
    { term: 'Truck', value: 'Blue Ford' },
    { term: 'Meter serial number', value: 'LC-1' },
    { term: 'Meter readings', value: '1000 to 1030.5 gal' },
  ]);
  expect(ticketRows(null)).toEqual([]);
});

describe('the numbers on a device', () => {
  const range = (id: string, next: number, last: number, usedAt = 0): HeldRange => ({
    ...{ id, series: 1, next, last, usedAt },
  });

  test('are taken in order, the older range first', () => {
    const ranges = [range('a', 20, 20), range('b', 41, 60)];
    const first = takeNumber(ranges, 1, 5);
    expect(first?.taken).toEqual({ rangeId: 'a', number: 20 });
    const after = ranges.map((one) => (one.id === 'a' ? (first?.range ?? one) : one));
    expect(takeNumber(after, 1, 6)?.taken).toEqual({ rangeId: 'b', number: 41 });
  });

  test('aren’t taken from another truck’s series', () => {
    expect(takeNumber([range('a', 1, 20)], 2, 0)).toBeNull();
  });

  test('aren’t used if the device was idle for long or its clock is wrong', () => {
    expect(takeNumber([range('a', 1, 20)], 1, 5 * DAY_MS)).not.toBeNull();
    expect(takeNumber([range('a', 1, 20)], 1, 6 * DAY_MS)).toBeNull();
    expect(takeNumber([range('a', 1, 20, 9 * DAY_MS)], 1, 0)).toBeNull();
  });

  test('are asked for before they run out', () => {
    expect(needsNumbers([], 1, 0)).toBe(true);
    expect(needsNumbers([range('a', 1, FEW_NUMBERS)], 1, 0)).toBe(false);
    expect(needsNumbers([range('a', 2, FEW_NUMBERS)], 1, 0)).toBe(true);
    expect(needsNumbers([range('a', 1, RANGE_SIZE)], 1, 6 * DAY_MS)).toBe(true);
  });

  test('are never taken twice', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 5 }), (sizes) => {
        let at = 0;
        let ranges = sizes.map((size, i) => {
          const held = range(`r${i}`, at + 1, at + size);
          at += size;
          return held;
        });
        const taken: number[] = [];
        for (let one = takeNumber(ranges, 1, 0); one; one = takeNumber(ranges, 1, 0)) {
          const { range: changed } = one;
          taken.push(one.taken.number);
          ranges = ranges.map((held) => (held.id === changed.id ? changed : held));
        }
        expect(taken).toEqual(Array.from({ length: at }, (_, i) => i + 1));
      }),
    );
  });
});
