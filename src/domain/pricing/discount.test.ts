import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { type Cents, cents, gallonTenths } from '../money';
import { EMPTY_ORDER } from '../order/order';
import { priceText, quoteDelivered, quoteWithout } from './delivered-price';
import type { Discount } from './discount';
import {
  DISCOUNTED_LINES,
  type DiscountUses,
  discountOf,
  discountProblem,
  misfitText,
  termsText,
  usesText,
} from './discount-rules';
import { toPriceColumns } from './price-columns';
import { refuseBelowMinimum } from './price-rules';
import { lineAmount, lineLabel, PRICE_LINES, type Price, quote, quoteOf } from './quote';

const anyDiscount: fc.Arbitrary<Discount> = fc
  .record({
    on: fc.constantFrom(...DISCOUNTED_LINES),
    percent: fc.option(fc.integer({ min: 1, max: 100 })),
    amount: fc.integer({ min: 1, max: 100_000 }),
  })
  .map(({ on, percent, amount }) => ({
    label: 'Any',
    on,
    percent,
    amountCents: percent === null ? cents(amount) : null,
  }));
const anyItems = fc.record({
  estimatedGallonsTenths: fc.integer({ min: 0, max: 9_999 }).map(gallonTenths),
  smallIceBags: fc.integer({ min: 0, max: 500 }),
  largeIceBags: fc.integer({ min: 0, max: 500 }),
});
const anyTerms = fc.record({
  unitPriceCents: fc.integer({ min: 0, max: 100_000 }).map(cents),
  customUnitPriceCents: fc.option(fc.integer({ min: 0, max: 100_000 }).map(cents)),
  testMode: fc.boolean(),
});
const REGULAR: Price = { unitPriceCents: cents(410), testMode: false, priceList: null };
const SUMMER = {
  name: 'Summer10',
  on: 'fuel',
  percent: 10,
  amountCents: null,
  startsOn: null,
  endsOn: null,
  mostPerCustomer: null,
  mostInAll: null,
  isActive: true,
} as const;

const refusalOf = (work: () => unknown) => {
  try {
    work();
    return null;
  } catch (error) {
    return error;
  }
};

const sumOf = (lines: Record<string, Cents>) =>
  PRICE_LINES.reduce((sum, line) => sum + (lines[line] ?? 0), 0);

