import { expect, test } from 'bun:test';
import { clockDifference } from './server-clock';

const AT = Date.parse('2026-06-13T12:00:00Z');
const header = (at: number) => new Date(at).toUTCString();

test.each([
  ['20 minutes ahead', 20 * 60_000],
  ['20 minutes behind', -20 * 60_000],
  ['two days ahead', 2 * 86_400_000],
  ['two days behind', -2 * 86_400_000],
])('a device whose clock is %s is corrected to 2 seconds', (_what, deviceAheadMs) => {
  const sentAt = AT + deviceAheadMs;
  const difference = clockDifference(header(AT + 100), sentAt, sentAt + 200);
  expect(Math.abs((difference ?? 0) + deviceAheadMs)).toBeLessThan(2_000);
});

test('a clock that’s almost right isn’t corrected', () => {
  expect(clockDifference(header(AT), AT + 900, AT + 1_100)).toBe(0);
  expect(clockDifference(header(AT), AT - 900, AT - 700)).toBe(0);
});

test('an answer without a date, or a slow one, is ignored', () => {
  expect(clockDifference(null, AT, AT)).toBeNull();
  expect(clockDifference('soon', AT, AT)).toBeNull();
  expect(clockDifference(header(AT), AT, AT + 11_000)).toBeNull();
  // During this call, the device's clock was set back.
  expect(clockDifference(header(AT), AT, AT - 1)).toBeNull();
});
