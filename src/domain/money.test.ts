import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  formatDollars,
  formatGallons,
  parseDollars,
  parseGallons,
  priceOfGallons,
  toDollars,
} from './money';

const cents = fc.integer({ min: 0, max: 99_999_999_999 });
const tenths = fc.integer({ min: 0, max: 9_999_999_999 });

/** An amount written out digit by digit, so that no float takes part. */
function written(scaled: number, places: number): string {
  const digits = String(scaled).padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

describe('dollars as typed', () => {
  test.each<[string | number, number]>([
    ['4.16', 416],
    [4.16, 416],
    ['$4.16', 416],
    ['$ 4.16 ', 416],
    [' 4 ', 400],
    ['4.', 400],
    ['4.1', 410],
    ['4.160', 416],
    ['0', 0],
    [-0, 0],
    ['$1,234.50', 123_450],
    ['1,234', 123_400],
    ['12,345,678.90', 1_234_567_890],
    ['0004.16', 416],
    [1.1, 110],
    [1.15, 115],
    ['999999999.99', 99_999_999_999],
  ])('%p is %p cents', (typed, expected) => {
    expect(parseDollars(typed)).toBe(expected);
  });

  test.each<[string | number, string]>([
    ['', 'nothing'],
    ['$', 'nothing'],
    ['.', 'nothing'],
    ['free', 'no number'],
    ['4.165', 'too fine'],
    [4.165, 'too fine'],
    [0.1 + 0.2, 'a float that is not what it seems'],
    ['-4', 'negative'],
    [-4, 'negative'],
    ['-$4', 'negative'],
    ['1e3', 'an exponent'],
    [1e21, 'an exponent'],
    [1e-7, 'an exponent'],
    [Number.NaN, 'not a number'],
    [Number.POSITIVE_INFINITY, 'not finite'],
    ['1000000000', 'too large'],
    ['4,16', 'a comma for a point'],
    ['1,23,456', 'broken groups'],
    ['1234,567', 'broken groups'],
    ['1,234.5,0', 'a comma after the point'],
    ['$$4', 'two signs'],
    ['4 16', 'a space inside'],
    ['0x10', 'hexadecimal'],
    ['٤', 'digits of another script'],
  ])('%p is refused: %s', (typed) => {
    expect(parseDollars(typed)).toBeNull();
  });

  test('every amount comes back, as text, as shown to people, and as a number of dollars', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(parseDollars(written(amount, 2))).toBe(amount);
        expect(parseDollars(formatDollars(amount))).toBe(amount);
        expect(parseDollars(toDollars(amount))).toBe(amount);
      }),
      { numRuns: 2_000 },
    );
  });

  test('text of any kind gives whole cents or nothing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double()), (value) => {
        const amount = parseDollars(value);
        expect(amount === null || (Number.isSafeInteger(amount) && amount >= 0)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('gallons as typed', () => {
  test.each<[string | number, number | null]>([
    ['12.5', 125],
    [12.5, 125],
    ['12', 120],
    ['12.50', 125],
    [' 0.1 ', 1],
    [0, 0],
    ['', null],
    ['12.55', null],
    [12.55, null],
    ['-1', null],
    ['1,000', null],
    ['1e2', null],
    [Number.NaN, null],
    ['a dozen', null],
  ])('%p is %p tenths', (typed, expected) => {
    expect(parseGallons(typed)).toBe(expected);
  });

  test('every quantity comes back', () => {
    fc.assert(
      fc.property(tenths, (quantity) => {
        expect(parseGallons(written(quantity, 1))).toBe(quantity);
        expect(parseGallons(formatGallons(quantity))).toBe(quantity);
        expect(parseGallons(quantity / 10)).toBe(quantity);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('for people', () => {
  test.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [416, '$4.16'],
    [123_450, '$1,234.50'],
    [-2_500, '-$25.00'],
  ])('%p cents is %p', (amount, shown) => {
    expect(formatDollars(amount)).toBe(shown);
  });

  test.each([
    [0, '0'],
    [1, '0.1'],
    [120, '12'],
    [125, '12.5'],
    [5_000, '500'],
  ])('%p tenths is %p', (quantity, shown) => {
    expect(formatGallons(quantity)).toBe(shown);
  });
});

test('a price is rounded once, half up', () => {
  expect(priceOfGallons(1, 414)).toBe(41); // 41.4 cents
  expect(priceOfGallons(1, 415)).toBe(42); // 41.5 cents
  expect(priceOfGallons(1, 416)).toBe(42); // 41.6 cents
  expect(priceOfGallons(125, 516)).toBe(6_450);
  expect(priceOfGallons(0, 516)).toBe(0);
  expect(priceOfGallons(127, 0)).toBe(0);
});