describe('any order with any discount', () => {
  test('has lines that add up, and costs between nothing and its price without the discount', () => {
    fc.assert(
      fc.property(anyItems, anyTerms, anyDiscount, (items, terms, discount) => {
        const order = { ...EMPTY_ORDER, ...items };
        const full = quote(order, { ...terms, priceList: null });
        const less = quote(order, { ...terms, priceList: null, discount });
        expect(sumOf(less.lines)).toBe(less.totalCents);
        expect(less.totalCents).toBeGreaterThanOrEqual(0);
        expect(less.totalCents).toBeLessThanOrEqual(full.totalCents);
        expect(less.lines.discount).toBeLessThanOrEqual(0);
        // The line that it's on never becomes negative, and the others stay the same.
        expect(less.lines[discount.on] + less.lines.discount).toBeGreaterThanOrEqual(0);
        expect({ ...less.lines, discount: 0 }).toEqual({ ...full.lines, discount: 0 });
        // It has one price, which is stored and read without a difference.
        expect(quoteOf(toPriceColumns(less))).toEqual(less);
      }),
    );
  });

  test('is priced by what was delivered, like an order of those amounts', () => {
    fc.assert(
      fc.property(anyItems, anyItems, anyTerms, anyDiscount, (ordered, given, terms, discount) => {
        const row = {
          ...EMPTY_ORDER,
          location: '',
          ...ordered,
          ...terms,
          priceList: null,
          discount,
        };
        const { estimatedGallonsTenths: actualGallonsTenths, ...bags } = given;
        const delivered = quoteDelivered(row, { actualGallonsTenths, ...bags });
        const unitPriceCents = terms.customUnitPriceCents ?? terms.unitPriceCents;
        expect(delivered).toEqual(quote({ ...EMPTY_ORDER, ...given }, { ...row, unitPriceCents }));
      }),
    );
  });

  test('still has lines that add up after a part is written off', () => {
    fc.assert(
      fc.property(
        anyItems,
        anyTerms,
        anyDiscount,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (items, terms, discount, share) => {
          const price = quote(
            { ...EMPTY_ORDER, ...items },
            { ...terms, priceList: null, discount },
          );
          const byCents = cents(Math.floor(price.totalCents * share));
          const left = quoteWithout(price, byCents, discount);
          expect(sumOf(left.lines)).toBe(left.totalCents);
          expect(left.totalCents).toBe(cents(price.totalCents - byCents));
          expect(left.lines[discount.on] + left.lines.discount).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});

describe('a discount', () => {
  const order = { ...EMPTY_ORDER, estimatedGallonsTenths: gallonTenths(300), smallIceBags: 1 };

  test.each<[string, Partial<Discount>, number]>([
    ['10% off fuel', { on: 'fuel', percent: 10 }, -1_230],
    ['half off ice', { on: 'ice', percent: 50 }, -250],
    ['$5 off delivery', { on: 'delivery', percent: null, amountCents: cents(500) }, -500],
    [
      'more dollars than the line has',
      { on: 'ice', percent: null, amountCents: cents(9_000) },
      -500,
    ],
  ])('%s', (_, part, expected) => {
    const discount = {
      label: 'Any',
      on: 'fuel',
      percent: null,
      amountCents: null,
      ...part,
    } as const;
    expect(quote(order, { ...REGULAR, discount }).lines.discount).toBe(cents(expected));
  });

  test('rounds a percentage once, half up', () => {
    const discount = { label: 'Any', on: 'fuel', percent: 50, amountCents: null } as const;
    const gallon = { ...EMPTY_ORDER, estimatedGallonsTenths: gallonTenths(10) };
    const price = { ...REGULAR, unitPriceCents: cents(411), discount };
    expect(quote(gallon, price).lines.discount).toBe(cents(-206));
  });

  test('is shown with its name and a minus sign, and in no sentence without one', () => {
    const discount = discountOf(SUMMER);
    expect(lineLabel('discount', discount)).toBe('Summer10 (10% off fuel)');
    expect(lineLabel('fuel', discount)).toBe('Fuel');
    expect(lineAmount(cents(-1_230))).toBe('−$12.30');
    expect(priceText(quote(order, { ...REGULAR, discount }))).toBe(
      'Fuel $123.00, ice $5.00, delivery fee $30.00, discount −$12.30',
    );
    expect(priceText(quote(order, REGULAR))).toBe('Fuel $123.00, ice $5.00, delivery fee $30.00');
  });

  test('doesn’t make an order smaller than the minimum', () => {
    const discount = { ...discountOf(SUMMER), percent: 100 };
    refuseBelowMinimum(quote(order, { ...REGULAR, discount }), cents(12_800));
    expect(
      refusalOf(() => refuseBelowMinimum(quote(order, { ...REGULAR, discount }), cents(12_801))),
    ).not.toBeNull();
  });

  test('names what’s missing from an order that it doesn’t fit', () => {
    const ice = { ...EMPTY_ORDER, smallIceBags: 1 };
    expect(misfitText(discountOf(SUMMER), quote(ice, REGULAR))).toBe(
      'This order has no fuel for Summer10 (10% off fuel).',
    );
    expect(misfitText(discountOf(SUMMER), quote(order, REGULAR))).toBeNull();
  });
});

describe('a code that doesn’t work', () => {
  const problem = (terms: object, uses: DiscountUses = { inAll: 0, byCustomer: 0 }) =>
    discountProblem({ ...SUMMER, ...terms }, '2026-06-13', uses);

  test.each<[string, object, string | null]>([
    ['deactivated', { isActive: false }, 'Summer10 isn’t active anymore.'],
    ['early', { startsOn: '2026-06-14' }, 'Summer10 starts on Sunday, June 14, 2026.'],
    ['late', { endsOn: '2026-06-12' }, 'Summer10 ended on Friday, June 12, 2026.'],
    ['on its first and last day', { startsOn: '2026-06-13', endsOn: '2026-06-13' }, null],
  ])('%s', (_, terms, text) => {
    expect(problem(terms)).toBe(text);
  });

  test('used up, in total or by the customer', () => {
    const uses = { inAll: 5, byCustomer: 2 };
    expect(problem({ mostInAll: 5 }, uses)).toBe('Summer10 has been used up.');
    expect(problem({ mostInAll: 6, mostPerCustomer: 3 }, uses)).toBeNull();
    expect(problem({ mostPerCustomer: 2 }, uses)).toBe(
      'Summer10 works 2 times per customer, and it was already used.',
    );
    expect(problem({ mostPerCustomer: 2 }, { ...uses, isGuest: true })).toBe(
      'Summer10 can’t be used for this order.',
    );
  });
});

test('the owner reads what a discount does and how often it’s used', () => {
  const terms = { ...SUMMER, endsOn: '2026-06-30', mostPerCustomer: 1, mostInAll: 100 };
  expect(termsText(terms)).toBe(
    '10% off fuel until Tuesday, June 30, 2026. Once per customer. Up to 100 times in total.',
  );
  expect(termsText(SUMMER)).toBe('10% off fuel.');
  expect([0, 1, 12].map(usesText)).toEqual(['Not used yet', 'Used once', 'Used 12 times']);
});
