import { expect, test } from 'bun:test';
import { scaleFor, stackOf, stepFor } from './bar-plot';

test('a step is a round number of at least the unit, and four steps reach the highest value', () => {
  expect(stepFor(0, 1)).toBe(1);
  expect(stepFor(3, 1)).toBe(1);
  expect(stepFor(9, 1)).toBe(5);
  expect(stepFor(123_400, 100)).toBe(50_000);
  for (const highest of [1, 7, 41, 399, 1_000, 80_001, 12_345_678]) {
    expect(stepFor(highest, 1) * 4).toBeGreaterThanOrEqual(highest);
  }
});

test('the parts of a bar are stacked upward from 0, and negative parts downward', () => {
  expect(stackOf([5, 3])).toEqual([
    { from: 0, to: 5 },
    { from: 5, to: 8 },
  ]);
  expect(stackOf([-5, 3, -2])).toEqual([
    { from: 0, to: -5 },
    { from: 0, to: 3 },
    { from: -5, to: -7 },
  ]);
});

test('the lines range from the lowest part to the highest one, and include 0', () => {
  const linesOf = (...values: number[]) => scaleFor(stackOf(values), 1).lines;
  expect(linesOf()).toEqual([0, 1]);
  expect(linesOf(4)).toEqual([0, 1, 2, 3, 4]);
  expect(linesOf(30, -8)).toEqual([-10, 0, 10, 20, 30]);
  expect(scaleFor(stackOf([-8]), 1)).toEqual({
    lines: [-8, -6, -4, -2, 0, 2],
    lowest: -8,
    highest: 2,
  });
});
