import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { addDays } from '../dates';
import { PRODUCTS, type TaxRate } from './tax';
import {
  plannedTaxes,
  TAX_CHANGE_MESSAGES,
  type TaxBook,
  type TaxEntry,
  taxChanges,
  taxRatesOn,
} from './tax-book';
import { parseRate, TAX_MESSAGES, taxChangeSchema } from './tax-change.schema';

const TODAY = '2026-06-13';
const SIX: TaxRate = { kind: 'percent', value: 6_000 };
const SEVEN: TaxRate = { kind: 'percent', value: 7_000 };
const entry = (
  id: number,
  startsOn: string,
  rates: TaxEntry['rates'],
  cancels: number | null = null,
) => ({
  id,
  startsOn,
  rates,
  cancels,
});
const refusal = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    return (error as Error).message;
  }
  return null;
};

describe('tax rates', () => {
  test('are none until the owner sets one', () => {
    expect(taxRatesOn([], TODAY)).toEqual({});
  });

  test('hold from their date until the next one', () => {
    const book = [
      entry(1, TODAY, { ice: SIX }),
      entry(2, '2026-07-01', { ice: SEVEN, Regular: SIX }),
    ];
    expect(taxRatesOn(book, '2026-06-12')).toEqual({});
    expect(taxRatesOn(book, TODAY)).toEqual({ ice: SIX });
    expect(taxRatesOn(book, '2026-06-30')).toEqual({ ice: SIX });
    expect(taxRatesOn(book, '2026-07-01')).toEqual({ ice: SEVEN, Regular: SIX });
    const ended = [...book, entry(3, '2026-08-01', { ice: null })];
    expect(taxRatesOn(ended, '2026-08-01')).toEqual({ Regular: SIX });
  });

  test('are one for each product and date, whatever the history', () => {
    const dates = fc.integer({ min: -60, max: 60 }).map((days) => addDays(TODAY, days));
    const rate = fc.constantFrom(null, SIX, SEVEN);
    const history = fc
      .array(
        fc.record({
          startsOn: dates,
          rates: fc.record(Object.fromEntries(PRODUCTS.map((one) => [one, rate])), {
            requiredKeys: [],
          }),
          cancels: fc.option(fc.integer({ min: 1, max: 20 })),
        }),
        { maxLength: 20 },
      )
      .map((entries) => entries.map((one, index) => ({ ...one, id: index + 1 })) as TaxBook);
    fc.assert(
      fc.property(history, dates, (book, date) => {
        const rates = taxRatesOn(book, date);
        const cancelled = new Set(book.map(({ cancels }) => cancels));
        for (const product of PRODUCTS) {
          const [last] = book
            .filter((one) => one.cancels === null && !cancelled.has(one.id))
            .filter((one) => one.startsOn <= date && product in one.rates)
            .toSorted((a, b) => b.startsOn.localeCompare(a.startsOn) || b.id - a.id);
          expect(rates[product] ?? null).toEqual(last?.rates[product] ?? null);
        }
      }),
    );
  });

  test('are listed with the rates they replaced', () => {
    const book = [
      entry(1, TODAY, { ice: SIX }),
      entry(2, '2026-07-01', { ice: SEVEN }),
      entry(3, '2026-08-01', { ice: null }),
      entry(4, '2026-08-01', {}, 3),
    ];
    expect(taxChanges(book, TODAY).map(({ state, steps }) => ({ state, steps }))).toEqual([
      { state: 'cancelled', steps: [{ product: 'ice', from: SEVEN, to: null }] },
      { state: 'upcoming', steps: [{ product: 'ice', from: SIX, to: SEVEN }] },
      { state: 'past', steps: [{ product: 'ice', from: null, to: SIX }] },
    ]);
  });
});

