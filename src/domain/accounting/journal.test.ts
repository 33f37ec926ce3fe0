import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { cents, gallonTenths, plus } from '../money';
import { LEDGER_KIND_NAMES } from '../payment/ledger';
import { PRODUCTS, saleTax, soldProducts, type TaxRates } from '../tax/tax';
import { type JournalEntry, type JournalSale, paymentsEntry, salesEntry } from './journal';

const DAY = '2026-07-04';
const amount = (max = 100_000) => fc.integer({ min: 0, max }).map(cents);
const linesOf = ({ lines }: JournalEntry) =>
  Object.fromEntries(lines.map(({ account, amountCents }) => [account, Number(amountCents)]));
const sumOf = ({ lines }: JournalEntry) =>
  lines.reduce((sum, { amountCents }) => sum + amountCents, 0);

const RATES: TaxRates = {
  Regular: { kind: 'gallon', value: 5_240 },
  ice: { kind: 'percent', value: 6_000 },
  delivery: { kind: 'percent', value: 6_000 },
};

/** A sale with a tax, and a discount on the fuel. */
const saleArb: fc.Arbitrary<JournalSale> = fc
  .record({
    fuel: amount(),
    ice: amount(5_000),
    delivery: amount(3_000),
    tenths: fc.integer({ min: 0, max: 5_000 }).map(gallonTenths),
    percent: fc.integer({ min: 0, max: 100 }),
    receivedCents: amount(),
    correctedBackCents: amount(),
    openCents: amount(),
  })
  .map(({ fuel, ice, delivery, tenths, percent, ...payments }) => {
    const discount = cents(-Math.floor((fuel * percent) / 100));
    const sale = {
      lines: { fuel, ice, delivery, discount },
      fuelType: 'Regular' as const,
      gallonsTenths: tenths,
    };
    const terms = { rates: RATES, serviceChargeCents: cents(100), certificate: null };
    return {
      date: DAY,
      products: soldProducts({ ...sale, discountOn: null, serviceChargeCents: cents(100) }),
      discountCents: discount,
      tax: saleTax(terms, { ...sale, discountOn: 'fuel' }),
      payments,
    };
  });

describe('the sales of a day', () => {
  test('are income and tax, against what customers owe', () => {
    const sale: JournalSale = {
      date: DAY,
      products: [
        { product: 'Regular', amountCents: cents(6_200), gallonsTenths: gallonTenths(200) },
        { product: 'ice', amountCents: cents(1_700), gallonsTenths: null },
      ],
      discountCents: cents(-620),
      tax: {
        ...{ rates: RATES, serviceChargeCents: cents(100), certificate: null },
        parts: [{ product: 'Regular', amountCents: cents(5_580), taxCents: cents(1_048) }],
        taxCents: cents(1_048),
      },
      payments: {
        receivedCents: cents(7_250),
        correctedBackCents: cents(0),
        // 30 cents are too little for a card, so nobody owes them.
        openCents: cents(0),
      },
    };
    expect(linesOf(salesEntry(DAY, [sale]))).toEqual({
      balances: 7_250,
      fuelTax: -1_048,
      Regular: -5_152,
      ice: -1_700,
      discounts: 620,
      differences: 30,
    });
  });

  test('balance, and leave only what’s owed once the payments are in', () => {
    fc.assert(
      fc.property(fc.array(saleArb), (sales) => {
        const entry = salesEntry(DAY, sales);
        expect(sumOf(entry)).toBe(0);
        const totals = (of: (sale: JournalSale) => number) =>
          sales.reduce((sum, sale) => sum + of(sale), 0);
        const { balances = 0, fuelTax = 0, salesTax = 0 } = linesOf(entry);
        const paid = totals(({ payments }) => payments.receivedCents - payments.correctedBackCents);
        expect(balances - paid).toBe(totals(({ payments }) => payments.openCents));
        expect(0 - fuelTax - salesTax).toBe(totals(({ tax }) => tax?.taxCents ?? 0));
        const sold = PRODUCTS.reduce((sum, product) => sum - (linesOf(entry)[product] ?? 0), 0);
        const { discounts = 0 } = linesOf(entry);
        expect(sold - discounts - fuelTax - salesTax).toBe(
          totals(({ products, discountCents }) =>
            plus(discountCents, ...products.map(({ amountCents }) => amountCents)),
          ),
        );
      }),
    );
  });
});

describe('the payments of a day', () => {
  test('balance, for every kind of entry', () => {
    const sum = fc.record({
      kind: fc.constantFrom(...LEDGER_KIND_NAMES),
      isCorrection: fc.boolean(),
      grossCents: fc.integer({ min: -100_000, max: 100_000 }).map(cents),
      feeCents: amount(1_000),
    });
    fc.assert(
      fc.property(fc.array(sum), (sums) => expect(sumOf(paymentsEntry(DAY, sums))).toBe(0)),
    );
  });

  test('tell a correction’s refund from another one', () => {
    const refund = { kind: 'refund' as const, feeCents: cents(0) };
    const entry = paymentsEntry(DAY, [
      { ...refund, grossCents: cents(-4_100), isCorrection: true },
      { ...refund, grossCents: cents(-800), isCorrection: false },
    ]);
    expect(linesOf(entry)).toEqual({ balances: 4_100, stripe: -4_900, refunds: 800 });
  });

  test('keep a lost dispute out of the balances', () => {
    const entry = paymentsEntry(
      DAY,
      (['charge', 'dispute_withdrawn', 'dispute_lost', 'dispute_fee'] as const).map((kind) => ({
        kind,
        isCorrection: false,
        grossCents: cents(kind === 'charge' ? 10_000 : kind === 'dispute_fee' ? 0 : -10_000),
        feeCents: cents(kind === 'dispute_fee' ? 1_500 : 0),
      })),
    );
    expect(linesOf(entry)).toEqual({
      balances: -10_000,
      stripe: -1_500,
      fees: 1_500,
      disputes: 10_000,
    });
  });
});
