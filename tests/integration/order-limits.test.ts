/** Maximum gallons and ice bags per order, which the owner sets. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { bookRecurring } from '@/server/modules/recurring/book-recurring.usecases';
import {
  admin,
  BOOKED_FOR,
  book,
  customer,
  driver,
  ORDER,
  readyToDeliver,
  WALK_UP,
} from '../support/actors';
import { startTestApp, type TestApp, TODAY } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let owner: Visitor;
let sam: Visitor;
beforeEach(async () => {
  app = await startTestApp({ capacity: 50 });
  owner = await admin(app);
  sam = await customer(app);
});
afterEach(() => app.close());

const change = async (input: object) => {
  const { newestEntry } = await owner.trpc.admin.ownPrices.query();
  return owner.trpc.admin.changePrices.mutate({ readEntry: newestEntry, ...input } as never);
};
const lower = () => change({ mostGallons: '40', mostBags: '10' });
const tooMuch = {
  status: 400,
  field: 'estimatedGallons',
  message: 'An order can have up to 40 gallons. This one has 41.',
};
const tooMany = {
  status: 400,
  field: 'smallIceBags',
  message: 'An order can have up to 10 ice bags. This one has 11.',
};

describe('lowered limits', () => {
  test('are in the history, and the form reads them', async () => {
    const { changes } = await lower();
    expect(changes[0]?.steps).toEqual([
      { name: 'mostGallons', from: 70, to: 40 },
      { name: 'mostBags', from: 100, to: 10 },
    ]);
    expect(await app.visitor().trpc.pricing.current.query()).toMatchObject({
      list: { mostGallons: 40, mostBags: 10 },
      limits: 'An order can have up to 40 gallons and 10 ice bags.',
    });
    const { entries } = await owner.trpc.admin.activity.query({ filter: {} });
    expect(entries[0]).toMatchObject({ action: 'prices.own_changed', after: { mostGallons: 40 } });
  });

  test('apply to a customer’s booking, over every way in', async () => {
    await lower();
    const { create } = sam.trpc.booking;
    expect(await refusal(create.mutate({ ...ORDER, estimatedGallons: 41 }))).toMatchObject(tooMuch);
    const bags = { ...ORDER, smallIceBags: 6, largeIceBags: 5 };
    expect(await refusal(create.mutate(bags))).toMatchObject(tooMany);
    const rest = await app.visitor().rest('POST', '/api/appointments', {
      ...{ ...ORDER, estimatedGallons: 41, customerPhone: '2695550111' },
    });
    expect(rest).toMatchObject({ status: 400, body: { message: tooMuch.message } });
    await create.mutate({ ...ORDER, estimatedGallons: 40, smallIceBags: 5, largeIceBags: 5 });
    const full = await create.mutate({ ...ORDER, fillUp: true, estimatedGallons: 0 });
    expect(full.appointment).toMatchObject({ fillUp: true, estimatedGallonsTenths: 400 });
  });

  test('apply to a change, except for what was accepted before', async () => {
    const id = await book(sam, { estimatedGallons: 60, smallIceBags: 20, largeIceBags: 0 });
    const filled = await book(sam, { fillUp: true, time: '12:00 PM - 2:00 PM' });
    await lower();
    const patch = (body: object, one = id) => sam.rest('PATCH', `/api/appointments/${one}`, body);
    expect((await patch({ slipNumber: '9' })).status).toBe(200);
    expect((await patch({ slipNumber: '9' }, filled)).body.estimatedGallons).toBe(70);
    expect((await patch({ estimatedGallons: 61 })).status).toBe(400);
    expect((await patch({ estimatedGallons: 50 })).status).toBe(200);
    expect((await patch({ estimatedGallons: 51 })).status).toBe(400);
    expect((await patch({ largeIceBags: 1 })).status).toBe(400);
  });

  test('apply to staff, who may enter more than the form until then', async () => {
    const { overCapacityReason: _, ...free } = BOOKED_FOR;
    const bookFor = (over: object) =>
      owner.trpc.admin.bookForCustomer.mutate({ ...free, id: crypto.randomUUID(), ...over });
    const large = await bookFor({ estimatedGallons: '120.5' });
    await lower();
    expect(await refusal(bookFor({ estimatedGallons: '41' }))).toMatchObject(tooMuch);
    const edit = (estimatedGallons: string) =>
      owner.trpc.admin.editDetails.mutate({
        ...{ id: large.id, estimatedGallons, smallIceBags: 1, largeIceBags: 0 },
        ...{ customFuelPrice: null },
      });
    expect(await refusal(edit('121'))).toMatchObject({ status: 400, field: 'estimatedGallons' });
    expect(await edit('100')).toMatchObject({ estimatedGallonsTenths: 1_000 });
  });

  test('apply to a walk-up, and never to the gallons that a driver measured', async () => {
    const dana = await driver(app);
    await lower();
    const walkUp = { ...WALK_UP, estimatedGallons: '41' };
    const { driver: calls } = dana.visitor.trpc;
    expect(await refusal(calls.walkUp.mutate(walkUp))).toMatchObject(tooMuch);
    const { walkUps } = await calls.day.query({});
    expect(walkUps.limits).toEqual({ mostGallons: 40, mostBags: 10 });
    const id = await book(sam, { date: TODAY, time: '2:00 PM - 4:00 PM', estimatedGallons: 40 });
    await readyToDeliver(owner, id, dana.driverId);
    await calls.enRoute.mutate({ id });
    const done = await calls.complete.mutate({ id, actualGallons: 55 });
    expect(done).toMatchObject({ paymentProcessed: true });
  });

  test('apply to a recurring delivery, and pause one that’s above them', async () => {
    const { account } = sam.trpc;
    await sam.trpc.booking.cancel.mutate({ id: await book(sam) });
    const plan = {
      ...{ planType: 'weekly', deliveryDay: 'Monday', fuelType: 'Regular', fillUp: false },
      ...{ gallons: 50, smallIceBags: 0, largeIceBags: 0, location: 'Pier 4' },
    };
    await account.addRecurring.mutate(plan as never);
    await lower();
    const refused = await refusal(account.addRecurring.mutate({ ...plan, gallons: 41 } as never));
    expect(refused).toMatchObject({ status: 400, field: 'gallons' });
    await bookRecurring(app);
    const { deliveries } = await account.recurring.query();
    expect(deliveries).toMatchObject([{ status: 'paused' }]);
    const { rows } = await app.deps.db.client.execute(
      "select body from outbox where dedupe_key like 'recurring-paused:%'",
    );
    expect(rows.map(({ body }) => String(body)).join()).toContain(
      'An order can have up to 40 gallons',
    );
  });

  test('hold from their instant on', async () => {
    const { changes } = await change({ mostGallons: 40, date: TODAY, time: '09:00' });
    const startsAt = changes[0]?.entry.startsAt ?? 0;
    const create = (time: string) =>
      sam.trpc.booking.create.mutate({ ...ORDER, time, estimatedGallons: 41 });
    app.clock.set(startsAt - 1);
    await create('10:00 AM - 12:00 PM');
    app.clock.set(startsAt);
    expect(await refusal(create('12:00 PM - 2:00 PM'))).toMatchObject(tooMuch);
    owner = await admin(app);
    await change({ mostGallons: 70 });
    await create('12:00 PM - 2:00 PM');
  });
});

test.each([
  [{ mostGallons: '71' }, 'Enter a whole number from 1 to 70.'],
  [{ mostGallons: '0' }, 'Enter a whole number from 1 to 70.'],
  [{ mostGallons: '-1' }, 'Enter a whole number from 1 to 70.'],
  [{ mostBags: '2.5' }, 'Enter a whole number from 1 to 100.'],
  [{ mostBags: 'many' }, 'Enter a whole number from 1 to 100.'],
])('the owner can’t set %j', async (input, message) => {
  expect(await refusal(change(input))).toMatchObject({ status: 400, message });
});
