import { expect, test } from 'bun:test';
import { cents, toTenths } from '../money';
import { type Doubt, doubtsOf, doubtText, isFarFromOrdered } from './plausibility';

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
])('with %p gallons ordered, %p is far off: %p', (ordered, gallons, isFar) => {
  expect(isFarFromOrdered(toTenths(gallons), toTenths(ordered))).toBe(isFar);
});

const order = (gallons: number, small = 0, large = 0) => ({
  estimatedGallonsTenths: toTenths(gallons),
  smallIceBags: small,
  largeIceBags: large,
});
const came = (gallons: number, small = 0, large = 0) => ({
  actualGallonsTenths: toTenths(gallons),
  smallIceBags: small,
  largeIceBags: large,
});

test.each<[ReturnType<typeof order>, ReturnType<typeof came>, number, Doubt[]]>([
  [order(25), came(28.4), 14_144, []],
  [order(25), came(284), 149_024, ['more_gallons', 'large_total']],
  [order(10), came(500, 50, 50), 268_000, ['more_gallons', 'more_ice', 'large_total']],
  [order(20, 2, 1), came(20, 8, 6), 20_000, []],
  [order(20, 2, 1), came(20, 9, 1), 20_000, ['more_ice']],
  [order(20, 2, 1), came(20, 2, 7), 20_000, ['more_ice']],
  [order(20, 10), came(20, 0), 10_000, ['fewer_ice']],
  [order(20, 3, 1), came(20, 3, 0), 10_000, ['fewer_ice']],
  [order(20, 0, 1), came(20, 20, 0), 10_000, ['more_ice', 'fewer_ice']],
  [order(20, 3, 1), came(20, 3, 1), 10_000, []],
  [order(20), came(1), 2_910, ['fewer_gallons']],
  [order(20), came(0), 0, ['fewer_gallons']],
  [order(0, 3), came(0, 3), 2_000, []],
  [order(70), came(70), 60_000, []],
  [order(70), came(70), 60_001, ['large_total']],
])('%o delivered as %o for %p cents: %p', (ordered, delivered, total, doubts) => {
  const price = { totalCents: cents(total), confirmAboveCents: cents(60_000) };
  expect(doubtsOf(ordered, delivered, price)).toEqual(doubts);
});

test.each([
  [40, 45, false],
  [40, 45.1, true],
  [250, 255, false],
  [null, 75, false],
  [null, 75.1, true],
])('filling a tank of %p gallons with %p is a doubt: %p', (fuelCapacity, gallons, isDoubt) => {
  const fillUp = { ...order(40), fillUp: true, boat: { fuelCapacity } };
  const price = { totalCents: cents(0), confirmAboveCents: cents(60_000) };
  expect(doubtsOf(fillUp, came(gallons), price).length > 0).toBe(isDoubt);
});

test.each([
  ['boat', 20, 25, false],
  ['boat', 20, 25.1, true],
  ['service', 20, 25.1, true],
  // The capacity of cans isn't known.
  ['cans', 20, 35, false],
  ['boat', null, 35, false],
] as const)(
  '%p with a tank of %p gallons: %p gallons are a doubt: %p',
  (canType, tank, gallons, isDoubt) => {
    const ordered = { ...order(20), canType, boat: { fuelCapacity: tank } };
    const price = { totalCents: cents(0), confirmAboveCents: cents(60_000) };
    const doubts = doubtsOf(ordered, came(gallons), price);
    expect(doubts).toEqual(isDoubt ? ['more_gallons'] : []);
    expect(doubtText(doubts, ordered, came(gallons), cents(60_000))).toBe(
      isDoubt ? '25.1 gallons were entered, for an order of 20. The tank holds 20.' : '',
    );
  },
);

test('a doubt is explained with both figures', () => {
  const limit = cents(60_000);
  const price = { totalCents: cents(268_000), confirmAboveCents: limit };
  const doubts = doubtsOf(order(10, 1), came(500, 50), price);
  expect(doubtText(doubts, order(10, 1), came(500, 50), limit)).toBe(
    '500 gallons were entered, for an order of 10. 50 ice bags were entered, for an order of 1. The total is above $600.00.',
  );
});

test.each([
  [order(20, 3, 1), came(20), 'No ice bags were entered, for an order of 4.'],
  [order(20, 3, 1), came(20, 1), '1 ice bag was entered, for an order of 4.'],
  [order(20, 0, 2), came(20, 2), 'Ice bags were entered as 2 small, for an order of 2 large.'],
])('fewer bags are described in words: %o delivered as %o', (ordered, delivered, text) => {
  const limit = cents(60_000);
  const price = { totalCents: cents(10_000), confirmAboveCents: limit };
  const doubts = doubtsOf(ordered, delivered, price);
  expect(doubtText(doubts, ordered, delivered, limit)).toBe(text);
});
