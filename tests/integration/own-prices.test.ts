/**
 * The prices and fees that the owner sets: each applies from an instant on, and booked orders keep
 * the old ones.
 */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { CONFIRMED_FOR_MS } from '@/domain/account/second-factor';
import { FIRST_PRICES } from '@/domain/pricing/price-book';
import { PRICE_CHANGE_MESSAGES } from '@/domain/pricing/price-rules';
import { admin, book, customer, driver, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TODAY, TOMORROW } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let owner: Visitor;
beforeEach(async () => {
  app = await startTestApp({ capacity: 50 });
  owner = await admin(app);
});
afterEach(() => app.close());

const view = () => owner.trpc.admin.ownPrices.query();
const change = async (input: object, by = owner) => {
  const { newestEntry } = await by.trpc.admin.ownPrices.query();
  return by.trpc.admin.changePrices.mutate({ readEntry: newestEntry, ...input } as never);
};
const order = (input: object) => ({
  date: TOMORROW,
  time: '10:00 AM - 12:00 PM',
  location: 'Pier 4',
  estimatedGallons: 30,
  smallIceBags: 2,
  largeIceBags: 0,
  ...input,
});

test('start with the first prices and an empty history', async () => {
  expect(await view()).toMatchObject({ prices: FIRST_PRICES, changes: [] });
  const public_ = await app.visitor().trpc.pricing.current.query();
  expect(public_).toMatchObject({ list: FIRST_PRICES, nextChangeAt: null });
});

test('apply to every new order immediately, and booked orders keep theirs', async () => {
  const ann = await customer(app);
  const early = await book(ann, order({}));
  await change({ serviceCharge: '1.50', bothFee: '35', smallBag: '6', fuelFee: 28 });
  const [history] = (await view()).changes;
  expect(history).toMatchObject({
    state: 'past',
    entry: { madeBy: 'Alex Harbor' },
    steps: [
      { name: 'serviceChargeCents', from: 100, to: 150 },
      { name: 'fuelFeeCents', from: 2_500, to: 2_800 },
      { name: 'bothFeeCents', from: 3_000, to: 3_500 },
      { name: 'smallBagCents', from: 500, to: 600 },
    ],
  });
  const late = await book(ann, order({ time: '12:00 PM - 2:00 PM' }));
  const totals = async (id: string) => {
    const { totalPriceCents, iceTotalCents, deliveryFeeCents } = await ann.trpc.booking.get.query({
      id,
    });
    return { totalPriceCents, iceTotalCents, deliveryFeeCents };
  };
  expect(await totals(early)).toEqual({
    totalPriceCents: 16_300,
    iceTotalCents: 1_000,
    deliveryFeeCents: 3_000,
  });
  expect(await totals(late)).toEqual({
    totalPriceCents: 18_500,
    iceTotalCents: 1_200,
    deliveryFeeCents: 3_500,
  });
  const { charged } = await app.visitor().trpc.pricing.current.query();
  expect(charged).toEqual({ Regular: 460, Premium: 566 } as never);

  // Changing the amounts keeps the agreed prices. The added large bags have today's price.
  await change({ largeBag: 9 });
  const { smallIceBags: _, ...fields } = order({ time: '10:00 AM - 12:00 PM' });
  await ann.trpc.booking.modify.mutate({
    id: early,
    ...fields,
    fuelType: 'Regular',
    canType: 'service',
    smallIceBags: 3,
    largeIceBags: 1,
  } as never);
  expect(await totals(early)).toEqual({
    totalPriceCents: 12_300 + 1_500 + 900 + 3_000,
    iceTotalCents: 2_400,
    deliveryFeeCents: 3_000,
  });
});

test('follow a delivery to its charge, its preview, and its correction', async () => {
  const ann = await customer(app);
  const dana = await driver(app);
  await change({ fuelFee: '20', bothFee: '33', smallBag: '4.50' });
  const id = await book(ann, order({ date: TODAY }));
  await change({ fuelFee: '50', bothFee: '60', smallBag: '9' });
  await readyToDeliver(owner, id, dana.driverId);
  const day = await dana.visitor.trpc.driver.day.query({});
  expect(day.deliveries[0]?.priceList).toMatchObject({ bothFeeCents: 3_300, smallBagCents: 450 });
  expect(day.walkUps.priceList).toMatchObject({ bothFeeCents: 6_000, smallBagCents: 900 });
  await owner.trpc.admin.complete.mutate({ id, actualGallons: 30, smallIceBags: 2 } as never);
  const done = () => ann.trpc.booking.get.query({ id });
  expect(await done()).toMatchObject({ totalPriceCents: 12_300 + 900 + 3_300 });
  const { body } = await ann.rest('GET', '/api/appointments');
  const listed = (body as unknown as { id: string }[]).find((one) => one.id === id);
  expect(listed).not.toHaveProperty('priceList');
  expect(listed).toMatchObject({ deliveryFee: 33, iceTotal: 9 });
});

