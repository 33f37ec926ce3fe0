import { expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { isAnything, loadOfAll, shortOf } from '../driver/on-board';
import { gallonTenths } from '../money';
import { type PlanDriver, type PlanStop, suggestPlan } from './suggest-plan';

const HOUR = 3_600_000;
const NOON = Date.UTC(2026, 6, 4, 12);
/** Docks about two kilometers apart. */
const DOCKS = ['East Pier', 'North Marina', 'South Landing', 'West Dock'].map((location, i) => ({
  location,
  position: { latitude: 42 + i * 0.02, longitude: -86 },
}));

const stop = (id: string, more: Partial<PlanStop> & { dock?: number } = {}): PlanStop => {
  const { dock = 0, ...rest } = more;
  const slotIndex = rest.slotIndex ?? 0;
  return {
    id,
    slotIndex,
    enRoute: false,
    arrivalAt: null,
    driverId: null,
    location: DOCKS[dock]?.location ?? 'East Pier',
    position: DOCKS[dock]?.position ?? null,
    beginsAt: NOON + slotIndex * 2 * HOUR,
    endsAt: NOON + (slotIndex + 1) * 2 * HOUR,
    fuelType: 'Regular',
    fillUp: false,
    estimatedGallonsTenths: gallonTenths(200),
    smallIceBags: 0,
    mediumIceBags: 0,
    largeIceBags: 0,
    ...rest,
  };
};
const driver = (id: number, more: Partial<PlanDriver> = {}): PlanDriver => ({
  id,
  position: null,
  onBoard: null,
  manualOrder: null,
  ...more,
});
const load = (gallons: number) =>
  loadOfAll([stop('x', { estimatedGallonsTenths: gallonTenths(gallons * 10) })]);

test('the stops of one dock go to one driver', () => {
  const stops = ['a', 'b', 'c'].map((id) => stop(id));
  const { assigned, left } = suggestPlan(stops, [driver(1), driver(2)], NOON - HOUR);
  expect(left).toEqual([]);
  expect(new Set(assigned.map(({ driverId }) => driverId)).size).toBe(1);
});

test('a delivery that a person assigned stays, and isn’t suggested', () => {
  const stops = [stop('a', { driverId: 2 }), stop('b')];
  const { assigned, drivers } = suggestPlan(stops, [driver(1), driver(2)], NOON - HOUR);
  expect(assigned.map(({ id }) => id)).toEqual(['b']);
  expect(drivers.find(({ id }) => id === 2)?.stops.map(({ id }) => id)).toContain('a');
});

test('a delivery that no load covers, or that would be late, is left over with the reason', () => {
  const big = stop('big', { estimatedGallonsTenths: gallonTenths(900) });
  expect(suggestPlan([big], [driver(1, { onBoard: load(50) })], NOON).left).toEqual([
    { id: 'big', reason: 'load' },
  ]);
  expect(suggestPlan([stop('a')], [driver(1)], NOON + 3 * HOUR).left).toEqual([
    { id: 'a', reason: 'late' },
  ]);
  expect(suggestPlan([stop('a')], [], NOON).left).toEqual([{ id: 'a', reason: 'no_driver' }]);
});

const anyStops = fc
  .array(
    fc.record({
      slotIndex: fc.integer({ min: 0, max: 2 }),
      dock: fc.integer({ min: 0, max: DOCKS.length - 1 }),
      gallons: fc.integer({ min: 0, max: 700 }),
      driverId: fc.constantFrom(null, null, null, 1, 2),
    }),
    { maxLength: 25 },
  )
  .map((all) =>
    all.map(({ gallons, ...rest }, i) =>
      stop(`s${i}`, { ...rest, estimatedGallonsTenths: gallonTenths(gallons) }),
    ),
  );
const anyDrivers = fc
  .array(fc.option(fc.integer({ min: 0, max: 300 })), { maxLength: 3 })
  .map((loads) =>
    loads.map((gallons, i) =>
      driver(i + 1, {
        onBoard: gallons === null ? null : load(gallons),
        position: DOCKS[i]?.position,
      }),
    ),
  );
const anyTime = fc.integer({ min: -1, max: 5 }).map((hours) => NOON + hours * HOUR);

test('each delivery without a driver is assigned once, or left over once', () => {
  fc.assert(
    fc.property(anyStops, anyDrivers, anyTime, (stops, drivers, now) => {
      const { assigned, left } = suggestPlan(stops, drivers, now);
      const free = stops.filter(({ driverId }) => driverId === null).map(({ id }) => id);
      expect([...assigned, ...left].map(({ id }) => id).toSorted()).toEqual(free.toSorted());
      for (const { driverId } of assigned)
        expect(drivers.some(({ id }) => id === driverId)).toBe(true);
    }),
  );
});

test('a plan makes no stop later and no load shorter than before', () => {
  fc.assert(
    fc.property(anyStops, anyDrivers, anyTime, (stops, drivers, now) => {
      const plan = suggestPlan(stops, drivers, now);
      const assigned = stops.filter(({ driverId }) => driverId !== null);
      const asIs = suggestPlan(assigned, drivers, now);
      for (const { id, onBoard } of drivers) {
        const own = stops.filter(({ driverId }) => driverId === id);
        const day = plan.drivers.find((one) => one.id === id);
        const before = asIs.drivers.find((one) => one.id === id)?.expected ?? [];
        const lateBefore = new Map(before.map((one) => [one.id, one.lateMinutes]));
        for (const one of day?.expected ?? []) {
          expect(one.lateMinutes).toBeLessThanOrEqual(lateBefore.get(one.id) ?? 0);
        }
        if (!onBoard) continue;
        const short = shortOf(onBoard, loadOfAll(day?.stops ?? []));
        expect(isAnything(shortOf(shortOf(onBoard, loadOfAll(own)), short))).toBe(false);
      }
    }),
  );
});

test('the same deliveries in another order give the same plan', () => {
  fc.assert(
    fc.property(anyStops, anyDrivers, anyTime, (stops, drivers, now) => {
      const plan = suggestPlan(stops, drivers, now);
      expect(suggestPlan(stops.toReversed(), drivers.toReversed(), now)).toEqual(plan);
    }),
  );
});

test('sixty stops and three drivers take less than a second', () => {
  const stops = Array.from({ length: 60 }, (_, i) =>
    stop(`s${i}`, { slotIndex: i % 3, dock: i % DOCKS.length }),
  );
  const drivers = [1, 2, 3].map((id) => driver(id, { position: DOCKS[id]?.position ?? null }));
  const began = performance.now();
  const { assigned } = suggestPlan(stops, drivers, NOON - HOUR);
  expect(performance.now() - began).toBeLessThan(1000);
  expect(assigned.length).toBeGreaterThan(50);
});
