import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { cents, gallonTenths, plus, unitPrice } from '../money';
import { CAN_TYPES } from '../order/options';
import { asDelivered, EMPTY_ORDER, type Order, orderOf } from '../order/order';
import {
  chargedUnitPrices,
  FALLBACK_MARKET_PRICES,
  FIRST_SERVICE_CHARGE_CENTS,
  FUEL_TYPES,
} from './fuel';
import { toPriceColumns } from './price-columns';
import { deliveryFee, FIRST_PRICE_LIST } from './price-list';
import {
  lineDetail,
  linesInDollars,
  PRICE_LINES,
  type Price,
  quote,
  quoteOf,
  unitPriceOf,
} from './quote';

/**
 * Generates orders larger than staff may enter: up to 999.9 gallons at $1,000, and 500 bags of each
 * size.
 */
const anyOrder: fc.Arbitrary<Order> = fc.record({
  location: fc.string(),
  slipNumber: fc.option(fc.string()),
  driverNote: fc.option(fc.string()),
  fuelType: fc.constantFrom(...FUEL_TYPES),
  estimatedGallonsTenths: fc.integer({ min: 0, max: 9_999 }).map(gallonTenths),
  fillUp: fc.boolean(),
  canType: fc.constantFrom(...CAN_TYPES),
  smallIceBags: fc.integer({ min: 0, max: 500 }),
  mediumIceBags: fc.integer({ min: 0, max: 500 }),
  largeIceBags: fc.integer({ min: 0, max: 500 }),
});
const anyPrice: fc.Arbitrary<Price> = fc.record({
  unitPriceCents: fc.integer({ min: 0, max: 1_000_000 }).map((tenths) => unitPrice(tenths / 10)),
  testMode: fc.boolean(),
  priceList: fc.constantFrom(null, FIRST_PRICE_LIST),
});
const REGULAR: Price = { unitPriceCents: cents(410), testMode: false, priceList: null };

const FEES: Record<string, bigint> = { fuel: 25_00n, ice: 10_00n, 'fuel+ice': 30_00n, '': 0n };

/** Calculates the same price with whole numbers only. Parts of a cent are kept until the end. */
function oracle(order: Order, price: Price) {
  const tenths = BigInt(Math.round(price.unitPriceCents * 10));
  const hundredthsOfCents = BigInt(order.estimatedGallonsTenths) * tenths;
  const rest = hundredthsOfCents % 100n;
  const fuel = (hundredthsOfCents - rest) / 100n + (rest > 49n ? 1n : 0n);
  const ice = 100n * (5n * BigInt(order.smallIceBags) + 7n * BigInt(order.largeIceBags));
  const carried = [order.estimatedGallonsTenths > 0 && 'fuel', ice > 0n && 'ice'];
  const fee = FEES[carried.filter(Boolean).join('+')] ?? -1n;
  const delivery = price.testMode ? 0n : fee;
  return { fuel, ice, delivery, total: fuel + ice + delivery };
}

