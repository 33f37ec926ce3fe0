import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { cents } from '../money';
import { FALLBACK_MARKET_PRICES, type MarketPrices } from './fuel';
import { begunMarkets, marketAt, scheduledMarket } from './market-schedule';
import { marketOn, type PriceEntry, pricesAt, upcomingIn } from './price-book';
import { PRICE_CHANGE_MESSAGES, plannedChange } from './price-rules';

const market = (regular: number): MarketPrices => ({
  regularCents: cents(regular),
  premiumCents: cents(regular + 100),
});
const entry = (id: number, startsAt: number, over: Partial<PriceEntry> = {}): PriceEntry => ({
  id,
  startsAt,
  prices: {},
  market: market(300 + id),
  cancels: null,
  ...over,
});
const stored = (setAt: number | null) => ({ ...market(500), setAt });

describe('a planned market price', () => {
  const book = [entry(1, 1_000), entry(2, 2_000)];

  test('begins at its instant and ends with the next one', () => {
    expect(marketAt(stored(null), book, 999)).toEqual(market(500));
    expect(marketAt(stored(null), book, 1_000)).toEqual(market(301));
    expect(marketAt(stored(null), book, 1_999)).toEqual(market(301));
    expect(marketAt(stored(null), book, 2_000)).toEqual(market(302));
    expect(marketAt(null, book, 2_000)).toEqual(market(302));
    expect(marketAt(null, [], 2_000)).toEqual(FALLBACK_MARKET_PRICES);
  });

  test('ends with prices that are stored later, until the next one begins', () => {
    expect(marketAt(stored(1_500), book, 1_600)).toEqual(market(500));
    expect(marketAt(stored(1_000), book, 1_000)).toEqual(market(500));
    expect(marketAt(stored(1_500), book, 2_000)).toEqual(market(302));
    expect(scheduledMarket(stored(2_500), book, 9_000)).toBeNull();
  });

  test('never begins if it was cancelled', () => {
    const cancelled = [...book, entry(3, 1_000, { market: null, cancels: 1 })];
    expect(marketAt(stored(null), cancelled, 1_999)).toEqual(market(500));
    expect(begunMarkets(cancelled, 9_000)).toEqual([{ market: market(302), startsAt: 2_000 }]);
  });

  test('leaves our own prices alone, and is in the preview of later changes', () => {
    expect(pricesAt(book, 5_000)).not.toHaveProperty('market');
    const start = { date: '2026-06-19', minutes: 360 };
    const upcoming = { state: 'upcoming' as const, entry: book[0] as PriceEntry, start };
    const view = { market: market(500), changes: [upcoming] };
    expect(marketOn(view, { date: '2026-06-19', minutes: 359 })).toEqual(market(500));
    expect(marketOn(view, start)).toEqual(market(301));
  });

  test('has a time, and only one begins at an instant', () => {
    const wanted = { prices: {}, market: market(400) };
    const refusal = (startsAt: number | null) => {
      try {
        return plannedChange(book, { ...wanted, startsAt }, 500) && null;
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(refusal(null)).toBe(PRICE_CHANGE_MESSAGES.marketNow);
    expect(refusal(400)).toBe(PRICE_CHANGE_MESSAGES.past);
    expect(refusal(1_000)).toContain('“Market Prices” is already planned');
    expect(plannedChange(book, { ...wanted, startsAt: 1_001 }, 500)).toEqual({
      ...wanted,
      startsAt: 1_001,
    });
  });
});

test('any history has one market price at any instant: the last decision before it', () => {
  const times = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 8 });
  fc.assert(
    fc.property(times, fc.integer({ min: 0, max: 60 }), fc.nat(70), (starts, setAt, at) => {
      const book = starts.map((startsAt, index) => entry(index + 1, startsAt));
      const begun = upcomingIn(book, setAt).filter(({ startsAt }) => startsAt <= at);
      const last = begun.at(-1)?.market ?? market(500);
      expect(marketAt(stored(setAt), book, at)).toEqual(last);
      expect(marketAt(stored(setAt), book.toReversed(), at)).toEqual(last);
    }),
  );
});
