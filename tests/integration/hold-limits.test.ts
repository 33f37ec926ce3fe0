import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { TIME_SLOT_LABELS } from '@/domain/slots/time-slots';
import type { Settings } from '@/server/config/deps';
import { admin, book, customer, ORDER } from '../support/actors';
import { startTestApp, type TestApp, TODAY, TOMORROW } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

const MINUTE = 60_000;
let app: TestApp;
/** Behind one proxy, so that a test can choose a call's address. */
const start = async (settings: Partial<Settings> = {}) => {
  await app?.close();
  app = await startTestApp({ settings: { limitFactor: 1, trustProxy: 1, ...settings } });
};
beforeEach(() => start());
afterAll(() => app.close());

type Sent = { status: number; message: string; id: string; retryAfter: number };
type From = { visitor?: Visitor; address?: string; phone?: string; key?: string };

/** All of the booking window's open time slots. */
async function openSlots(): Promise<{ date: string; time: string }[]> {
  const { days } = await app.visitor().trpc.slots.window.query();
  return days.flatMap(({ date, timeSlots }) =>
    timeSlots.filter(({ state }) => state === 'open').map(({ label }) => ({ date, time: label })),
  );
}

async function hold(slot: { date: string; time: string }, from: From, more = {}): Promise<Sent> {
  const visitor = from.visitor ?? app.visitor();
  const answer = await visitor.fetch('/api/appointments', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': from.address ?? '203.0.113.9',
      ...(from.key && { authorization: `Bearer ${from.key}` }),
    },
    body: JSON.stringify({ ...ORDER, ...slot, customerPhone: from.phone ?? '2695550100', ...more }),
  });
  const body = (await answer.json()) as { message: string; id: string };
  const retryAfter = Number(answer.headers.get('retry-after'));
  return { ...body, status: answer.status, retryAfter };
}

/**
 * Tries to hold every open time slot.
 * @returns the answers by status
 */
async function holdAll(fromOf: (n: number) => From): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  for (const [n, slot] of (await openSlots()).entries()) {
    const { status } = await hold(slot, fromOf(n));
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return statuses;
}

const phoneOf = (n: number) => `269555${String(1_000 + n)}`;
const addressOf = (n: number) => `198.51.100.${n}`;