describe('a quote', () => {
  test('equals integer arithmetic for 100,000 orders, and its lines add up', () => {
    let halves = 0;
    fc.assert(
      fc.property(anyOrder, anyPrice, (order, price) => {
        const { lines, totalCents } = quote(order, price);
        const { fuel, ice, delivery, total } = oracle(order, price);
        if ((order.estimatedGallonsTenths * price.unitPriceCents) % 10 === 5) halves += 1;
        return (
          BigInt(lines.fuel) === fuel &&
          BigInt(lines.ice) === ice &&
          BigInt(lines.delivery) === delivery &&
          BigInt(totalCents) === total &&
          PRICE_LINES.reduce((sum, line) => sum + lines[line], 0) === totalCents
        );
      }),
      { numRuns: 100_000 },
    );
    // Checks that the generated orders included the edge case of rounding.
    expect(halves).toBeGreaterThan(1_000);
  });

  test('can be read back from an appointment’s columns, line by line', () => {
    fc.assert(
      fc.property(anyOrder, anyPrice, (order, price) => {
        const charged = quote(order, price);
        expect(quoteOf(toPriceColumns(charged))).toEqual(charged);
        expect(Object.keys(charged.lines)).toEqual([...PRICE_LINES]);
      }),
    );
  });

  test('has 0 dollars for a line that didn’t exist when it was stored', () => {
    const stored = { fuel: cents(8_205), ice: cents(500) };
    expect(linesInDollars({ lines: stored })).toEqual({
      fuel: 82.05,
      ice: 5,
      deliveryFee: 0,
      discount: 0,
    });
  });

  test('never includes medium ice', () => {
    const withMedium = { ...EMPTY_ORDER, mediumIceBags: 12 };
    expect(quote(withMedium, { ...REGULAR, unitPriceCents: cents(516) })).toEqual({
      lines: { fuel: 0, ice: 0, delivery: 0, discount: 0 },
      totalCents: 0,
    });
    fc.assert(
      fc.property(anyOrder, anyPrice, (order, price) => {
        expect(quote({ ...order, mediumIceBags: 0 }, price)).toEqual(quote(order, price));
      }),
    );
  });

  test.each<[string, Partial<Order>, Partial<Price>, [number, number, number, number]]>([
    [
      '20 gallons of Regular',
      { estimatedGallonsTenths: gallonTenths(200) },
      {},
      [8_200, 0, 2_500, 10_700],
    ],
    ['ice alone', { smallIceBags: 2, largeIceBags: 1 }, {}, [0, 1_700, 1_000, 2_700]],
    [
      '12.3 gallons of Premium with ice',
      { estimatedGallonsTenths: gallonTenths(123), smallIceBags: 1, largeIceBags: 1 },
      { unitPriceCents: cents(516) },
      [6_347, 1_200, 3_000, 10_547],
    ],
    [
      'a test order',
      { estimatedGallonsTenths: gallonTenths(100) },
      { testMode: true },
      [4_100, 0, 0, 4_100],
    ],
    ['nothing', {}, {}, [0, 0, 0, 0]],
  ])('%s', (_, part, price, [fuel, ice, delivery, totalCents]) => {
    expect(quote({ ...EMPTY_ORDER, ...part }, { ...REGULAR, ...price })).toEqual({
      lines: { fuel, ice, delivery, discount: 0 },
      totalCents,
    });
  });

  test('uses a custom price unchanged: 10 tenths cost that price, rounded', () => {
    fc.assert(
      fc.property(anyOrder, anyPrice, (order, price) => {
        const oneGallon = { ...order, estimatedGallonsTenths: gallonTenths(10) };
        expect(quote(oneGallon, price).lines.fuel).toBe(Math.round(price.unitPriceCents));
      }),
    );
    expect(unitPriceOf({ unitPriceCents: cents(410), customUnitPriceCents: cents(0) })).toBe(0);
    expect(unitPriceOf({ unitPriceCents: cents(410), customUnitPriceCents: null })).toBe(410);
  });

  test('of a delivery equals that of an order for the delivered amounts', () => {
    fc.assert(
      fc.property(anyOrder, anyOrder, anyPrice, (ordered, other, price) => {
        const { smallIceBags, largeIceBags } = other;
        const actualGallonsTenths = other.estimatedGallonsTenths;
        const delivered = asDelivered(ordered, { actualGallonsTenths, smallIceBags, largeIceBags });
        expect(quote(delivered, price)).toEqual(quote(other, price));
        expect(orderOf(delivered).location).toBe(ordered.location);
      }),
    );
  });

  test('of fuel in two parts differs by at most a cent', () => {
    fc.assert(
      fc.property(anyOrder, anyOrder, anyPrice, (one, two, price) => {
        const together = plus(one.estimatedGallonsTenths, two.estimatedGallonsTenths);
        const whole = quote({ ...one, estimatedGallonsTenths: together }, price).lines.fuel;
        const parts = quote(one, price).lines.fuel + quote(two, price).lines.fuel;
        expect(Math.abs(parts - whole)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

test.each<[Partial<Order>, string | null, string | null]>([
  [{}, null, null],
  [{ estimatedGallonsTenths: gallonTenths(125) }, '12.5 gal Regular at $4.10', null],
  [{ smallIceBags: 2, mediumIceBags: 1, largeIceBags: 3 }, null, '2 small, 1 medium, 3 large'],
])('the lines of %p say %p and %p', (part, fuel, ice) => {
  const order = { ...EMPTY_ORDER, ...part };
  expect(lineDetail('fuel', order, cents(410))).toBe(fuel);
  expect(lineDetail('ice', order, cents(410))).toBe(ice);
  expect(lineDetail('delivery', order, cents(410))).toBeNull();
});

test.each([
  [true, true, 3_000],
  [true, false, 2_500],
  [false, true, 1_000],
  [false, false, 0],
])('delivery with fuel %p and ice %p costs %p', (hasFuel, hasIce, fee) => {
  const order = {
    ...EMPTY_ORDER,
    estimatedGallonsTenths: gallonTenths(hasFuel ? 1 : 0),
    largeIceBags: hasIce ? 1 : 0,
  };
  expect(deliveryFee(order, FIRST_PRICE_LIST)).toBe(fee);
});

describe('the price per gallon', () => {
  test('is the market price plus one dollar, added once', () => {
    fc.assert(
      fc.property(
        fc.nat(100_000).map(cents),
        fc.nat(100_000).map(cents),
        (regularCents, premiumCents) => {
          const market = { regularCents, premiumCents };
          const charged = chargedUnitPrices(market, FIRST_SERVICE_CHARGE_CENTS);
          expect(charged.Regular - regularCents).toBe(100);
          expect(charged.Premium - premiumCents).toBe(100);
          expect(market).toEqual({ regularCents, premiumCents });
        },
      ),
    );
  });

  test('falls back to $4.10 and $5.16', () => {
    const charged = chargedUnitPrices(FALLBACK_MARKET_PRICES, FIRST_SERVICE_CHARGE_CENTS);
    expect(charged).toEqual({ Regular: cents(410), Premium: cents(516) });
  });
});
