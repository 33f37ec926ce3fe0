import { afterEach, describe, expect, test } from 'bun:test';
import type { Db } from '@/db/client';
import { sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import { bookRecurring } from '@/server/modules/recurring/book-recurring.usecases';
import { PaymentsUnreachable } from '@/server/ports/payments/port';
import { admin, book, customer, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { refusal, refusals, type Visitor } from '../support/visitor';

const DAY = 86_400_000;
const WEEKLY = {
  planType: 'weekly',
  deliveryDay: 'Thursday',
  fuelType: 'Premium',
  gallons: 15,
} as const;

let app: TestApp;
afterEach(() => app.close());

/** A customer with a saved card and no bookings. */
async function withCard(): Promise<Visitor> {
  const sam = await customer(app);
  await sam.trpc.booking.cancel.mutate({ id: await book(sam, { date: '2026-06-26' }) });
  return sam;
}
const appointments = async (visitor: Visitor) =>
  (await visitor.trpc.booking.list.query()).map((one) => [one.date, one.time]);
async function subjects(): Promise<string[]> {
  await sendOutbox(app);
  return app.mails.map((mail) => mail.subject);
}

describe('recurring deliveries', () => {
  test('are booked when their date opens, and charged like any other delivery', async () => {
    app = await startTestApp();
    const sam = await withCard();
    const { deliveries, rule } = await sam.trpc.account.addRecurring.mutate(WEEKLY);
    // 15 gallons at $5.16, and $25 for fuel alone. June 13, 2026 is a Saturday.
    expect(deliveries).toMatchObject([
      { ...WEEKLY, status: 'active', nextDelivery: '2026-06-18', priceCents: 10_240 },
    ]);
    expect(rule).toContain('default card');
    await bookRecurring(app);
    await bookRecurring(app);
    await bookRecurring(app);
    // Two Thursdays are within the 14 days, and the third is booked when its date opens.
    expect(await appointments(sam)).toEqual([
      ['2026-06-18', '10:00 AM - 12:00 PM'],
      ['2026-06-25', '10:00 AM - 12:00 PM'],
    ]);
    const [first] = await sam.trpc.booking.list.query();
    expect(first).toMatchObject({
      status: 'pending',
      holdExpiresAt: null,
      cardLast4: '4242',
      fuelType: 'Premium',
      estimatedGallonsTenths: 150,
      location: '58112 Lakeshore Drive',
      totalPriceCents: 10_240,
    });
    expect((await subjects()).filter((one) => one.includes('Delivery booked'))).toHaveLength(3);
    app.clock.advance(6 * DAY);
    await bookRecurring(app);
    expect((await appointments(sam)).map(([date]) => date)).toContain('2026-07-02');

    const staff = await admin(app);
    const id = first?.id ?? '';
    await readyToDeliver(staff, id);
    expect(await staff.trpc.admin.complete.mutate({ id, actualGallons: 15 })).toMatchObject({
      paymentProcessed: true,
      totalPriceCents: 10_240,
    });
  });

  test('are booked once per date, even if the job runs twice or stops midway', async () => {
    let reachable = true;
    app = await startTestApp({
      payments: (real) => ({
        ...real,
        async ensureCustomer(input) {
          if (!reachable) throw new PaymentsUnreachable('down');
          return real.ensureCustomer(input);
        },
        async findCard(id) {
          if (!reachable) throw new PaymentsUnreachable('down');
          return real.findCard(id);
        },
      }),
    });
    const sam = await withCard();
    await sam.trpc.account.addRecurring.mutate({ ...WEEKLY, planType: 'every-four-weeks' });
    // The job reads the customer at Stripe when it uses the card for the appointment.
    await app.deps.db.client.execute('update users set stripe_customer_id = null');
    reachable = false;
    await bookRecurring(app);
    expect(await sam.trpc.booking.list.query()).toMatchObject([{ cardSaved: false }]);
    reachable = true;
    await Promise.all([bookRecurring(app), bookRecurring(app), bookRecurring(app)]);
    expect(await sam.trpc.booking.list.query()).toMatchObject([
      { date: '2026-06-18', cardSaved: true, holdExpiresAt: null },
    ]);
    const { deliveries } = await sam.trpc.account.recurring.query();
    expect(deliveries[0]?.nextDelivery).toBe('2026-07-16');
  });

  test('are for the default boat and the dock whose address is in the profile', async () => {
    app = await startTestApp();
    const sam = await withCard();
    const { account } = sam.trpc;
    await account.addBoat.mutate({ name: 'Gull' });
    await account.addDock.mutate({ label: '58112 Lakeshore Drive', slip: 'Slip 7' });
    await account.addRecurring.mutate(WEEKLY);
    await bookRecurring(app);
    const [dock] = await account.docks.query();
    const [booked] = await sam.trpc.booking.list.query();
    expect(booked).toMatchObject({
      ...{ boatName: 'Gull', dockId: dock?.id, slipNumber: 'Slip 7', fillUp: false },
      location: '58112 Lakeshore Drive',
    });
  });

  test("keep their dock if the profile's address differs only in capitals and punctuation", async () => {
    app = await startTestApp();
    const sam = await withCard();
    const { account } = sam.trpc;
    const [dock] = await account.addDock.mutate({ label: '58112 Lakeshore Drive', slip: 'Slip 7' });
    const id = dock?.id ?? '';
    await account.editDock.mutate({ id, label: '58112  lakeshore drive.', slip: 'Slip 7' });
    await account.addRecurring.mutate(WEEKLY);
    await bookRecurring(app);
    expect((await sam.trpc.booking.list.query())[0]).toMatchObject({
      ...{ dockId: id, slipNumber: 'Slip 7', location: '58112 Lakeshore Drive' },
    });
  });

  test('keep the dock that the customer spells differently, but not one that moved', async () => {
    app = await startTestApp();
    const sam = await withCard();
    const { account, auth, booking } = sam.trpc;
    const other = await account.addDock.mutate({ label: 'Far Pier' });
    const docks = await account.addDock.mutate({ label: '58112 Lakeshore Drive' });
    const id = docks.find(({ label }) => label === '58112 Lakeshore Drive')?.id ?? '';
    await account.addRecurring.mutate(WEEKLY);
    const address = async () => (await auth.requireMe.query()).address;

    const label = '58112 Lake Shore Drive';
    const otherId = other[0]?.id ?? '';
    await account.editDock.mutate({ id: otherId, label: 'Farther Pier', isSamePlace: true });
    expect(await address()).toBe('58112 Lakeshore Drive');
    await account.editDock.mutate({ id, label, slip: 'Slip 7', isSamePlace: true });
    expect(await address()).toBe(label);
    await bookRecurring(app);
    expect((await booking.list.query())[0]).toMatchObject({
      ...{ dockId: id, slipNumber: 'Slip 7', location: label },
    });

    // The deliveries don't go to another dock.
    await account.editDock.mutate({ id, label: 'Eagle Point', slip: 'Slip 8' });
    expect(await address()).toBe(label);
    await bookRecurring(app);
    expect((await booking.list.query())[1]).toMatchObject({
      ...{ dockId: null, slipNumber: null, location: label },
    });
  });

  test('use the next available time slot, and skip a full day with an email', async () => {
    app = await startTestApp();
    const sam = await withCard();
    const other = await customer(app);
    await book(other, { date: '2026-06-18' });
    for (const time of ['10:00 AM - 12:00 PM', '12:00 PM - 2:00 PM', '2:00 PM - 4:00 PM']) {
      await book(other, { date: '2026-06-25', time });
    }
    await sam.trpc.account.addRecurring.mutate(WEEKLY);
    await bookRecurring(app);
    await bookRecurring(app);
    expect(await appointments(sam)).toEqual([['2026-06-18', '12:00 PM - 2:00 PM']]);
    expect(await subjects()).toContain('No delivery on Thursday, June 25, 2026');
    const { deliveries } = await sam.trpc.account.recurring.query();
    expect(deliveries[0]).toMatchObject({ status: 'active', nextDelivery: '2026-07-02' });
  });

  test('pause with a reason if something is missing, and continue when resumed', async () => {
    app = await startTestApp();
    const sam = await withCard();
    await sam.trpc.account.addRecurring.mutate(WEEKLY);
    const [card] = await sam.trpc.account.cards.query();
    await sam.trpc.account.removeCard.mutate({ id: card?.id ?? '' });
    await bookRecurring(app);
    const paused = (await sam.trpc.account.recurring.query()).deliveries[0];
    expect(paused).toMatchObject({ status: 'paused', nextDelivery: null });
    expect(await appointments(sam)).toEqual([]);
    await subjects();
    expect(app.mails.at(-1)?.text).toContain('No card is saved in your account.');

    await sam.trpc.booking.cancel.mutate({ id: await book(sam, { date: '2026-06-26' }) });
    const id = paused?.id ?? '';
    await sam.trpc.account.changeRecurring.mutate({ id, status: 'active' });
    await bookRecurring(app);
    expect((await appointments(sam))[0]?.[0]).toBe('2026-06-18');
  });

  test('book nothing while paused or after cancellation, and booked appointments stay', async () => {
    app = await startTestApp();
    const sam = await withCard();
    const { deliveries } = await sam.trpc.account.addRecurring.mutate(WEEKLY);
    const id = deliveries[0]?.id ?? '';
    const change = (status: 'active' | 'paused' | 'cancelled') =>
      sam.trpc.account.changeRecurring.mutate({ id, status });
    expect((await change('paused')).deliveries[0]).toMatchObject({ status: 'paused' });
    await bookRecurring(app);
    expect(await appointments(sam)).toEqual([]);
    expect((await change('active')).deliveries[0]?.nextDelivery).toBe('2026-06-18');
    await bookRecurring(app);
    // Repeating the current status doesn't restart it from tomorrow.
    expect((await change('active')).deliveries[0]?.nextDelivery).toBe('2026-06-25');
    expect((await change('cancelled')).deliveries).toEqual([]);
    await bookRecurring(app);
    expect(await appointments(sam)).toHaveLength(1);
    expect((await refusal(change('active'))).status).toBe(404);
  });

  test('skip dates that passed while no process ran', async () => {
    app = await startTestApp();
    const sam = await withCard();
    await sam.trpc.account.addRecurring.mutate(WEEKLY);
    app.clock.advance(7 * DAY);
    await bookRecurring(app);
    expect(await appointments(sam)).toEqual([]);
    await bookRecurring(app);
    expect((await appointments(sam))[0]?.[0]).toBe('2026-06-25');
  });

  test('need a card and an address, are at most five, and belong to one customer', async () => {
    app = await startTestApp();
    const sam = await customer(app);
    const add = (over: object = {}) =>
      sam.trpc.account.addRecurring.mutate({ ...WEEKLY, ...over } as never);
    expect(await refusal(add())).toMatchObject({
      status: 409,
      message: 'Add a card to your account first.',
    });
    await book(sam, { date: '2026-06-26' });
    await sam.trpc.auth.updateProfile.mutate({ address: '' });
    expect(await refusal(add())).toMatchObject({
      status: 409,
      message: 'Add your address to your profile first.',
    });
    await sam.trpc.auth.updateProfile.mutate({ address: 'Dock 4' });
    for (const [over, message] of [
      [{ planType: 'daily' }, 'Please select how often.'],
      [{ deliveryDay: 'Someday' }, 'Please select a day of the week.'],
      [{ fuelType: 'Diesel' }, 'Please select Regular or Premium fuel.'],
      [{ gallons: 0 }, 'Gallons must be a whole number from 1 to 70.'],
      [{ gallons: 71 }, 'Gallons must be a whole number from 1 to 70.'],
    ] as const) {
      expect(await refusal(add(over))).toMatchObject({ status: 400, message });
    }
    const added = await Promise.allSettled(Array.from({ length: 7 }, () => add()));
    expect(added.filter((one) => one.status === 'fulfilled')).toHaveLength(5);

    const other = await customer(app);
    const { deliveries } = await sam.trpc.account.recurring.query();
    const id = deliveries[0]?.id ?? '';
    const change = { id, status: 'cancelled' } as const;
    expect(await refusal(other.trpc.account.changeRecurring.mutate(change))).toMatchObject({
      status: 404,
      message: 'We couldn’t find that recurring delivery.',
    });
    const visitor = app.visitor().trpc.account;
    for (const answer of await refusals([
      visitor.recurring.query(),
      visitor.addRecurring.mutate(WEEKLY),
      visitor.changeRecurring.mutate(change),
    ])) {
      expect(answer.status).toBe(401);
    }
  });

  test('are refused if the address or the card is removed during setup', async () => {
    let conflict: string | null = null;
    app = await startTestApp({
      db: (real) => ({
        ...real,
        batch: (async (queries) => {
          const change = conflict;
          conflict = null;
          if (change) await real.client.execute(change);
          return real.batch(queries);
        }) as Db['batch'],
      }),
    });
    const sam = await withCard();
    for (const [change, message] of [
      ['update users set address = null', 'Add your address to your profile first.'],
      ['delete from payment_methods', 'Add a card to your account first.'],
    ] as const) {
      await sam.trpc.auth.updateProfile.mutate({ address: 'Dock 4' });
      conflict = change;
      const refused = await refusal(sam.trpc.account.addRecurring.mutate(WEEKLY));
      expect(refused).toMatchObject({ status: 409, message });
    }
    expect((await sam.trpc.account.recurring.query()).deliveries).toEqual([]);
  });

  test('of a house account need no card, and are billed by invoice', async () => {
    app = await startTestApp();
    const marina = await customer(app);
    const owner = await admin(app);
    const userId = (await marina.trpc.auth.me.query())?.id ?? '';
    const account = { userId, termsDays: '30', billTo: 'Maple Marina', creditLimit: '' };
    const { account: opened } = await owner.trpc.admin.changeHouseAccount.mutate({
      ...{ ...account, isEnded: false, readChange: null },
    });
    const { text } = await marina.trpc.account.showRecurringConsent.mutate();
    expect(text).toContain('to bill it by invoice');
    const { rule } = await marina.trpc.account.addRecurring.mutate(WEEKLY);
    expect(rule).toContain('bill it by invoice');
    expect(rule).not.toContain('card');
    await bookRecurring(app);
    await bookRecurring(app);
    const booked = await marina.trpc.booking.list.query();
    expect(booked).toHaveLength(2);
    for (const one of booked) {
      expect(one).toMatchObject({
        paymentMethod: 'invoice',
        holdExpiresAt: null,
        cardSaved: false,
      });
    }
    expect((await marina.trpc.account.recurring.query()).deliveries).toMatchObject([
      { status: 'active', nextDelivery: '2026-07-02' },
    ]);
    await sendOutbox(app);
    const texts = app.mails.map((mail) => mail.text).filter((mail) => mail.includes('Delivery:'));
    expect(texts.length).toBeGreaterThan(1);
    for (const mail of texts) expect(mail).not.toContain('your card');

    // Once the account has ended, the next date needs a card, and its customer is told so.
    await owner.trpc.admin.changeHouseAccount.mutate({
      ...{ ...account, isEnded: true, readChange: opened?.updatedAt ?? 0 },
    });
    app.clock.advance(6 * DAY);
    await bookRecurring(app);
    expect((await marina.trpc.account.recurring.query()).deliveries[0]?.status).toBe('paused');
    await sendOutbox(app);
    expect(app.mails.at(-1)?.text).toContain('No card is saved in your account.');
  });

  test('of a house account wait for the next run if the account ends while one is booked', async () => {
    let ends = false;
    app = await startTestApp({
      db: (real) => ({
        ...real,
        batch: (async (queries) => {
          const done = await real.batch(queries);
          if (ends) await real.client.execute('update house_accounts set ended_at = 1');
          return done;
        }) as Db['batch'],
      }),
    });
    const marina = await withCard();
    const owner = await admin(app);
    const userId = (await marina.trpc.auth.me.query())?.id ?? '';
    await owner.trpc.admin.changeHouseAccount.mutate({
      ...{ userId, termsDays: '30', billTo: 'Maple Marina', creditLimit: '' },
      ...{ isEnded: false, readChange: null },
    });
    await marina.trpc.account.addRecurring.mutate(WEEKLY);
    ends = true;
    await bookRecurring(app);
    ends = false;
    await bookRecurring(app);
    const [first] = await marina.trpc.booking.list.query();
    expect(first).toMatchObject({ date: '2026-06-18', cardLast4: '4242', holdExpiresAt: null });
  });

  test('wait for the next run if their appointment changes all the time', async () => {
    let changing = false;
    app = await startTestApp({
      db: (real) => ({
        ...real,
        batch: (async (queries) => {
          if (changing) await real.client.execute(KEEP_CHANGING);
          return real.batch(queries);
        }) as Db['batch'],
      }),
    });
    const sam = await withCard();
    await sam.trpc.account.addRecurring.mutate(WEEKLY);
    changing = true;
    await bookRecurring(app);
    changing = false;
    await bookRecurring(app);
    const [first] = await sam.trpc.booking.list.query();
    expect(first).toMatchObject({ date: '2026-06-18', cardLast4: '4242', holdExpiresAt: null });
  });
});

/** Changes each appointment once more, right before each batch. */
const KEEP_CHANGING = "update appointments set notes = coalesce(notes, '') || '.'";

describe('a recurring order', () => {
  const first = async (sam: Visitor) => (await sam.trpc.booking.list.query())[0];

  test('has its own dock, boat, ice, window, and end, and is booked right away', async () => {
    app = await startTestApp();
    const sam = await withCard();
    await sam.trpc.account.addDock.mutate({ label: 'Home Pier', slip: '1' });
    const docks = await sam.trpc.account.addDock.mutate({
      label: 'Maple Island Marina',
      slip: '12',
    });
    const boats = await sam.trpc.account.addBoat.mutate({ name: 'Second Wind', fuelCapacity: 40 });
    const dockId = docks.find(({ label }) => label === 'Maple Island Marina')?.id;
    const order = { smallIceBags: 2, fillUp: true, canType: 'boat' as const };
    await sam.trpc.account.addRecurring.mutate({
      ...{ ...WEEKLY, ...order, dockId, boatId: boats[0]?.id },
      ...{ time: '12:00 PM - 2:00 PM', endDate: '2026-06-20' },
    });
    const { deliveries } = await sam.trpc.account.bookRecurring.mutate();
    expect(await first(sam)).toMatchObject({
      ...order,
      date: '2026-06-18',
      time: '12:00 PM - 2:00 PM',
      location: 'Maple Island Marina',
      slipNumber: '12',
      boatName: 'Second Wind',
      estimatedGallonsTenths: 400,
    });
    // The second Thursday is after the end.
    expect(await appointments(sam)).toHaveLength(1);
    expect(deliveries).toEqual([]);
  });

  test('without a dock of its own goes to the default dock, not to the house', async () => {
    app = await startTestApp();
    const sam = await withCard();
    await sam.trpc.account.addDock.mutate({ label: 'Maple Island Marina', slip: '12' });
    await sam.trpc.account.addRecurring.mutate(WEEKLY);
    await sam.trpc.account.bookRecurring.mutate();
    expect(await first(sam)).toMatchObject({ location: 'Maple Island Marina', slipNumber: '12' });
  });

  test('pauses if its dock is removed', async () => {
    app = await startTestApp();
    const sam = await withCard();
    const [dock] = await sam.trpc.account.addDock.mutate({ label: 'Maple Island Marina' });
    const id = dock?.id ?? '';
    await sam.trpc.account.addRecurring.mutate({ ...WEEKLY, dockId: id });
    await sam.trpc.account.removeDock.mutate({ id });
    const { deliveries } = await sam.trpc.account.bookRecurring.mutate();
    expect(deliveries[0]?.status).toBe('paused');
    expect(await appointments(sam)).toEqual([]);
  });

  test('an edit isn’t lost to another device’s edit of the same field', async () => {
    app = await startTestApp();
    const sam = await withCard();
    const { account } = sam.trpc;
    const { deliveries } = await account.addRecurring.mutate(WEEKLY);
    const id = deliveries[0]?.id ?? '';
    const read = { gallons: 15, smallIceBags: 0, time: null };
    const edit = (change: object) =>
      account.editRecurring.mutate({ ...WEEKLY, id, ...change, read });
    await edit({ gallons: 20 });
    const late = await refusal(edit({ gallons: 30, smallIceBags: 2 }));
    expect(late).toMatchObject({ status: 409, reason: 'changed_meanwhile' });
    expect(late.details).toMatchObject({
      changes: [{ field: 'gallons', from: 15, to: 20, who: 'You' }],
    });
    // Fields that both devices set to the same value are saved, together with a field that the
    // other device didn't change.
    const { deliveries: merged } = await edit({ gallons: 20, time: '2:00 PM - 4:00 PM' });
    expect(merged).toMatchObject([{ gallons: 20, smallIceBags: 0, slotIndex: 2 }]);
  });

  test('of two edits at the same time, the second one is refused, not saved on top', async () => {
    app = await startTestApp();
    const sam = await withCard();
    const { account } = sam.trpc;
    const { deliveries } = await account.addRecurring.mutate(WEEKLY);
    const id = deliveries[0]?.id ?? '';
    const read = { gallons: 15 };
    const edits = [20, 30].map((gallons) =>
      account.editRecurring.mutate({ ...WEEKLY, id, gallons, read }),
    );
    const outcomes = await Promise.allSettled(edits);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = await refusals(
      edits.filter((_, index) => outcomes[index]?.status === 'rejected'),
    );
    expect(refused.map(({ reason }) => reason)).toEqual(['changed_meanwhile']);
  });

  test('skips one date, and is edited without booking a week twice', async () => {
    app = await startTestApp();
    const sam = await withCard();
    const { deliveries } = await sam.trpc.account.addRecurring.mutate(WEEKLY);
    const id = deliveries[0]?.id ?? '';
    const skipped = await sam.trpc.account.skipRecurring.mutate({ id, date: '2026-06-18' });
    expect(skipped.deliveries[0]?.nextDelivery).toBe('2026-06-25');
    // Pressing again doesn't skip another date.
    const again = sam.trpc.account.skipRecurring.mutate({ id, date: '2026-06-18' });
    expect(await refusal(again)).toMatchObject({ status: 409 });
    await sam.trpc.account.bookRecurring.mutate();
    expect((await appointments(sam)).map(([date]) => date)).toEqual(['2026-06-25']);
    const edited = await sam.trpc.account.editRecurring.mutate({
      ...{ ...WEEKLY, id },
      ...{ deliveryDay: 'Friday', gallons: 30 },
    });
    expect(edited.deliveries[0]).toMatchObject({ nextDelivery: '2026-07-03', gallons: 30 });
  });

  test('moved to another day comes one interval after the last booked date', async () => {
    app = await startTestApp();
    const sam = await withCard();
    const plan = { ...WEEKLY, planType: 'every-four-weeks' as const };
    const { deliveries } = await sam.trpc.account.addRecurring.mutate(plan);
    await sam.trpc.account.bookRecurring.mutate();
    const [booked] = await appointments(sam);
    const { deliveries: edited } = await sam.trpc.account.editRecurring.mutate({
      ...{ ...plan, id: deliveries[0]?.id ?? '', deliveryDay: 'Friday' as const },
    });
    expect([booked?.[0], edited[0]?.nextDelivery]).toEqual(['2026-06-18', '2026-07-17']);
  });

  test('is refused with a dock of someone else, or an end before its first date', async () => {
    app = await startTestApp();
    const sam = await withCard();
    const [dock] = await (await customer(app)).trpc.account.addDock.mutate({ label: 'Pier 9' });
    const add = (over: object) =>
      refusal(sam.trpc.account.addRecurring.mutate({ ...WEEKLY, ...over }));
    expect(await add({ dockId: dock?.id })).toMatchObject({ field: 'dockId' });
    expect(await add({ endDate: '2026-06-17' })).toMatchObject({ field: 'endDate' });
    expect(await add({ smallIceBags: 51 })).toMatchObject({ field: 'smallIceBags' });
    expect(await add({ time: 'noon' })).toMatchObject({ field: 'time' });
    expect(await appointments(sam)).toEqual([]);
    const [id] = [crypto.randomUUID()];
    const skip = sam.trpc.account.skipRecurring.mutate({ id, date: '2026-06-18' });
    expect(await refusal(skip)).toMatchObject({
      status: 404,
    });
  });
});
