import { describe, expect, test } from 'bun:test';
import { type Truck, truckOfDay } from './truck';

const truck = (id: number, isActive = true): Truck => ({
  ...{ id, name: `Truck ${id}`, meterSerial: null, isActive },
});
const choice = (date: string, truckId: number) => ({ date: date as never, truckId });
const DAY = '2026-06-13' as never;

describe('a driver’s truck', () => {
  test('is nobody’s without trucks', () => {
    expect(truckOfDay(DAY, { trucks: [], chosen: [] })).toBeNull();
  });

  test('is the only active one, without a question', () => {
    const trucks = [truck(1, false), truck(2)];
    expect(truckOfDay(DAY, { trucks, chosen: [choice('2026-06-12', 1)] })?.id).toBe(2);
  });

  test('is the one that the driver chose for the date, even if it’s inactive now', () => {
    const trucks = [truck(1), truck(2, false)];
    expect(truckOfDay(DAY, { trucks, chosen: [choice('2026-06-13', 2)] })?.id).toBe(2);
  });

  test('is the one of the last earlier choice', () => {
    const trucks = [truck(1), truck(2), truck(3)];
    const chosen = [choice('2026-06-10', 1), choice('2026-06-12', 3), choice('2026-06-14', 2)];
    expect(truckOfDay(DAY, { trucks, chosen })?.id).toBe(3);
  });

  test('must be chosen if there are several and the last one is inactive', () => {
    const trucks = [truck(1), truck(2), truck(3, false)];
    expect(truckOfDay(DAY, { trucks, chosen: [] })).toBeNull();
    expect(truckOfDay(DAY, { trucks, chosen: [choice('2026-06-12', 3)] })).toBeNull();
  });
});
