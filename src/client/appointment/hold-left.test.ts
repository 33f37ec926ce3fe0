import { expect, test } from 'bun:test';
import { holdLeft } from './hold-left';

test.each([
  [15 * 60_000, '15:00'],
  [249_000, '4:09'],
  [248_100, '4:09'],
  [1, '0:01'],
  [0, null],
  [-1, null],
])('a hold with %p ms left shows %p', (ms, shown) => {
  expect(holdLeft(1_000_000 + ms, 1_000_000)).toBe(shown);
});
