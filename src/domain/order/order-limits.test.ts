import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { gallonTenths, toTenths } from '../money';
import { EMPTY_ORDER } from './order';
import { aboveLimits, FIRST_LIMITS, limitsText, mostOfFillUp } from './order-limits';

const order = (gallons: number, small = 0, large = 0) => ({
  ...EMPTY_ORDER,
  estimatedGallonsTenths: toTenths(gallons),
  smallIceBags: small,
  largeIceBags: large,
});
const LOWERED = { mostGallons: 40, mostBags: 10 };

describe('an order above a limit is refused', () => {
  test.each([
    [order(41), 'estimatedGallons', 'An order can have up to 40 gallons. This one has 41.'],
    [order(40.1), 'estimatedGallons', 'An order can have up to 40 gallons. This one has 40.1.'],
    [order(10, 6, 5), 'smallIceBags', 'An order can have up to 10 ice bags. This one has 11.'],
    [order(0, 0, 11), 'largeIceBags', 'An order can have up to 10 ice bags. This one has 11.'],
  ])('%#', (items, field, text) => {
    expect(aboveLimits(items, LOWERED)).toEqual({ field, text });
  });

  test('unless it was accepted earlier and doesn’t grow', () => {
    expect(aboveLimits(order(60), LOWERED, { before: order(60) })).toBeNull();
    expect(aboveLimits(order(50), LOWERED, { before: order(60) })).toBeNull();
    expect(aboveLimits(order(61), LOWERED, { before: order(60) })).not.toBeNull();
    expect(aboveLimits(order(0, 20), LOWERED, { before: order(0, 5, 15) })).toBeNull();
    expect(aboveLimits(order(0, 21), LOWERED, { before: order(0, 5, 15) })).not.toBeNull();
  });

  test('by staff only once the owner lowered the limit', () => {
    expect(aboveLimits(order(120), FIRST_LIMITS, { byStaff: true })).toBeNull();
    expect(aboveLimits(order(120), FIRST_LIMITS)).not.toBeNull();
    expect(aboveLimits(order(50), LOWERED, { byStaff: true })).not.toBeNull();
  });
});

test('exactly the orders within both limits pass', () => {
  fc.assert(
    fc.property(
      fc.nat(700),
      fc.nat(50),
      fc.nat(50),
      fc.integer({ min: 1, max: 70 }),
      fc.integer({ min: 1, max: 100 }),
      (tenths, small, large, mostGallons, mostBags) => {
        const items = { ...order(0, small, large), estimatedGallonsTenths: gallonTenths(tenths) };
        const fits = tenths <= mostGallons * 10 && small + large <= mostBags;
        expect(aboveLimits(items, { mostGallons, mostBags }) === null).toBe(fits);
      },
    ),
  );
});

test('only lowered limits are stated', () => {
  expect(limitsText(FIRST_LIMITS)).toBeNull();
  expect(limitsText(LOWERED)).toBe('An order can have up to 40 gallons and 10 ice bags.');
  expect(limitsText({ ...FIRST_LIMITS, mostBags: 1 })).toBe('An order can have up to 1 ice bag.');
});

test('a fill-up that was accepted keeps its estimate', () => {
  const before = { fillUp: true, estimatedGallonsTenths: toTenths(70) };
  expect(mostOfFillUp(LOWERED, before)).toBe(70);
  expect(mostOfFillUp(LOWERED, { ...before, fillUp: false })).toBe(40);
  expect(mostOfFillUp(LOWERED)).toBe(40);
});
