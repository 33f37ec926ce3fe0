import { expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { metresBetween, type Position } from './distance';
import {
  applyManualSequence,
  goodWay,
  planRoute,
  routeMetres,
  type Stop,
  shortestWay,
} from './stop-order';

const at = (latitude: number, longitude: number): Position => ({ latitude, longitude });
const stop = (id: string, slotIndex: number, position: Position | null, enRoute = false): Stop => ({
  id,
  slotIndex,
  position,
  enRoute,
});
const ids = (stops: readonly Stop[]) => stops.map(({ id }) => id).join(' ');

/** Docks within a few miles of each other. */
const position = fc
  .record({
    latitude: fc.double({ min: 41.9, max: 42.05, noNaN: true }),
    longitude: fc.double({ min: -86.2, max: -86, noNaN: true }),
  })
  .map(({ latitude, longitude }) => at(latitude, longitude));
const locatedStops = (most: number) =>
  fc
    .array(fc.record({ slotIndex: fc.integer({ min: 0, max: 2 }), position }), {
      minLength: 1,
      maxLength: most,
    })
    .map((list) =>
      list.map(({ slotIndex, position }, i) => ({
        ...stop(`s${i}`, slotIndex, position),
        position,
      })),
    );

test('a degree of latitude is about 111 km in both directions', () => {
  const [a, b] = [at(41, -86), at(42, -86)];
  expect(metresBetween(a, b)).toBeCloseTo(111_195, -1);
  expect(metresBetween(b, a)).toBe(metresBetween(a, b));
  expect(metresBetween(a, a)).toBe(0);
});

test('stops are ordered by window, then nearest first', () => {
  const day = [
    stop('late', 2, at(42, -86)),
    stop('far', 0, at(42.03, -86)),
    stop('near', 0, at(42.01, -86)),
    stop('noon', 1, at(42.04, -86)),
  ];
  expect(ids(planRoute(day, at(42, -86)))).toBe('near far noon late');
});

test('the order within a window also shortens the way to the next window', () => {
  const day = [
    stop('a', 0, at(42.01, -86)),
    stop('b', 0, at(41.99, -86)),
    stop('then', 1, at(42.02, -86)),
  ];
  expect(ids(planRoute(day, at(42, -86)))).toBe('b a then');
});

test('an en route stop comes first, and one without a position comes last in its window', () => {
  const day = [
    stop('unknown', 0, null),
    stop('known', 0, at(42, -86)),
    stop('next', 1, null),
    stop('going', 2, null, true),
  ];
  expect(ids(planRoute(day, null))).toBe('going known unknown next');
});

test('without positions, stops keep the given order within each window', () => {
  const day = [stop('b', 1, null), stop('a', 0, null), stop('c', 1, null)];
  expect(ids(planRoute(day, at(42, -86)))).toBe('a b c');
});

test('every stop appears once, and windows stay in order', () => {
  fc.assert(
    fc.property(locatedStops(14), fc.option(position, { nil: null }), (stops, from) => {
      const way = planRoute(stops, from);
      expect(way.map(({ id }) => id).sort()).toEqual(stops.map(({ id }) => id).sort());
      const slots = way.map(({ slotIndex }) => slotIndex);
      expect(slots).toEqual([...slots].sort());
    }),
    { numRuns: 40 },
  );
});

test('the fast route is on average within 3% of the shortest, and never shorter', () => {
  let [shortest, good, worst] = [0, 0, 1];
  fc.assert(
    fc.property(locatedStops(7), position, (stops, from) => {
      const least = routeMetres(shortestWay(stops, from), from);
      const found = routeMetres(goodWay(stops, from), from);
      expect(found).toBeGreaterThanOrEqual(least - 0.001);
      shortest += least;
      good += found;
      worst = Math.max(worst, found / least);
    }),
    { numRuns: 150, seed: 5 },
  );
  expect(good / shortest).toBeLessThan(1.03);
  expect(worst).toBeLessThan(1.6);
});

test('40 stops are planned quickly', () => {
  const stops = Array.from({ length: 40 }, (_, i) =>
    stop(`s${i}`, i % 3, at(41.9 + ((i * 37) % 40) / 300, -86 - ((i * 17) % 40) / 300)),
  );
  // Measures CPU time, because on a busy machine the process may have to wait.
  const before = process.cpuUsage();
  expect(planRoute(stops, at(41.98, -86.1))).toHaveLength(40);
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000);
});

test('the driver’s order applies, new stops join after their window, and removed ones are skipped', () => {
  const planned = [
    stop('a', 0, null),
    stop('new', 0, null),
    stop('b', 1, null),
    stop('c', 2, null),
  ];
  expect(ids(applyManualSequence(planned, ['c', 'a', 'gone', 'b']))).toBe('c a new b');
  expect(ids(applyManualSequence(planned, []))).toBe('a new b c');
});
