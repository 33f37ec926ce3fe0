import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { DomainError } from '../errors';
import { type Cents, cents, gallonTenths } from '../money';
import { EMPTY_ORDER, type OrderItems } from '../order/order';
import { FALLBACK_MARKET_PRICES, FUEL_TYPES } from './fuel';
import {
  FIRST_PRICES,
  nextChangeAt,
  OWN_PRICES,
  type OwnPrices,
  type PriceBook,
  type PriceEntry,
  priceChanges,
  pricesAt,
  pricesNow,
  pricesOn,
  SAMPLE_ORDERS,
  sampleText,
} from './price-book';
import { PRICE_CHANGE_MESSAGES, plannedChange, refuseBelowMinimum } from './price-rules';
import { priceListAfter, storedPriceList } from './promised-price-list';
import { quote, quoteNew } from './quote';

const amount = fc.integer({ min: 0, max: 1_000 }).map(cents);
const anyPrices: fc.Arbitrary<Partial<OwnPrices>> = fc.dictionary(
  fc.constantFrom(...OWN_PRICES),
  amount,
);
const anyOrder: fc.Arbitrary<OrderItems> = fc
  .record({
    fuelType: fc.constantFrom(...FUEL_TYPES),
    estimatedGallonsTenths: fc.integer({ min: 0, max: 5_000 }).map(gallonTenths),
    smallIceBags: fc.nat(50),
    largeIceBags: fc.nat(50),
  })
  .map((items) => ({ ...EMPTY_ORDER, ...items }));

/**
 * Generates an owner's actions in order of time: a change now or later, or the cancellation of an
 * entry.
 */
const anyAttempts = fc.array(
  fc.record({
    afterMs: fc.nat(5),
    aheadMs: fc.option(fc.integer({ min: -3, max: 30 })),
    prices: anyPrices,
    cancels: fc.option(fc.integer({ min: 1, max: 12 })),
  }),
  { maxLength: 12 },
);

/** Applies the attempts as the server does, and skips refused ones. */
function bookOf(attempts: typeof anyAttempts extends fc.Arbitrary<infer T> ? T : never) {
  const book: PriceEntry[] = [];
  let now = 1_000;
  for (const { afterMs, aheadMs, prices, cancels } of attempts) {
    now += afterMs;
    const id = book.length + 1;
    const open = book.find((one) => one.id === cancels && one.startsAt > now);
    if (cancels !== null) {
      if (open) book.push({ id, startsAt: open.startsAt, prices: {}, cancels });
      continue;
    }
    try {
      const startsAt = aheadMs === null ? null : now + aheadMs;
      const planned = plannedChange(book, { startsAt, prices }, now);
      book.push({ id, ...planned, cancels: null });
    } catch (error) {
      expect(error).toBeInstanceOf(DomainError);
    }
  }
  return { book, now };
}

const refusalOf = (work: () => unknown) => {
  try {
    work();
    return null;
  } catch (error) {
    return error as DomainError;
  }
};

describe('any history of settings', () => {
  test('has exactly one price for every order, in whatever sequence the entries are read', () => {
    fc.assert(
      fc.property(anyAttempts, anyOrder, fc.nat(120), (attempts, order, at) => {
        const { book } = bookOf(attempts);
        const prices = pricesAt(book, 1_000 + at);
        expect(pricesAt(book.toReversed(), 1_000 + at)).toEqual(prices);
        expect(Object.keys(prices).toSorted()).toEqual([...OWN_PRICES].toSorted());
        const { totalCents } = quoteNew(order, pricesNow(FALLBACK_MARKET_PRICES, prices));
        expect(Number.isSafeInteger(totalCents)).toBe(true);
      }),
    );
  });

  test('never changes what applied in the past', () => {
    fc.assert(
      fc.property(anyAttempts, anyPrices, fc.option(fc.nat(40)), (attempts, prices, ahead) => {
        const { book, now } = bookOf(attempts);
        const startsAt = ahead === null ? null : now + ahead;
        const next = refusalOf(() => plannedChange(book, { startsAt, prices }, now));
        if (next) return;
        const entry = plannedChange(book, { startsAt, prices }, now);
        const after = [...book, { id: book.length + 1, ...entry, cancels: null }];
        for (let at = 990; at < now; at += 1) {
          expect(pricesAt(after, at)).toEqual(pricesAt(book, at));
        }
      }),
    );
  });

  test('is followed by its own steps', () => {
    fc.assert(
      fc.property(anyAttempts, (attempts) => {
        const { book, now } = bookOf(attempts);
        for (const { entry, steps, state } of priceChanges(book, now)) {
          if (state === 'cancelled') continue;
          const prices = pricesAt(book, entry.startsAt);
          for (const { name, to } of steps) {
            const isLast = !book.some(
              (one) => one.id > entry.id && one.startsAt === entry.startsAt && one.prices[name],
            );
            if (isLast) expect(prices[name]).toBe(to);
          }
        }
      }),
    );
  });

  test('has a preview that equals the later charge', () => {
    fc.assert(
      fc.property(anyAttempts, anyPrices, anyOrder, (attempts, prices, order) => {
        const { book, now } = bookOf(attempts);
        const current = pricesAt(book, now);
        const preview = quoteNew(
          order,
          pricesNow(FALLBACK_MARKET_PRICES, { ...current, ...prices }),
        );
        if (refusalOf(() => plannedChange(book, { startsAt: null, prices }, now))) return;
        const entry = plannedChange(book, { startsAt: null, prices }, now);
        const after = [...book, { id: book.length + 1, ...entry, cancels: null }];
        const booked = pricesNow(FALLBACK_MARKET_PRICES, pricesAt(after, now));
        const stored = {
          unitPriceCents: booked.charged[order.fuelType],
          testMode: false,
          priceList: storedPriceList(booked.list),
        };
        expect(quoteNew(order, booked)).toEqual(preview);
        expect(quote(order, stored)).toEqual(preview);
      }),
    );
  });
});

