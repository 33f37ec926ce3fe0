import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { cents, gallonTenths, NO_CENTS, plus, toTenths } from '../money';
import { discountOn as discountOf } from '../pricing/discount';
import {
  MOST_TAX,
  PRODUCT_FACTS,
  PRODUCTS,
  rateText,
  type Sale,
  saleTax,
  soldProducts,
  type TaxRates,
  taxIn,
} from './tax';

const anyCents = (most: number) => fc.integer({ min: 0, max: most }).map(cents);
const anySale: fc.Arbitrary<Sale> = fc
  .record({
    fuel: anyCents(10_000_000),
    ice: anyCents(100_000),
    delivery: anyCents(50_000),
    discountOn: fc.constantFrom(null, 'fuel', 'ice', 'delivery'),
    percent: fc.integer({ min: 0, max: 100 }),
    fuelType: fc.constantFrom('Regular', 'Premium'),
    gallonsTenths: fc.integer({ min: 0, max: 9_999 }).map(gallonTenths),
    serviceChargeCents: anyCents(1_000),
  })
  .map(({ fuel, ice, delivery, discountOn, percent, ...sale }) => {
    const full = { fuel, ice, delivery };
    const discount = discountOn && { on: discountOn, percent, label: '', amountCents: null };
    return { ...sale, discountOn, lines: { ...full, discount: discountOf(full, discount) } };
  });
const anyRates: fc.Arbitrary<TaxRates> = fc.record(
  Object.fromEntries(
    PRODUCTS.map((product) => [
      product,
      fc.record({
        kind: fc.constantFrom(...PRODUCT_FACTS[product].kinds),
        value: fc.integer({ min: 1, max: MOST_TAX }),
      }),
    ]),
  ),
  { requiredKeys: [] },
);
const certificate = fc.option(fc.constant('E-1'));

const REGULAR_30: Sale = {
  lines: { fuel: cents(12_300), ice: cents(1_000), delivery: cents(3_000), discount: NO_CENTS },
  discountOn: null,
  fuelType: 'Regular',
  gallonsTenths: toTenths(30),
  serviceChargeCents: cents(100),
};
const taxOf = (rates: TaxRates, sale = REGULAR_30, number: string | null = null) =>
  saleTax({ rates, serviceChargeCents: sale.serviceChargeCents, certificate: number }, sale);

describe('the products of a sale', () => {
  test('divide the fuel’s price into the fuel and our service charge', () => {
    expect(
      soldProducts(REGULAR_30).map(({ product, amountCents }) => [product, amountCents]),
    ).toEqual([
      ['Regular', 9_300],
      ['ice', 1_000],
      ['delivery', 3_000],
      ['service', 3_000],
    ] as never);
  });

  test('add up to the lines to the cent, and none is negative', () => {
    fc.assert(
      fc.property(anySale, (sale) => {
        const sold = soldProducts(sale);
        expect(plus(NO_CENTS, ...sold.map((one) => one.amountCents))).toBe(
          plus(NO_CENTS, ...Object.values(sale.lines)),
        );
        expect(sold.every(({ amountCents }) => amountCents > 0)).toBe(true);
      }),
    );
  });
});

describe('the tax of a sale', () => {
  test('is included in the price, and rounded half up', () => {
    const part = (amount: number) =>
      ({ product: 'ice', amountCents: cents(amount), gallonsTenths: null }) as const;
    expect(taxIn(part(1_060), { kind: 'percent', value: 6_000 })).toBe(cents(60));
    expect(taxIn(part(1_000), { kind: 'percent', value: 6_000 })).toBe(cents(57));
    expect(taxIn(part(200), { kind: 'percent', value: 100_000 })).toBe(cents(100));
    // 9 cents at 20% include 1.5 cents.
    expect(taxIn(part(9), { kind: 'percent', value: 20_000 })).toBe(cents(2));
  });

  test('counts tenths of a gallon and tenths of a cent', () => {
    const { taxCents } = taxOf(
      { Regular: { kind: 'gallon', value: 5_240 } },
      { ...REGULAR_30, gallonsTenths: toTenths(28.7) },
    );
    // 28.7 gallons at 52.4 cents are 1,503.88 cents.
    expect(taxCents).toBe(cents(1_504));
  });

  test('is listed by product and added up', () => {
    const tax = taxOf({
      Regular: { kind: 'gallon', value: 5_240 },
      Premium: { kind: 'gallon', value: 9_999 },
      ice: { kind: 'percent', value: 6_000 },
    });
    expect(tax.parts).toEqual([
      { product: 'Regular', amountCents: cents(9_300), taxCents: cents(1_572) },
      { product: 'ice', amountCents: cents(1_000), taxCents: cents(57) },
    ]);
    expect(tax.taxCents).toBe(cents(1_629));
  });

  test('is in the price after the discount', () => {
    const sale: Sale = {
      ...REGULAR_30,
      lines: { ...REGULAR_30.lines, discount: cents(-500) },
      discountOn: 'ice',
    };
    const rate = { kind: 'percent', value: 6_000 } as const;
    expect(taxOf({ ice: rate }, sale).parts).toEqual([
      { product: 'ice', amountCents: cents(500), taxCents: cents(28) },
    ]);
  });

  test('is nothing for an exempt customer', () => {
    expect(taxOf({ ice: { kind: 'percent', value: 6_000 } }, REGULAR_30, 'E-1')).toMatchObject({
      certificate: 'E-1',
      parts: [],
      taxCents: 0,
    });
  });

  test('adds up, and no part is above its line', () => {
    fc.assert(
      fc.property(anySale, anyRates, certificate, (sale, rates, number) => {
        const { parts, taxCents } = taxOf(rates, sale, number);
        expect(plus(NO_CENTS, ...parts.map((part) => part.taxCents))).toBe(taxCents);
        const sold = new Map(soldProducts(sale).map((one) => [one.product, one.amountCents]));
        for (const part of parts) {
          expect(part.amountCents).toBe(sold.get(part.product) ?? NO_CENTS);
          expect(part.taxCents).toBeGreaterThanOrEqual(0);
          expect(part.taxCents).toBeLessThanOrEqual(part.amountCents);
        }
      }),
    );
  });

  test('equals exact fractions, rounded once per product', () => {
    fc.assert(
      fc.property(anySale, anyRates, (sale, rates) => {
        for (const { product, taxCents, amountCents } of taxOf(rates, sale).parts) {
          const { kind, value } = rates[product] ?? { kind: 'percent', value: 0 };
          const [top, bottom] =
            kind === 'percent'
              ? [BigInt(amountCents) * BigInt(value), 100_000n + BigInt(value)]
              : [BigInt(sale.gallonsTenths) * BigInt(value), 1_000n];
          const half = (top * 2n + bottom) / (bottom * 2n);
          expect(BigInt(taxCents)).toBe(half < BigInt(amountCents) ? half : BigInt(amountCents));
        }
      }),
    );
  });
});

test('rates are written as people write them', () => {
  expect(rateText(null)).toBe('none');
  expect(rateText({ kind: 'percent', value: 6_000 })).toBe('6%');
  expect(rateText({ kind: 'percent', value: 6_125 })).toBe('6.125%');
  expect(rateText({ kind: 'gallon', value: 5_240 })).toBe('$0.524 per gallon');
  expect(rateText({ kind: 'gallon', value: 5_000 })).toBe('$0.50 per gallon');
});
