import { expect, test } from 'bun:test';
import { type Dock, freshPosition, positionOf, positionOfDock } from './position';

const NOW = 1_800_000_000_000;
const MINUTE_MS = 60_000;
const nowhere = { latitude: null, longitude: null };

test('a position with one coordinate is invalid', () => {
  expect(positionOf({ latitude: 42, longitude: -86 })).toEqual({ latitude: 42, longitude: -86 });
  expect(positionOf({ latitude: 42, longitude: null })).toBeNull();
  expect(positionOf({ latitude: null, longitude: -86 })).toBeNull();
});

test('a driver position counts for 30 minutes', () => {
  const seen = { latitude: 42, longitude: -86, locatedAt: NOW - 30 * MINUTE_MS };
  expect(freshPosition(seen, NOW)).toEqual({ latitude: 42, longitude: -86 });
  expect(freshPosition(seen, NOW + 1)).toBeNull();
  expect(freshPosition({ ...seen, locatedAt: null }, NOW)).toBeNull();
  expect(freshPosition({ ...seen, ...nowhere }, NOW)).toBeNull();
});

test('a dock gets its position from its delivery, then the slip, then the address', () => {
  const dock: Dock = { location: 'Marina', slipNumber: '4', ...nowhere };
  const before = (slipNumber: string | null, latitude: number): Dock => ({
    location: 'Marina',
    slipNumber,
    latitude,
    longitude: -86,
  });
  const elsewhere: Dock = { ...before('4', 41), location: 'Harbor' };
  const known = [elsewhere, before('9', 42), before('4', 43), before('4', 44)];

  const latitudeOf = (of: Dock, docks: Dock[]) => positionOfDock(of, docks)?.latitude ?? null;
  expect(latitudeOf({ ...dock, latitude: 45, longitude: -86 }, known)).toBe(45);
  expect(latitudeOf(dock, known)).toBe(43);
  expect(latitudeOf(dock, [before('9', 42)])).toBe(42);
  expect(latitudeOf(dock, [elsewhere])).toBeNull();
});
