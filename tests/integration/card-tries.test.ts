import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { handlePaymentEvent } from '@/server/modules/payments/webhook.usecases';
import { admin, customer, ORDER } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import type { Visitor } from '../support/visitor';

const SECOND = 1_000;
const GOOD = '4242424242424242';
const DECLINED = '4000000000000002';
/** A card may be on at most six deliveries that staff haven't confirmed. */
const GOOD_CARDS = [
  ...['4242424242424242', '4000056655665556', '5555555555554444', '2223003122003222'],
  ...['5200828282828210', '378282246310005', '6011111111111117'],
];

let app: TestApp;
let people = 0;
/** Behind one proxy, so that a test can choose a call's address. */
const start = async (limitFactor = 1) => {
  await app?.close();
  app = await startTestApp({ settings: { limitFactor, trustProxy: 1 } });
  people = 0;
};
beforeEach(() => start());
afterAll(() => app.close());

type Person = { visitor: Visitor; phone: string; address: string };
function stranger(over: Partial<Person> = {}): Person {
  people += 1;
  return {
    visitor: app.visitor(),
    phone: `269555${1_000 + people}`,
    address: `198.51.100.${people}`,
    ...over,
  };
}

async function post(path: string, { visitor, address }: Person, body: unknown) {
  const answer = await visitor.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  });
  const json = (await answer.json()) as Record<string, string>;
  return { ...json, status: answer.status, retryAfter: answer.headers.get('retry-after') };
}

/**
 * Books the next open time slot.
 * @returns the ID
 */
async function booked(person: Person): Promise<string> {
  const { days } = await person.visitor.trpc.slots.window.query();
  const day = days.find(({ bookable }) => bookable);
  const slot = day?.timeSlots.find(({ state }) => state === 'open');
  const order = { ...ORDER, date: day?.date, time: slot?.label, customerPhone: person.phone };
  const answer = await post('/api/appointments', person, order);
  expect(answer.status).toBe(201);
  return (answer as unknown as { id: string }).id;
}

type Begun = { status: number; message: string; retryAfter: string | null } & {
  clientSecret: string;
  setupIntentId: string;
};
const begin = (person: Person, appointmentId: string) =>
  post('/api/create-payment-authorization', person, { appointmentId }) as unknown as Promise<Begun>;

/**
 * Types a card as the page does.
 * @returns the status of the setup
 */
async function tryCard(person: Person, id: string, card = GOOD): Promise<number> {
  const begun = await begin(person, id);
  if (begun.status !== 200) return begun.status;
  await person.visitor.enterCard(begun, card);
  const { setupIntentId } = begun;
  await post('/api/confirm-payment-setup', person, {
    appointmentId: id,
    setupIntentId,
    paymentMethodId: null,
  });
  return 200;
}

