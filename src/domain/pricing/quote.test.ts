import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { chargedUnitPrice, FALLBACK_MARKET_PRICES } from './fuel';
import { deliveryFee, type QuoteInput, quote } from './quote';

/** Beyond anything staff may enter: 999.9 gallons at $1,000, 500 bags of each. */
const anyOrder: fc.Arbitrary<QuoteInput> = fc.record({
  gallons: fc.integer({ min: 0, max: 9_999 }),
  unitPriceCents: fc.integer({ min: 0, max: 100_000 }),
  smallIceBags: fc.integer({ min: 0, max: 500 }),
  largeIceBags: fc.integer({ min: 0, max: 500 }),
  testMode: fc.boolean(),
});

const FEES: Record<string, bigint> = { fuel: 25_00n, ice: 10_00n, 'fuel+ice': 30_00n, '': 0n };

/** The same prices by long division in whole numbers; tenths of a cent are kept until the end. */
function oracle(order: QuoteInput) {
  const tenthsOfCents = BigInt(order.gallons) * BigInt(order.unitPriceCents);
  const rest = tenthsOfCents % 10n;
  const fuel = (tenthsOfCents - rest) / 10n + (rest > 4n ? 1n : 0n);
  const ice = 100n * (5n * BigInt(order.smallIceBags) + 7n * BigInt(order.largeIceBags));
  const carried = [order.gallons > 0 && 'fuel', ice > 0n && 'ice'].filter(Boolean).join('+');
  const delivery = order.testMode ? 0n : (FEES[carried] ?? -1n);
  return { fuel, ice, delivery, total: fuel + ice + delivery };
}

describe('a quote', () => {
  test('is what integers say, for 100,000 orders, and its lines add up', () => {
    let halves = 0;
    fc.assert(
      fc.property(anyOrder, (order) => {
        const price = quote(order);
        const { fuel, ice, delivery, total } = oracle(order);
        if ((order.gallons * order.unitPriceCents) % 10 === 5) halves += 1;
        return (
          BigInt(price.fuelCents) === fuel &&
          BigInt(price.iceCents) === ice &&
          BigInt(price.deliveryCents) === delivery &&
          BigInt(price.totalCents) === total &&
          price.fuelCents + price.iceCents + price.deliveryCents === price.totalCents
        );
      }),
      { numRuns: 100_000 },
    );
    // The edge that rounding is about was among them.
    expect(halves).toBeGreaterThan(1_000);
  });

  test('never prices medium ice, whatever else an order carries', () => {
    const order = { gallons: 0, unitPriceCents: 516, smallIceBags: 0, largeIceBags: 0 };
    const withMedium = { ...order, mediumIceBags: 12, testMode: false };
    expect(quote(withMedium)).toEqual({
      fuelCents: 0,
      iceCents: 0,
      deliveryCents: 0,
      totalCents: 0,
    });
  });

  test.each([
    ['20 gallons of Regular', { gallons: 200, unitPriceCents: 410 }, [8_200, 0, 2_500, 10_700]],
    ['ice alone', { smallIceBags: 2, largeIceBags: 1 }, [0, 1_700, 1_000, 2_700]],
    [
      '12.3 gallons of Premium with ice',
      { gallons: 123, unitPriceCents: 516, smallIceBags: 1, largeIceBags: 1 },
      [6_347, 1_200, 3_000, 10_547],
    ],
    ['a test booking', { gallons: 100, unitPriceCents: 410, testMode: true }, [4_100, 0, 0, 4_100]],
    ['nothing', {}, [0, 0, 0, 0]],
  ])('%s', (_, part, [fuelCents, iceCents, deliveryCents, totalCents]) => {
    const nothing = {
      gallons: 0,
      unitPriceCents: 410,
      smallIceBags: 0,
      largeIceBags: 0,
      testMode: false,
    };
    expect(quote({ ...nothing, ...part })).toEqual({
      fuelCents: fuelCents as number,
      iceCents: iceCents as number,
      deliveryCents: deliveryCents as number,
      totalCents: totalCents as number,
    });
  });

  test('takes a custom price as final: ten tenths cost exactly that price', () => {
    fc.assert(
      fc.property(anyOrder, (order) => {
        expect(quote({ ...order, gallons: 10 }).fuelCents).toBe(order.unitPriceCents);
      }),
    );
  });
});

test.each([
  [true, true, 3_000],
  [true, false, 2_500],
  [false, true, 1_000],
  [false, false, 0],
])('delivery with fuel %p and ice %p costs %p', (hasFuel, hasIce, fee) => {
  expect(deliveryFee(hasFuel, hasIce)).toBe(fee);
});

describe('the price per gallon', () => {
  test('is the market price and one dollar, once', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(100_000), (regularCents, premiumCents) => {
        const market = { regularCents, premiumCents };
        expect(chargedUnitPrice('Regular', market) - regularCents).toBe(100);
        expect(chargedUnitPrice('Premium', market) - premiumCents).toBe(100);
        expect(market).toEqual({ regularCents, premiumCents });
      }),
    );
  });

  test('falls back to $4.10 and $5.16', () => {
    expect(chargedUnitPrice('Regular', FALLBACK_MARKET_PRICES)).toBe(410);
    expect(chargedUnitPrice('Premium', FALLBACK_MARKET_PRICES)).toBe(516);
  });
});
