/** Market prices that the owner plans, and what customers see and book at their instant. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { cents } from '@/domain/money';
import { PRICE_MESSAGES } from '@/domain/pricing/market-prices.schema';
import { PRICE_CHANGE_MESSAGES } from '@/domain/pricing/price-rules';
import {
  insertFeedPrice,
  selectPriceThatLasts,
} from '@/server/modules/pricing/price-feed.repository';
import { refreshFuelPrices } from '@/server/modules/pricing/price-feed.usecases';
import { ensureFuelPrice } from '@/server/modules/pricing/pricing.usecases';
import { admin, book, customer, driver, ORDER } from '../support/actors';
import { startTestApp, type TestApp, TODAY } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let owner: Visitor;
/** When the planned price begins. */
let startsAt: number;
const FEED = { regularCents: cents(333), premiumCents: cents(444) };
beforeEach(async () => {
  app = await startTestApp({
    capacity: 50,
    fuelPrices: { station: 'A test feed', isLive: true, latest: async () => FEED },
  });
  await ensureFuelPrice(app);
  owner = await admin(app);
});
afterEach(() => app.close());

const AT_NINE = { date: TODAY, time: '09:00' };
const plan = async (input: object = {}) => {
  const { newestEntry } = await owner.trpc.admin.ownPrices.query();
  const saved = await owner.trpc.admin.changePrices.mutate({
    ...{ readEntry: newestEntry, regular: '4.00', premium: '5.00', ...AT_NINE },
    ...input,
  } as never);
  startsAt = saved.changes[0]?.entry.startsAt ?? 0;
  return saved;
};
/** Moves the clock. A session doesn't count as fresh after that. */
const at = async (instant: number) => {
  app.clock.set(instant);
  owner = await admin(app);
};
const current = () => app.visitor().trpc.pricing.current.query();
const regularNow = async () => (await current()).market.regularCents;

