import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  type Cents,
  cents,
  formatDollars,
  formatGallons,
  gallonTenths,
  minus,
  parseDollars,
  parseGallons,
  plus,
  priceOfGallons,
  toDollars,
  toGallons,
  toTenths,
  unitPrice,
} from './money';
import { formatUnitPrice, parseUnitPrice } from './pricing/unit-price';

const amounts = fc.integer({ min: 0, max: 99_999_999_999 }).map(cents);
const quantities = fc.integer({ min: 0, max: 9_999_999_999 }).map(gallonTenths);

/** Writes an amount digit by digit, so no float is involved. */
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
    ['0,125', 'groups behind a nought'],
    ['$$4', 'two signs'],
    ['4 16', 'a space inside'],
    ['0x10', 'hexadecimal'],
    ['٤', 'digits of another script'],
  ])('%p is refused: %s', (typed) => {
    expect(parseDollars(typed)).toBeNull();
  });

  test('every amount can be parsed back from text, from its display format, and from dollars', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(parseDollars(written(amount, 2))).toBe(amount);
        expect(parseDollars(formatDollars(amount))).toBe(amount);
        expect(parseDollars(toDollars(amount))).toBe(amount);
      }),
      { numRuns: 2_000 },
    );
  });

  test('any text becomes whole cents or null', () => {
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

  test('every quantity can be parsed back', () => {
    fc.assert(
      fc.property(quantities, (quantity) => {
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
    expect(formatDollars(cents(amount))).toBe(shown);
  });

  test.each([
    [0, '0'],
    [1, '0.1'],
    [120, '12'],
    [125, '12.5'],
    [5_000, '500'],
  ])('%p tenths is %p', (quantity, shown) => {
    expect(formatGallons(gallonTenths(quantity))).toBe(shown);
  });
});

test.each([
  [1, 414, 41], // 41.4 cents
  [1, 415, 42], // 41.5 cents
  [1, 416, 42], // 41.6 cents
  [125, 516, 6_450],
  [0, 516, 0],
  [127, 0, 0],
])('%p tenths at %p cents cost %p: rounded once, half up', (tenths, unitPrice, price) => {
  expect(priceOfGallons(gallonTenths(tenths), cents(unitPrice))).toBe(price);
});

describe('a price per gallon in tenths of a cent', () => {
  test('is shown with the tenth only if there is one, and can be read back', () => {
    expect(formatDollars(unitPrice(345.9))).toBe('$3.459');
    expect(formatDollars(unitPrice(1_345.9))).toBe('$13.459');
    expect(formatDollars(unitPrice(345))).toBe('$3.45');
    expect([formatUnitPrice(unitPrice(345.9)), formatUnitPrice(cents(350))]).toEqual([
      '3.459',
      '3.50',
    ]);
    expect(parseUnitPrice('$3.459')).toBe(345.9);
    expect(parseUnitPrice(3.459)).toBe(345.9);
    expect(['3.4591', '3,45', '-3.459', ''].map(parseUnitPrice)).toEqual([null, null, null, null]);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), (tenths) => {
        const price = unitPrice(tenths / 10);
        expect(parseUnitPrice(toDollars(price))).toBe(price);
        expect(parseUnitPrice(formatUnitPrice(price))).toBe(price);
        expect(parseUnitPrice(formatDollars(price).replaceAll(',', ''))).toBe(price);
      }),
    );
  });

  test('results in whole cents, rounded once, half up', () => {
    expect(priceOfGallons(gallonTenths(10), unitPrice(345.9))).toBe(346);
    expect(priceOfGallons(gallonTenths(287), unitPrice(345.9))).toBe(9_927);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9_999 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        (gallons, tenths) => {
          const exact = BigInt(gallons) * BigInt(tenths);
          const price = priceOfGallons(gallonTenths(gallons), unitPrice(tenths / 10));
          expect(BigInt(price)).toBe((exact + 50n) / 100n);
        },
      ),
    );
  });
});

describe('arithmetic of one unit', () => {
  test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
    '%p isn’t an amount',
    (amount) => {
      expect(() => cents(amount)).toThrow(RangeError);
      expect(() => gallonTenths(amount)).toThrow(RangeError);
    },
  );

  test('a sum is the same in any order, and subtracting a part leaves the rest', () => {
    fc.assert(
      fc.property(fc.array(amounts, { minLength: 1 }), amounts, (parts, first) => {
        const sum = plus(first, ...parts);
        expect(plus(first, ...parts.toReversed())).toBe(sum);
        expect(minus(sum, first)).toBe(plus(...(parts as [Cents, ...Cents[]])));
        expect(plus(minus(first, sum), sum)).toBe(first);
      }),
    );
  });

  test('gallons and tenths convert in both directions', () => {
    fc.assert(
      fc.property(quantities, (quantity) => {
        expect(toTenths(toGallons(quantity))).toBe(quantity);
      }),
    );
    expect(toTenths(1.1)).toBe(11);
    expect(toTenths(12.34)).toBe(123);
  });

  test('the compiler refuses to mix the units', () => {
    // @ts-expect-error: Cents and gallons can't be added.
    plus(cents(1), gallonTenths(1));
    // @ts-expect-error: Gallons aren't an amount of money.
    formatDollars(gallonTenths(1));
    // @ts-expect-error: A plain number has no unit.
    formatGallons(12);
    expect(plus(cents(1), cents(2))).toBe(3);
  });
});
