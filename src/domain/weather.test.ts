import { describe, expect, test } from 'bun:test';
import { conditionOfCode, isWeatherStale, readCondition } from './weather';

describe('weather codes', () => {
  test.each([
    [0, 'sunny'],
    [1, 'sunny'],
    [2, 'partly-cloudy'],
    [3, 'partly-cloudy'],
    [45, 'partly-cloudy'],
    [48, 'partly-cloudy'],
    [51, 'rainy'],
    [65, 'rainy'],
    [75, 'rainy'],
    [95, 'rainy'],
    [99, 'rainy'],
  ] as const)('%i is %s', (code, condition) => {
    expect(conditionOfCode(code)).toBe(condition);
  });

  test('an unknown stored condition becomes sunny', () => {
    expect(readCondition('rainy')).toBe('rainy');
    expect(readCondition('tornado')).toBe('sunny');
  });
});

test('a forecast shows its age from 3 hours', () => {
  expect(isWeatherStale(0, 3 * 3_600_000 - 1)).toBe(false);
  expect(isWeatherStale(0, 3 * 3_600_000)).toBe(true);
});