describe('a change of rates', () => {
  const plan = (book: TaxBook, startsOn: string, rates: TaxEntry['rates']) =>
    plannedTaxes(book, { startsOn, rates }, TODAY);

  test('is stored without the rates that stay the same', () => {
    const book = [entry(1, '2026-06-01', { ice: SIX })];
    expect(plan(book, TODAY, { ice: SIX, Regular: SEVEN })).toEqual({
      startsOn: TODAY,
      rates: { Regular: SEVEN },
    });
  });

  test.each([
    ['2026-06-12', TAX_CHANGE_MESSAGES.past],
    ['2030-01-01', TAX_CHANGE_MESSAGES.tooFar],
  ])('is refused for %s', (startsOn, message) => {
    expect(refusal(() => plan([], startsOn, { ice: SIX }))).toBe(message);
  });

  test('is refused if nothing changes', () => {
    expect(refusal(() => plan([], TODAY, {}))).toBe(TAX_CHANGE_MESSAGES.same);
    expect(refusal(() => plan([], TODAY, { ice: null }))).toBe(TAX_CHANGE_MESSAGES.same);
  });

  test('can’t overlap another one of the same product', () => {
    const book = [entry(1, '2026-07-01', { ice: SIX })];
    expect(refusal(() => plan(book, '2026-07-01', { ice: SEVEN }))).toBe(
      'A change to “Ice” is already planned for that date. Cancel it first, or select another date.',
    );
    expect(plan(book, '2026-07-01', { Regular: SEVEN }).rates).toEqual({ Regular: SEVEN });
    const today = [entry(1, TODAY, { ice: SIX })];
    expect(plan(today, TODAY, { ice: SEVEN }).rates).toEqual({ ice: SEVEN });
  });

  test('is refused if too many are planned', () => {
    const book = Array.from({ length: 50 }, (_, days) =>
      entry(days + 1, addDays(TODAY, days + 1), { ice: SIX }),
    );
    expect(refusal(() => plan(book, '2026-12-01', { ice: SEVEN }))).toBe(
      TAX_CHANGE_MESSAGES.tooMany,
    );
  });
});

describe('typed rates', () => {
  const parsed = (rates: object, startsOn: unknown = TODAY) =>
    taxChangeSchema.safeParse({ startsOn, rates, readEntry: 0 });
  const message = (rates: object, startsOn?: unknown) =>
    parsed(rates, startsOn).error?.issues[0]?.message ?? null;

  test('are read digit by digit', () => {
    expect(parseRate('gallon', '$0.524')).toEqual({ kind: 'gallon', value: 5_240 });
    expect(parseRate('percent', 6.25)).toEqual({ kind: 'percent', value: 6_250 });
    expect(
      parsed({ ice: { kind: 'percent', amount: '6%' }, Regular: { kind: 'keep' } }).data?.rates,
    ).toEqual({
      ice: SIX,
    } as never);
  });

  test('of 0 mean no tax', () => {
    expect(parsed({ ice: { kind: 'percent', amount: '0' } }).data?.rates.ice).toBeNull();
  });

  test.each([
    ['a negative percentage', { ice: { kind: 'percent', amount: '-1' } }, TAX_MESSAGES.percent],
    ['a negative number', { ice: { kind: 'percent', amount: -1 } }, TAX_MESSAGES.percent],
    [
      'more than 100 percent',
      { ice: { kind: 'percent', amount: '100.001' } },
      TAX_MESSAGES.percent,
    ],
    ['no number', { ice: { kind: 'percent', amount: '' } }, TAX_MESSAGES.percent],
    ['too many decimals', { ice: { kind: 'percent', amount: '6.1234' } }, TAX_MESSAGES.percent],
    ['a negative amount', { Regular: { kind: 'gallon', amount: '-0.01' } }, TAX_MESSAGES.gallon],
    ['more than $10', { Regular: { kind: 'gallon', amount: 10.01 } }, TAX_MESSAGES.gallon],
    ['ice by the gallon', { ice: { kind: 'gallon', amount: '1' } }, TAX_MESSAGES.onlyPercent],
    ['another kind', { ice: { kind: 'each', amount: '1' } }, TAX_MESSAGES.kind],
  ])('are refused: %s', (_, rates, expected) => {
    expect(message(rates)).toBe(expected);
  });

  test('need a date', () => {
    const rates = { ice: { kind: 'percent', amount: '6' } };
    for (const startsOn of ['', null, 'tomorrow', '2026-02-30']) {
      expect(message(rates, startsOn)).toBe(TAX_MESSAGES.date);
    }
  });
});
