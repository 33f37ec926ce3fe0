import { expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { toTenths } from '../money';
import {
  expectStops,
  lateDuration,
  latenessOf,
  lateText,
  type TimedStop,
  timeSlotInstants,
} from './lateness';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** 10:00 AM, when the first window starts. */
const TEN = 1_800_000_000_000;
const harbor = { latitude: 41.98, longitude: -86.11 };

const stop = (id: string, over: Partial<TimedStop> = {}): TimedStop => ({
  id,
  location: id,
  position: null,
  estimatedGallonsTenths: toTenths(20),
  beginsAt: TEN,
  endsAt: TEN + 2 * HOUR,
  enRoute: false,
  arrivalAt: null,
  ...over,
});
const noon = { beginsAt: TEN + 2 * HOUR, endsAt: TEN + 4 * HOUR };

/** Expected arrival at each stop, in minutes after 10:00 AM. */
const minutes = (stops: TimedStop[], now = TEN, from: TimedStop['position'] = null) =>
  expectStops(stops, { now, from }).map(({ expectedAt }) => (expectedAt - TEN) / MINUTE);

test('each stop adds travel time and fueling time', () => {
  expect(minutes([stop('a'), stop('b')])).toEqual([20, 52]);
  const seventy = stop('a', { estimatedGallonsTenths: toTenths(70) });
  expect(minutes([seventy, stop('b')])).toEqual([20, 57]);
});

test('a dock nearby or at the same address is 5 minutes away', () => {
  expect(minutes([stop('a'), stop('b', { location: 'a' })])).toEqual([20, 37]);
  expect(minutes([stop('a', { position: harbor })], TEN, harbor)).toEqual([5]);
});

test('a stop isn’t reached before its window starts unless the driver is en route', () => {
  expect(minutes([stop('a', noon)])).toEqual([120]);
  expect(minutes([stop('a', { ...noon, enRoute: true })])).toEqual([20]);
});

test('the announced arrival is kept while the driver’s movement is unknown', () => {
  const told = stop('a', { enRoute: true, arrivalAt: TEN + 9 * MINUTE });
  expect(minutes([told, stop('b')])).toEqual([9, 41]);
  expect(minutes([told], TEN + 15 * MINUTE)).toEqual([15]);
  expect(minutes([{ ...told, position: harbor }], TEN, harbor)).toEqual([5]);
});

test('a stop is late if it’s expected after its window', () => {
  const day = [stop('a'), stop('b'), stop('c', noon)];
  const at = (now: number) => expectStops(day, { now, from: null });
  expect(at(TEN + 68 * MINUTE).map(({ lateMinutes }) => lateMinutes)).toEqual([0, 0, 0]);
  expect(latenessOf(at(TEN + 68 * MINUTE))).toBeNull();
  expect(at(TEN + 69 * MINUTE).map(({ lateMinutes }) => lateMinutes)).toEqual([0, 1, 0]);
  expect(latenessOf(at(TEN + 2 * HOUR))).toEqual({ stops: 2, mostMinutes: 52 });
});

test('stops out of window order show who has to wait', () => {
  const day = [stop('later', noon), stop('a')];
  expect(expectStops(day, { now: TEN, from: null })[1]).toMatchObject({ lateMinutes: 32 });
});

test('a time window follows the business’s clock through daylight saving changes', () => {
  const atNoon = (date: string) => new Date(timeSlotInstants(date, 1, 'America/New_York').beginsAt);
  expect(atNoon('2026-03-07').toISOString()).toBe('2026-03-07T17:00:00.000Z');
  expect(atNoon('2026-03-08').toISOString()).toBe('2026-03-08T16:00:00.000Z');
});

/** A day of stops within a few miles. Some are en route. */
const place = fc.record({
  latitude: fc.double({ min: 41.9, max: 42.05, noNaN: true }),
  longitude: fc.double({ min: -86.2, max: -86, noNaN: true }),
});
const dayOf = (position: fc.Arbitrary<TimedStop['position']>) =>
  fc
    .array(
      fc.record({
        position,
        slotIndex: fc.integer({ min: 0, max: 2 }),
        gallons: fc.integer({ min: 0, max: 70 }),
        enRoute: fc.boolean(),
      }),
      { minLength: 1, maxLength: 12 },
    )
    .map((list) =>
      list.map(({ position, slotIndex, gallons, enRoute }, i) =>
        stop(`s${i}`, {
          ...{ position, enRoute, estimatedGallonsTenths: toTenths(gallons) },
          beginsAt: TEN + slotIndex * 2 * HOUR,
          endsAt: TEN + (slotIndex + 1) * 2 * HOUR,
        }),
      ),
    );
const anyDay = dayOf(fc.option(place, { nil: null }));
const anyNow = fc.integer({ min: -180, max: 480 }).map((after) => TEN + after * MINUTE);

test('every stop is expected once, in order, and not before its window unless en route', () => {
  fc.assert(
    fc.property(anyDay, anyNow, (day, now) => {
      const expected = expectStops(day, { now, from: harbor });
      expect(expected.map(({ id }) => id)).toEqual(day.map(({ id }) => id));
      let before = now;
      for (const [i, one] of expected.entries()) {
        expect(one.expectedAt).toBeGreaterThanOrEqual(before + 5 * MINUTE);
        if (!day[i]?.enRoute) expect(one.expectedAt).toBeGreaterThanOrEqual(day[i]?.beginsAt ?? 0);
        expect(one.lateMinutes > 0).toBe(one.expectedAt > (day[i]?.endsAt ?? 0));
        before = one.expectedAt + 10 * MINUTE;
      }
    }),
  );
});

test('elapsed time and more fuel never make a stop earlier', () => {
  fc.assert(
    fc.property(anyDay, anyNow, fc.nat(12), fc.nat(90), (day, now, at, more) => {
      const expected = expectStops(day, { now, from: null });
      const later = expectStops(day, { now: now + more * MINUTE, from: null });
      const fuller = expectStops(
        day.map((one, i) => (i === at ? stop(one.id, { ...one, ...moreFuel(one, more) }) : one)),
        { now, from: null },
      );
      for (const [i, { expectedAt }] of expected.entries()) {
        expect(later[i]?.expectedAt).toBeGreaterThanOrEqual(expectedAt);
        expect(fuller[i]?.expectedAt).toBeGreaterThanOrEqual(expectedAt);
      }
    }),
  );
});

const moreFuel = ({ estimatedGallonsTenths }: TimedStop, more: number) => ({
  estimatedGallonsTenths: toTenths(estimatedGallonsTenths / 10 + more),
});

test('removing a stop never makes another one later', () => {
  fc.assert(
    fc.property(dayOf(place), anyNow, fc.nat(11), (day, now, at) => {
      const expected = expectStops(day, { now, from: harbor });
      const without = expectStops(
        day.filter((_, i) => i !== at),
        { now, from: harbor },
      );
      for (const { id, expectedAt } of without) {
        // Differences below a millisecond are rounding errors.
        const before = expected.find((one) => one.id === id)?.expectedAt ?? 0;
        expect(expectedAt).toBeLessThanOrEqual(before + 1);
      }
    }),
  );
});

test.each([
  [0, null],
  [1, '1 min late'],
  [90, '90 min late'],
  [91, '2 h late'],
  [200, '3 h late'],
])('a stop %d minutes after its time slot is "%s"', (minutes, text) => {
  expect(lateText(minutes)).toBe(text);
});

test('the most late minutes of a window are shown in hours above 90', () => {
  expect([25, 90, 124, 405].map(lateDuration)).toEqual(['25 min', '90 min', '2 h', '7 h']);
});
