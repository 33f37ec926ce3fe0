import { expect, test } from 'bun:test';
import { toTenths } from '../money';
import { isFarFromOrdered } from './plausibility';

test.each([
  [25, 28.4, false],
  [25, 42.5, false],
  [25, 42.6, true],
  [25, 284, true],
  [25, 2.5, false],
  [25, 2.4, true],
  [25, 0, true],
  [0, 0, false],
  [0, 5, false],
  [0, 5.1, true],
])('of %p gallons ordered, %p is far: %p', (ordered, gallons, isFar) => {
  expect(isFarFromOrdered(toTenths(gallons), toTenths(ordered))).toBe(isFar);
});
