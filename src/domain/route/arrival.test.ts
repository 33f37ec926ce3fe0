import { expect, test } from 'bun:test';
import { isNewArrival, roughArrival } from './arrival';

const MINUTE = 60_000;
const harbor = { latitude: 41.98, longitude: -86.11 };
/** About 7.2 km to the north. */
const dock = { latitude: 42.045, longitude: -86.11 };

const minutes = (input: Partial<Parameters<typeof roughArrival>[0]>) =>
  roughArrival({ now: 0, driver: harbor, dock, stopsBefore: 0, ...input }) / MINUTE;

test('the arrival depends on the distance and on earlier stops', () => {
  expect(minutes({})).toBe(20);
  expect(minutes({ driver: { ...harbor, latitude: 42.04 } })).toBe(5);
  expect(minutes({ stopsBefore: 2 })).toBe(44);
});

test('travel takes 20 minutes if a position is missing', () => {
  expect(minutes({ driver: null })).toBe(20);
  expect(minutes({ dock: null, stopsBefore: 1 })).toBe(32);
});

test('customers are notified of a change of 3 minutes, but not of seconds', () => {
  expect(isNewArrival(null, 5 * MINUTE)).toBe(true);
  expect(isNewArrival(10 * MINUTE, 12 * MINUTE)).toBe(false);
  expect(isNewArrival(10 * MINUTE, 7 * MINUTE)).toBe(true);
});