describe('the list of a changed order', () => {
  const anyList = fc
    .tuple(anyPrices, anyPrices)
    .map(([one, other]) => [
      storedPriceList({ ...FIRST_PRICES, ...one }),
      { ...FIRST_PRICES, ...other },
    ]) as fc.Arbitrary<[ReturnType<typeof storedPriceList>, OwnPrices]>;
  const price = (priceList: ReturnType<typeof storedPriceList>) => ({
    unitPriceCents: cents(410),
    testMode: false,
    priceList,
  });

  test('stays as promised if nothing is added', () => {
    fc.assert(
      fc.property(anyOrder, anyList, fc.nat(9), (before, [priceList, today], more) => {
        const after = {
          ...before,
          smallIceBags: before.smallIceBags && before.smallIceBags + more,
          largeIceBags: before.largeIceBags && before.largeIceBags + more,
        };
        expect(priceListAfter({ ...before, priceList }, after, today)).toBe(priceList);
      }),
    );
  });

  test('has today’s prices for what is added, and promised ones for the rest', () => {
    const before = { ...EMPTY_ORDER, smallIceBags: 2 };
    const today = {
      ...FIRST_PRICES,
      smallBagCents: cents(600),
      largeBagCents: cents(800),
      iceFeeCents: cents(1_500),
      bothFeeCents: cents(3_500),
    };
    const after = {
      ...before,
      smallIceBags: 3,
      largeIceBags: 1,
      estimatedGallonsTenths: gallonTenths(100),
    };
    const list = priceListAfter({ ...before, priceList: null }, after, today);
    expect(quote(after, price(list)).lines).toEqual({
      fuel: cents(4_100),
      // 3 small bags at the promised $5, and a large one at today's $8.
      ice: cents(2_300),
      delivery: cents(3_500),
      discount: cents(0),
    });
    // Once the fuel is removed again, the ice keeps its promised fee.
    const back = priceListAfter(
      { ...after, priceList: list },
      { ...before, largeIceBags: 1 },
      today,
    );
    expect(back).toBe(list);
    expect(quote({ ...before, largeIceBags: 1 }, price(back)).lines.delivery).toBe(cents(1_000));
  });
});

describe('a change is refused', () => {
  const now = 1_000;
  const planned: PriceBook = [
    { id: 1, startsAt: 2_000, prices: { fuelFeeCents: cents(2_800) }, cancels: null },
  ];
  const fee = (amount: number): Partial<OwnPrices> => ({ fuelFeeCents: cents(amount) });

  test.each<[string, number | null, Partial<OwnPrices>, string]>([
    ['for the past', 999, fee(1), PRICE_CHANGE_MESSAGES.past],
    ['for this very moment by its time', now, fee(1), PRICE_CHANGE_MESSAGES.past],
    ['too far ahead', now + 367 * 86_400_000, fee(1), PRICE_CHANGE_MESSAGES.tooFar],
    ['if nothing changes', 1_500, fee(2_500), PRICE_CHANGE_MESSAGES.same],
    ['without any price', null, {}, PRICE_CHANGE_MESSAGES.same],
  ])('%s', (_, startsAt, prices, message) => {
    expect(refusalOf(() => plannedChange(planned, { startsAt, prices }, now))?.message).toBe(
      message,
    );
  });

  test('if the same price already changes at that time, but not another price', () => {
    const at = (prices: Partial<OwnPrices>) => () =>
      plannedChange(planned, { startsAt: 2_000, prices }, now);
    expect(refusalOf(at(fee(3_000)))).toMatchObject({ code: 'conflict' });
    expect(at({ smallBagCents: cents(600) })()).toEqual({
      startsAt: 2_000,
      prices: { smallBagCents: cents(600) },
    });
  });
});