describe('a planned market price', () => {
  test('is what everyone sees and books from its instant on, without a restart', async () => {
    const sam = await customer(app);
    await plan();
    expect(await current()).toMatchObject({
      ...{ market: { regularCents: 310 }, isManual: false, nextChangeAt: startsAt },
    });
    app.clock.set(startsAt - 1);
    const early = await book(sam);
    app.clock.set(startsAt);
    expect(await current()).toMatchObject({
      market: { regularCents: 400, premiumCents: 500 },
      charged: { Regular: 500, Premium: 600 },
      ...{ isManual: true, station: 'Set by us', updatedAt: startsAt, nextChangeAt: null },
    });
    const { body } = await app.visitor().rest('GET', '/api/fuel-prices');
    expect(JSON.stringify(body)).toContain('4');
    const late = await book(sam, { time: '12:00 PM - 2:00 PM' });
    const priceOf = async (id: string) => (await sam.trpc.booking.get.query({ id })).unitPriceCents;
    expect([await priceOf(early), await priceOf(late)]).toEqual([410, 500] as never);
    // A change of fuel, a driver's walk-up, and the first page use the planned price, too.
    await sam.trpc.booking.modify.mutate({ id: early, ...ORDER, fuelType: 'Premium' });
    expect(await priceOf(early)).toBe(600 as never);
    const dana = await driver(app);
    const { walkUps } = await dana.visitor.trpc.driver.day.query({});
    expect(walkUps.unitPrices.Regular).toBe(500 as never);
  });

  test('keeps the feed aside until staff revert to it', async () => {
    await refreshFuelPrices(app);
    expect(await regularNow()).toBe(333 as never);
    await plan();
    await at(startsAt + 7 * 3_600_000);
    expect(await refreshFuelPrices(app)).toBe(false);
    // The job isn't due either, and a fetch that began earlier stores nothing.
    const now = app.clock.now();
    const { db } = app.deps;
    const lasts = { now, after: now - 1, but: null };
    expect(await selectPriceThatLasts(db.orm, lasts)).toHaveLength(1);
    expect(await selectPriceThatLasts(db.orm, { ...lasts, now: startsAt - 1 })).toEqual([]);
    expect(await insertFeedPrice(db, { ...FEED, zipCode: '49047', now })).toBe(false);
    expect(await regularNow()).toBe(400 as never);
    const reverted = await owner.trpc.admin.revertFuelPrices.mutate();
    expect(reverted).toMatchObject({ market: FEED, isManual: false });
    app.clock.advance(7 * 3_600_000);
    await refreshFuelPrices(app);
    expect(await current()).toMatchObject({ market: FEED, isManual: false });
  });

  test('ends with a price that staff set later, and the next one begins all the same', async () => {
    await plan();
    await plan({ regular: '4.50', premium: '5.50', time: '11:00' });
    const second = startsAt;
    await at(second - 3_600_000);
    await owner.trpc.admin.setFuelPrices.mutate({ regular: '3.90', premium: '4.90' });
    expect(await regularNow()).toBe(390 as never);
    app.clock.set(second);
    expect(await regularNow()).toBe(450 as never);
    const history = await owner.trpc.admin.priceHistory.query({ limit: 10 });
    expect(history.map(({ regularCents, isManual }) => [regularCents, isManual])).toEqual([
      [310, false],
      [400, true],
      [390, true],
      [450, true],
    ] as never);
    expect(history.map(({ since }) => since)).toEqual(
      history.map(({ since }) => since).toSorted((one, other) => one - other),
    );
  });

  test('can be set again to the same prices, and is named if someone overwrites it', async () => {
    await plan();
    const read = { regular: 3.1, premium: 4.16 };
    await at(startsAt);
    const stale = await refusal(
      owner.trpc.admin.setFuelPrices.mutate({ regular: '3.50', premium: '4.50', read }),
    );
    expect(stale).toMatchObject({ status: 409, reason: 'changed_meanwhile' });
    expect(stale.details?.changes).toMatchObject([
      { field: 'regular', from: 3.1, to: 4 },
      { field: 'premium', from: 4.16, to: 5 },
    ]);
    const same = await owner.trpc.admin.setFuelPrices.mutate({ regular: '4', premium: '5' });
    expect(same).toMatchObject({ isManual: true, market: { regularCents: 400 } });
  });

  test('is in the list and the history, and can be cancelled until it begins', async () => {
    const saved = await plan({ smallBag: '6' });
    expect(saved.changes[0]).toMatchObject({
      ...{ state: 'upcoming', steps: [{ name: 'smallBagCents' }] },
      entry: { market: { regularCents: 400, premiumCents: 500 }, madeBy: 'Alex Harbor' },
    });
    const { entries } = await owner.trpc.admin.activity.query({ filter: {} });
    expect(entries[0]).toMatchObject({
      action: 'prices.own_changed',
      before: { regularCents: 310, premiumCents: 416 },
      after: { regularCents: 400, premiumCents: 500 },
    });
    const id = saved.newestEntry;
    await owner.trpc.admin.cancelPriceChange.mutate({ id });
    app.clock.set(startsAt);
    expect(await regularNow()).toBe(310 as never);
    await at(startsAt + 1);
    await plan({ time: '10:00' });
    const { newestEntry } = await owner.trpc.admin.ownPrices.query();
    await at(startsAt);
    const late = await refusal(owner.trpc.admin.cancelPriceChange.mutate({ id: newestEntry }));
    expect(late.message).toBe(PRICE_CHANGE_MESSAGES.begun);
  });
});

test.each<[string, object, string]>([
  ['without a time', { date: null, time: null }, PRICE_CHANGE_MESSAGES.marketNow],
  ['with one fuel only', { premium: '' }, PRICE_MESSAGES.both],
  ['below zero', { regular: '-1' }, PRICE_MESSAGES.amount],
  ['with a slipped decimal point', { regular: '400' }, PRICE_MESSAGES.amount],
  ['for the past', { time: '01:00' }, PRICE_CHANGE_MESSAGES.past],
])('market prices can’t be planned %s', async (_, input, message) => {
  expect(await refusal(plan(input))).toMatchObject({ status: 400, message });
});