async function tryCards(count: number, person: Person, id: string, card?: string) {
  const statuses: Record<number, number> = {};
  for (let n = 0; n < count; n += 1) {
    const status = await tryCard(person, id, card);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return statuses;
}

/**
 * Requests a card's secret in one appointment after another, and abandons each.
 * @returns the answers by status
 */
async function beginOften(count: number, person: Person) {
  const statuses: Record<number, number> = {};
  for (let n = 0; n < count; n += 1) {
    const id = await booked(person);
    const { status } = await begin(person, id);
    statuses[status] = (statuses[status] ?? 0) + 1;
    await person.visitor.trpc.booking.cancel.mutate({ id });
  }
  return statuses;
}

/** Sends Stripe's events about declines. */
async function tellDeclines(): Promise<void> {
  for (const event of await app.deps.payments.listEvents({ since: 0 })) {
    if (event.type === 'setup_intent.setup_failed') await handlePaymentEvent(app, event);
  }
}

/**
 * Adds this many tried cards for another appointment, at the time of the last try. `same` is what
 * they have in common with the person of that try.
 */
async function alsoTried(count: number, same: 'account' | 'phone' | 'address' | 'nothing') {
  const other = await booked(stranger());
  const of = (column: string) => (column === same ? column : 'null');
  await app.deps.db.client.execute({
    sql: `insert into card_tries (id, appointment_id, account, phone, address, at)
      select last.id || '-' || value, ?, ${of('account')}, ${of('phone')}, ${of('address')}, last.at
      from (select * from card_tries order by at desc, rowid desc limit 1) as last,
        json_each(?)`,
    args: [other, JSON.stringify(Array.from({ length: count }, (_, n) => n))],
  });
}

const stored = async () => {
  const { rows } = await app.deps.db.client.execute(
    'select count(*) as tried, count(declined_at) as declined from card_tries',
  );
  return { tried: Number(rows[0]?.tried), declined: Number(rows[0]?.declined) };
};

describe('card testing is limited:', () => {
  test('an appointment accepts eight cards', async () => {
    const guest = stranger();
    const id = await booked(guest);
    expect(await tryCards(12, guest, id)).toEqual({ 200: 8, 429: 4 });
    const refused = await begin(guest, id);
    expect(refused).toMatchObject({
      status: 429,
      message: 'Too many cards were tried for this delivery. Please call us.',
      retryAfter: null,
    });
    app.clock.advance(3 * 24 * 3_600_000);
    expect((await begin(guest, id)).status).toBe(429);
  });

  test('a phone can try fifteen a day, across appointments, browsers, and addresses', async () => {
    const one = stranger();
    const again = stranger({ phone: `+1 ${one.phone}` });
    await begin(one, await booked(one));
    await alsoTried(12, 'phone');
    expect(await beginOften(3, again)).toEqual({ 200: 2, 429: 1 });
    app.clock.advance(24 * 3_600_000);
    expect((await begin(again, await booked(again))).status).toBe(200);
  });

  test('a phone added to an appointment after booking counts', async () => {
    const [one, two] = [stranger(), stranger()];
    await begin(one, await booked(one));
    await alsoTried(14, 'phone');
    const id = await booked(two);
    app.clock.advance(3_600_000);
    await app.deps.db.client.execute({
      sql: `update appointments set customer_phone = ?, hold_expires_at = ? where id = ?`,
      args: [one.phone, app.clock.now() + 60_000, id],
    });
    expect((await begin(two, id)).status).toBe(429);
  });

  test('an account can try fifteen a day, with any phones', async () => {
    const visitor = await customer(app);
    const one = stranger({ visitor });
    const two = stranger({ visitor });
    await begin(one, await booked(one));
    await alsoTried(12, 'account');
    expect(await beginOften(3, two)).toEqual({ 200: 2, 429: 1 });
  });

  test('an address can try thirty an hour, from any browsers and phones', async () => {
    const { address, ...one } = stranger();
    await begin({ address, ...one }, await booked({ address, ...one }));
    await alsoTried(28, 'address');
    const two = stranger({ address });
    expect(await beginOften(2, two)).toEqual({ 200: 1, 429: 1 });
    app.clock.advance(3_600_000);
    const later = stranger({ address });
    expect((await begin(later, await booked(later))).status).toBe(200);
  });

  test('everyone together can try a hundred and twenty an hour', async () => {
    const one = stranger();
    await begin(one, await booked(one));
    await alsoTried(118, 'nothing');
    const two = stranger();
    expect(await beginOften(1, two)).toEqual({ 200: 1 });
    const last = stranger();
    const id = await booked(last);
    expect((await begin(last, id)).message).toBe(
      'Too many cards were tried. Please try again in 60 minutes.',
    );
    app.clock.advance(3_600_000);
    const later = stranger();
    expect((await begin(later, await booked(later))).status).toBe(200);
  });

  test('many simultaneous tries count in full', async () => {
    const guest = stranger();
    const id = await booked(guest);
    await tryCards(7, guest, id);
    const answers = await Promise.all(Array.from({ length: 20 }, () => begin(guest, id)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(({ setupIntentId }) => setupIntentId)).size).toBe(1);
    expect((await stored()).tried).toBe(8);
  });
});

describe('declined cards', () => {
  test('cause pauses of 0, 5, 30, and then 120 seconds, even if Stripe’s events are late', async () => {
    const guest = stranger();
    const id = await booked(guest);
    for (const seconds of [0, 5, 30, 120, 120]) {
      expect(await tryCard(guest, id, DECLINED)).toBe(200);
      if (seconds === 0) continue;
      expect(await begin(guest, id)).toMatchObject({
        status: 429,
        message: `Several cards were declined. Please try again ${seconds === 120 ? 'in 2 minutes' : `in ${seconds} seconds`}.`,
        retryAfter: String(seconds),
      });
      app.clock.advance(seconds * SECOND - 1);
      expect((await begin(guest, id)).status).toBe(429);
      app.clock.advance(1);
    }
    expect(await tryCard(guest, id)).toBe(200);
    await tellDeclines();
    expect(await stored()).toEqual({ tried: 6, declined: 5 });
  });

  test("cause a pause in the same phone's next appointment too", async () => {
    const one = stranger();
    const id = await booked(one);
    await tryCards(2, one, id, DECLINED);
    const two = stranger({ phone: one.phone });
    const next = await booked(two);
    await begin(one, id);
    expect((await begin(two, next)).status).toBe(429);
  });

  test('end their SetupIntent when a pause starts, so its secret accepts no other card', async () => {
    const guest = stranger();
    const id = await booked(guest);
    const begun = await begin(guest, id);
    for (let n = 0; n < 2; n += 1) {
      const declined = await guest.visitor.enterCard(begun, DECLINED);
      expect(declined.body.error.code).toBe('card_declined');
      await tellDeclines();
    }
    const again = await guest.visitor.enterCard(begun, GOOD);
    expect(again.body.error.code).toBe('setup_intent_unexpected_state');
    // After the pause, the page asks for another card and continues.
    expect(await tryCard(guest, id)).toBe(429);
    app.clock.advance(5 * SECOND);
    expect(await tryCard(guest, id)).toBe(200);
    expect(await stored()).toEqual({ tried: 3, declined: 2 });
  });

  test('all count, even if many were typed for one SetupIntent before an event arrived', async () => {
    const guest = stranger();
    const id = await booked(guest);
    const begun = await begin(guest, id);
    for (let n = 0; n < 8; n += 1) await guest.visitor.enterCard(begun, DECLINED);
    await tellDeclines();
    await tellDeclines();
    expect(await stored()).toEqual({ tried: 8, declined: 8 });
    app.clock.advance(120 * SECOND);
    expect((await begin(guest, id)).status).toBe(429);
  });
});

test('count once if the caller asks again without a card', async () => {
  const guest = stranger();
  const id = await booked(guest);
  for (let n = 0; n < 12; n += 1) expect((await begin(guest, id)).status).toBe(200);
  expect(await stored()).toEqual({ tried: 1, declined: 0 });
  await guest.visitor.enterCard(await begin(guest, id), DECLINED);
  for (let n = 0; n < 12; n += 1) expect((await begin(guest, id)).status).toBe(200);
  await tellDeclines();
  expect(await stored()).toEqual({ tried: 2, declined: 1 });
});

test('have no limits or pauses with a factor of 0', async () => {
  await start(0);
  const guest = stranger();
  const id = await booked(guest);
  expect(await tryCards(12, guest, id, DECLINED)).toEqual({ 200: 12 });
});

test('are counted for operators, along with all cards of the last hour', async () => {
  const other = stranger();
  await tryCards(2, other, await booked(other), DECLINED);
  await tellDeclines();
  const metrics = await app.handle(
    new Request('http://dockside.test/metrics', { headers: { 'x-forwarded-for': '127.0.0.1' } }),
  );
  const text = await metrics.text();
  expect(text).toContain('dockside_cards_tried 2\n');
  expect(text).toContain('dockside_cards_declined 2\n');
});

describe('saved cards', () => {
  test("don't block the next customer at the same address", async () => {
    const address = '203.0.113.77';
    const staff = await admin(app);
    await staff.trpc.admin.setDefaultCapacity.mutate({ capacity: 3 });
    for (let n = 0; n < 33; n += 1) {
      const guest = stranger({ address });
      expect(await tryCard(guest, await booked(guest), GOOD_CARDS[n % 7])).toBe(200);
    }
  }, 60_000);

  test('count again once their delivery is cancelled, and declined ones still count', async () => {
    const address = '203.0.113.78';
    const guest = stranger({ address });
    const id = await booked(guest);
    expect(await tryCard(guest, id)).toBe(200);
    await alsoTried(29, 'address');
    const next = stranger({ address });
    const nextId = await booked(next);
    expect(await tryCard(next, nextId, GOOD_CARDS[1])).toBe(200);
    await guest.visitor.trpc.booking.cancel.mutate({ id });
    const last = stranger({ address });
    expect(await tryCard(last, await booked(last), GOOD_CARDS[2])).toBe(429);
  });
});