test('a planned price still applies after an earlier plan with the same price was cancelled', () => {
  const raised = { bothFeeCents: cents(3_100) };
  const prices = { ...raised, smallBagCents: cents(600) };
  const july: PriceEntry = { id: 1, startsAt: 2_000, prices: raised, cancels: null };
  const august = plannedChange([july], { startsAt: 3_000, prices }, 1_000);
  const book: PriceBook = [
    july,
    { id: 2, ...august, cancels: null },
    { id: 3, startsAt: 2_000, prices: {}, cancels: 1 },
  ];
  expect(pricesAt(book, 3_000)).toMatchObject(prices);
});

test('the next planned change is the earliest one that wasn’t cancelled', () => {
  const book: PriceBook = [
    { id: 1, startsAt: 3_000, prices: { smallBagCents: cents(600) }, cancels: null },
    { id: 2, startsAt: 2_000, prices: { smallBagCents: cents(700) }, cancels: null },
    { id: 3, startsAt: 2_000, prices: {}, cancels: 2 },
  ];
  expect(nextChangeAt(book, 1_000)).toBe(3_000);
  expect(nextChangeAt(book, 3_000)).toBeNull();
  expect(pricesAt(book, 2_500).smallBagCents).toBe(cents(500));
});

test('an order below the minimum is refused, unless it was accepted and doesn’t shrink', () => {
  const price = (amount: number) => ({
    lines: { fuel: cents(amount), ice: cents(0), delivery: cents(2_500), discount: cents(0) },
    totalCents: cents(amount + 2_500),
  });
  const least: Cents = cents(5_000);
  expect(refusalOf(() => refuseBelowMinimum(price(4_999), least))?.message).toBe(
    'The minimum order is $50.00 before the delivery fee. This one is $49.99.',
  );
  refuseBelowMinimum(price(5_000), least);
  refuseBelowMinimum(price(4_000), least, { before: price(4_000) });
  expect(
    refusalOf(() => refuseBelowMinimum(price(3_999), least, { before: price(4_000) })),
  ).not.toBeNull();
});

test('the preview names the order with both totals', () => {
  const [sample] = SAMPLE_ORDERS;
  const before = pricesNow(FALLBACK_MARKET_PRICES, FIRST_PRICES);
  const after = pricesNow(FALLBACK_MARKET_PRICES, { ...FIRST_PRICES, bothFeeCents: cents(3_500) });
  if (!sample) throw new Error('no sample');
  expect(sampleText(sample, before, after)).toBe(
    '30 gal Regular, 2 small ice bags: $163.00 → $168.00',
  );
  expect(sampleText(sample, before, before)).toBe(
    '30 gal Regular, 2 small ice bags: $163.00, unchanged',
  );
});

test('the preview of a planned change starts from the prices planned for its time', () => {
  const change = (
    date: string,
    minutes: number,
    prices: Partial<OwnPrices>,
    over: object = {},
  ) => ({
    state: 'upcoming' as const,
    start: { date, minutes },
    entry: { id: 1, startsAt: 0, cancels: null, prices },
    ...over,
  });
  const book = {
    prices: FIRST_PRICES,
    changes: [
      change('2026-07-01', 360, { fuelFeeCents: cents(3_000) }),
      change('2026-06-20', 360, { fuelFeeCents: cents(2_800), iceFeeCents: cents(2_100) }),
      change('2026-06-01', 360, { fuelFeeCents: cents(1) }, { state: 'cancelled' }),
    ],
  };
  const feeOn = (date: string, minutes: number) => pricesOn(book, { date, minutes }).fuelFeeCents;
  expect(feeOn('2026-06-20', 359)).toBe(FIRST_PRICES.fuelFeeCents);
  expect(feeOn('2026-06-20', 360)).toBe(cents(2_800));
  expect(feeOn('2026-07-02', 0)).toBe(cents(3_000));
  expect(pricesOn(book, { date: '2026-07-02', minutes: 0 }).iceFeeCents).toBe(cents(2_100));
});