test('are the prices of walk-ups, recurring deliveries, and orders by staff', async () => {
  const dana = await driver(app);
  await change({ fuelFee: '20', serviceCharge: '0' });
  const id = crypto.randomUUID();
  const booked = await dana.visitor.trpc.driver.walkUp.mutate({
    id,
    location: 'Pier 4',
    fuelType: 'Regular',
    estimatedGallons: '10',
    smallIceBags: 0,
    largeIceBags: 0,
    boatName: 'Osprey',
  } as never);
  expect(booked.totalPriceCents).toBe(3_100 + 2_000);
});

describe('a planned change', () => {
  const inAnHour = { date: TODAY, time: '09:00' };

  test('applies from its instant on, without a write', async () => {
    const { changes } = await change({ fuelFee: '30', ...inAnHour });
    expect(changes[0]).toMatchObject({ state: 'upcoming' });
    const before = await app.visitor().trpc.pricing.current.query();
    expect(before.list.fuelFeeCents).toBe(FIRST_PRICES.fuelFeeCents);
    expect(before.nextChangeAt).toBe(changes[0]?.entry.startsAt ?? 0);
    app.clock.set(before.nextChangeAt ?? 0);
    const ann = await customer(app);
    const id = await book(ann, order({ smallIceBags: 0 }));
    expect(await ann.trpc.booking.get.query({ id })).toMatchObject({ deliveryFeeCents: 3_000 });
    expect(await app.visitor().trpc.pricing.current.query()).toMatchObject({
      list: { fuelFeeCents: 3_000 },
      nextChangeAt: null,
    });
  });

  test('can be cancelled until then, and not after', async () => {
    const planned = await change({ fuelFee: '30', ...inAnHour });
    const id = planned.newestEntry;
    const after = await owner.trpc.admin.cancelPriceChange.mutate({ id });
    expect(after.changes[0]).toMatchObject({ state: 'cancelled' });
    // Cancelling the change again changes nothing.
    await owner.trpc.admin.cancelPriceChange.mutate({ id });
    expect((await view()).newestEntry).toBe(after.newestEntry);
    const again = await change({ fuelFee: '30', ...inAnHour });
    app.clock.set(again.changes[0]?.entry.startsAt ?? 0);
    owner = await admin(app);
    const late = await refusal(
      owner.trpc.admin.cancelPriceChange.mutate({ id: again.newestEntry }),
    );
    expect(late.message).toBe(PRICE_CHANGE_MESSAGES.begun);
  });
});

describe('a change is refused', () => {
  test.each<[string, object, string]>([
    [
      'with a fee of -1',
      { fuelFee: '-1' },
      'Enter an amount from $0 to $500, in dollars and cents.',
    ],
    [
      'with an absurd fee',
      { fuelFee: '5000' },
      'Enter an amount from $0 to $500, in dollars and cents.',
    ],
    [
      'with an absurd service charge',
      { serviceCharge: '100' },
      'Enter an amount from $0 to $10, in dollars and cents.',
    ],
    ['for the past', { fuelFee: '30', date: TODAY, time: '07:00' }, PRICE_CHANGE_MESSAGES.past],
    ['with a date but no time', { fuelFee: '30', date: TOMORROW }, 'Enter a time.'],
    ['with a time but no date', { fuelFee: '30', time: '07:00' }, 'Enter a date.'],
    ['if nothing changes', { fuelFee: '25' }, PRICE_CHANGE_MESSAGES.same],
  ])('%s', async (_, input, message) => {
    expect((await refusal(change(input))).message).toBe(message);
    expect((await view()).changes).toEqual([]);
  });

  test('if someone else saved in the meantime, so nobody is overwritten', async () => {
    const { newestEntry: readEntry } = await view();
    const both = await Promise.allSettled(
      ['30', '40'].map((fuelFee) => change({ fuelFee, readEntry })),
    );
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const lost = both.find((one) => one.status === 'rejected') as PromiseRejectedResult;
    expect(lost.reason.message).toBe(PRICE_CHANGE_MESSAGES.read);
    expect((await view()).changes).toHaveLength(1);
  });

  test('later than 5 minutes after a sign-in without a new proof', async () => {
    app.clock.advance(CONFIRMED_FOR_MS + 1);
    expect(await refusal(change({ fuelFee: '30' }))).toMatchObject({ reason: 'confirm_identity' });
  });

  test('by the database too, if it would rewrite the history', async () => {
    await change({ fuelFee: '30' });
    const { client } = app.deps.db;
    expect(client.execute('update price_entries set starts_at = 1')).rejects.toThrow('added to');
    expect(client.execute('delete from price_entries')).rejects.toThrow('added to');
  });
});

test('the minimum order applies to customers, and not to an order that was accepted before', async () => {
  const ann = await customer(app);
  const small = { estimatedGallons: 5, smallIceBags: 0 };
  const id = await book(ann, order(small));
  await change({ minimumOrder: '50' });
  const refused = await refusal(book(ann, order({ ...small, time: '12:00 PM - 2:00 PM' })));
  expect(refused.message).toBe(
    'The minimum order is $50.00 before the delivery fee. This one is $20.50.',
  );
  const modify = (estimatedGallons: number) =>
    ann.trpc.booking.modify.mutate({
      id,
      ...order({ ...small, estimatedGallons }),
      fuelType: 'Regular',
      canType: 'service',
    } as never);
  await modify(6);
  expect((await refusal(modify(4))).message).toContain('The minimum order is $50.00');
});