describe("one stranger can't close the calendar:", () => {
  test('a browser holds two time slots, with any phones and addresses', async () => {
    const visitor = app.visitor();
    await visitor.trpc.booking.beginAsGuest.mutate();
    const statuses = await holdAll((n) => ({ visitor, phone: phoneOf(n), address: addressOf(n) }));
    expect(statuses).toEqual({ 201: 2, 429: 40 });
  });

  test("a phone holds two, from any browsers and addresses, however it's written", async () => {
    const written = ['(269) 555-0100', '+1 269 555 0100', '269.555.0100', '2695550100 x1'];
    const statuses = await holdAll((n) => ({ phone: written[n % 4], address: addressOf(n) }));
    expect(statuses).toEqual({ 201: 2, 429: 40 });
  });

  test("two foreign numbers are two phones, and each is one however it's written", async () => {
    const block = ['+44 20 7946 0958', '+44 20 7946 0959', '+44 20 7946 0960'];
    const [one, two, three] = (await openSlots()).slice(0, 3);
    for (const [n, slot] of [one, two, three].entries()) {
      if (slot)
        expect((await hold(slot, { phone: block[n], address: addressOf(n) })).status).toBe(201);
    }
    await start();
    const written = [
      '+44 20 7946 0958',
      '+442079460958',
      '0044 20 7946 0958',
      '+44 (0)20 7946 0958',
    ];
    const statuses = await holdAll((n) => ({ phone: written[n % 4], address: addressOf(n) }));
    expect(statuses).toEqual({ 201: 2, 429: 40 });
  });

  test('an address holds four, from any browsers, phones, and accounts', async () => {
    expect(await holdAll((n) => ({ phone: phoneOf(n) }))).toEqual({ 201: 4, 429: 38 });
    // An IPv6 network counts as one address.
    await start();
    const network = (n: number) => ({ phone: phoneOf(n), address: `2001:db8::${n + 1}` });
    expect(await holdAll(network)).toEqual({ 201: 4, 429: 38 });
    await start();
    const [one, two, three] = [await customer(app), await customer(app), await customer(app)];
    const accounts = [one, two, three];
    const ofAccount = (n: number) => ({ visitor: accounts[n % 3], phone: phoneOf(n) });
    expect(await holdAll(ofAccount)).toEqual({ 201: 4, 429: 38 });
  });

  test('an account holds two, from any addresses and phones', async () => {
    const visitor = await customer(app);
    const statuses = await holdAll((n) => ({ visitor, phone: phoneOf(n), address: addressOf(n) }));
    expect(statuses).toEqual({ 201: 2, 429: 40 });
  });

  test('all strangers together hold half of the open spots', async () => {
    const from = (n: number) => ({ phone: phoneOf(n), address: addressOf(n) });
    expect(await holdAll(from)).toEqual({ 201: 21, 429: 21 });
    expect(await openSlots()).toHaveLength(21);
    // A spot that staff block isn't open, and HOLD_SHARE sets the share.
    await start({ holdShare: 0.25 });
    const staff = await admin(app);
    await staff.trpc.admin.blockDays.mutate({ from: TODAY, to: TOMORROW });
    expect(await holdAll(from)).toEqual({ 201: 9, 429: 27 });
  });

  test('two of many simultaneous requests from one browser get a hold', async () => {
    const visitor = app.visitor();
    await visitor.trpc.booking.beginAsGuest.mutate();
    const slots = await openSlots();
    const answers = await Promise.all(
      slots.map((slot, n) => hold(slot, { visitor, phone: phoneOf(n), address: addressOf(n) })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(slots.length - 2);
  });

  test('the last open spot can be held', async () => {
    const staff = await admin(app);
    const [first] = await openSlots();
    await staff.trpc.admin.blockMonths.mutate({ months: 1 });
    if (!first) throw new Error('no open time slot');
    await staff.trpc.admin.switchTimeSlot.mutate({ ...first, isAvailable: true });
    expect((await hold(first, {})).status).toBe(201);
  });
});

describe('the refusal', () => {
  test('has a time to try again, and the time slot can be held then', async () => {
    const [one, two, three] = await openSlots();
    if (!one || !two || !three) throw new Error('no open time slots');
    const visitor = app.visitor();
    await hold(one, { visitor });
    app.clock.advance(4 * MINUTE);
    await hold(two, { visitor });
    const refused = await hold(three, { visitor });
    expect(refused).toMatchObject({
      status: 429,
      message: 'Many people are booking right now. Please try again in 11 minutes.',
      retryAfter: 11 * 60,
    });
    app.clock.advance(11 * MINUTE);
    expect((await hold(three, { visitor })).status).toBe(201);
  });

  test('for a taken time slot says so, and a repeat gets its first appointment', async () => {
    const [one, two] = await openSlots();
    if (!one || !two) throw new Error('no open time slots');
    const visitor = app.visitor();
    await visitor.trpc.booking.beginAsGuest.mutate();
    const first = await hold(one, { visitor }, { requestId: 'held-first' });
    await hold(two, { visitor });
    expect((await hold(one, { visitor }, { requestId: 'held-first' })).id).toBe(first.id);
    const stranger = { phone: phoneOf(1), address: addressOf(1) };
    expect((await hold(one, stranger)).status).toBe(409);
  });
});

describe('people who book', () => {
  test("who change their mind twice aren't locked out, and a fifth attempt waits", async () => {
    const visitor = await customer(app);
    const time = TIME_SLOT_LABELS[0] as string;
    for (const date of ['2026-06-15', '2026-06-16', '2026-06-17', '2026-06-18']) {
      const { status, id } = await hold({ date, time }, { visitor });
      expect(status).toBe(201);
      await visitor.trpc.booking.cancel.mutate({ id });
      app.clock.advance(MINUTE);
    }
    const fifth = { date: '2026-06-19', time };
    expect(await hold(fifth, { visitor })).toMatchObject({ status: 429, retryAfter: 11 * 60 });
    app.clock.advance(11 * MINUTE);
    expect((await hold(fifth, { visitor })).status).toBe(201);
  });

  test('and save a card end the hold, so they can book a whole season', async () => {
    const sam = await customer(app);
    const staff = await admin(app);
    // At most six wait for staff at a time.
    for (const slot of (await openSlots()).slice(0, 8)) {
      await staff.trpc.admin.confirm.mutate({ id: await book(sam, slot) });
    }
    expect(await sam.trpc.booking.list.query()).toHaveLength(8);
  });

  test('with an API key hold twenty of their own, with any phones and addresses', async () => {
    const staff = await admin(app);
    const { key } = await staff.trpc.admin.apiKeys.create.mutate({
      name: 'Marina',
      scope: 'write',
    });
    // With fewer than twenty, the total limit would be reached first.
    await staff.trpc.admin.setDefaultCapacity.mutate({ capacity: 2 });
    expect(await holdAll(() => ({ key }))).toEqual({ 201: 20, 429: 22 });
    // These holds count toward the total limit, but not toward another caller's own limit.
    const [slot] = await openSlots();
    expect((await hold(slot ?? { date: '', time: '' }, {})).status).toBe(201);
  });

  test('have limits multiplied by the factor, and none with 0', async () => {
    await start({ limitFactor: 2 });
    const visitor = await customer(app);
    expect(await holdAll(() => ({ visitor }))).toEqual({ 201: 4, 429: 38 });
    await start({ limitFactor: 0 });
    expect(await holdAll(() => ({}))).toEqual({ 201: 42 });
  });
});

test("with a promo code, which needs no card, can't close the calendar either", async () => {
  await app.deps.db.client.execute(
    "insert into promo_codes (code, created_at) values ('DOCKTEST', 0)",
  );
  const booked = [];
  for (const [n, slot] of (await openSlots()).entries()) {
    const from = { phone: phoneOf(n), address: addressOf(n) };
    booked.push((await hold(slot, from, { promoCode: 'DOCKTEST' })).status);
  }
  expect(booked.filter((status) => status === 201)).toHaveLength(12);
  expect(booked.filter((status) => status === 429)).toHaveLength(30);
});

test('show staff how many spots of a time slot are held, and until when', async () => {
  const staff = await admin(app);
  await staff.trpc.admin.setDefaultCapacity.mutate({ capacity: 3 });
  const slot = { date: TOMORROW, time: ORDER.time };
  await book(await customer(app), slot);
  await hold(slot, { phone: phoneOf(1), address: addressOf(1) });
  app.clock.advance(2 * MINUTE);
  await hold(slot, { phone: phoneOf(2), address: addressOf(2) });
  const of = async () =>
    (await staff.trpc.admin.calendar.query({ date: TOMORROW })).timeSlots.find(
      ({ label }) => label === ORDER.time,
    );
  const heldUntil = app.clock.now() + 15 * MINUTE;
  expect(await of()).toMatchObject({ occupied: 3, held: 2, heldUntil });
  app.clock.advance(13 * MINUTE);
  expect(await of()).toMatchObject({ occupied: 2, held: 1, heldUntil });
  app.clock.advance(2 * MINUTE);
  expect(await of()).toMatchObject({ occupied: 1, held: 0, heldUntil: null });
});

test('get no booking from a refused hold', async () => {
  const visitor = await customer(app);
  await holdAll(() => ({ visitor }));
  expect(await visitor.trpc.booking.list.query()).toHaveLength(2);
  const [slot] = await openSlots();
  const call = visitor.trpc.booking.create.mutate({ ...ORDER, ...slot });
  expect(await refusal(call)).toMatchObject({ status: 429, reason: 'rate_limited' });
});
