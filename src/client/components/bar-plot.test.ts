import { expect, test } from 'bun:test';
import { stepFor } from './bar-plot';

test('a step is a round number, at least the unit, and four steps reach the highest value', () => {
  expect(stepFor(0, 1)).toBe(1);
  expect(stepFor(3, 1)).toBe(1);
  expect(stepFor(9, 1)).toBe(5);
  expect(stepFor(123_400, 100)).toBe(50_000);
  for (const highest of [1, 7, 41, 399, 1_000, 80_001, 12_345_678]) {
    expect(stepFor(highest, 1) * 4).toBeGreaterThanOrEqual(highest);
  }
});
