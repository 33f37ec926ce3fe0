/** Tests how many deliveries a person or a card may have open before staff confirm one. */
import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { createDb } from '@/db/client';
import type { Settings } from '@/server/config/deps';
import { bookAppointment } from '@/server/modules/appointments/book.usecases';
import { sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import { handlePaymentEvent } from '@/server/modules/payments/webhook.usecases';
import { bookRecurring } from '@/server/modules/recurring/book-recurring.usecases';
import { admin, BOOKED_FOR, book, customer, ORDER } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

const CALL_US = 'Please call us to book more. Our number is (269) 555-0100.';
const VISA = '4242424242424242';
/** Each has a different, working card. */
const CARDS = [
  ...['4000056655665556', '5555555555554444', '2223003122003222', '5200828282828210'],
  ...['378282246310005', '6011111111111117', '3056930009020004', '3566002020360505', VISA],
];

let app: TestApp;
const start = async (settings: Partial<Settings> = {}) => {
  await app?.close();
  app = await startTestApp({
    settings: { limitFactor: 1, trustProxy: 1, holdShare: 1, ...settings },
  });
};
beforeEach(() => start());
afterAll(() => app.close());

/** Time slots, each used once, from two days ahead. */
const slots = Array.from({ length: 12 }, (_, index) => ({
  date: `2026-06-${15 + index}`,
  time: ORDER.time,
}));
const slot = (n: number) => slots[n] ?? { date: '2026-06-26', time: '2:00 PM - 4:00 PM' };
const phoneOf = (n: number) => `269555${1_000 + n}`;

type From = { visitor: Visitor; address?: string };
/** A call over REST from a separate address. */
async function post({ visitor, address = '203.0.113.9' }: From, path: string, body: unknown) {
  const answer = await visitor.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
}
const tryToBook = (from: From, n: number, more = {}) =>
  post(from, '/api/appointments', { ...ORDER, ...slot(n), ...more });

/**
 * A guest with another browser and address holds a time slot. With `card`, they also save a card.
 */
async function guestBooks(n: number, card: string | null, phone = phoneOf(n)) {
  const from = { visitor: app.visitor(), address: `198.51.100.${n + 1}` };
  const { status, body } = await tryToBook(from, n, { customerPhone: phone });
  const appointmentId = body.id ?? '';
  /** Types a card as the page does. Returns the call that stores the card. */
  const type = async (number: string) => {
    const authorization = (await post(from, '/api/create-payment-authorization', { appointmentId }))
      .body as unknown as { clientSecret: string; setupIntentId: string };
    await from.visitor.enterCard(authorization, number);
    const { setupIntentId } = authorization;
    return () => post(from, '/api/confirm-payment-setup', { appointmentId, setupIntentId });
  };
  const save = async (number: string) => (await type(number))();
  if (status === 201 && card) expect((await save(card)).status).toBe(200);
  return { ...from, id: appointmentId, status, message: body.message, type, save };
}
const statusOf = async (id: string) => {
  const { rows } = await app.deps.db.client.execute({
    sql: 'select status, cancel_reason, hold_expires_at, card_last4 from appointments where id = ?',
    args: [id],
  });
  return rows[0];
};
const openPending = async () => {
  const { rows } = await app.deps.db.client.execute(
    "select count(*) as n from appointments where status = 'pending' and hold_expires_at is null",
  );
  return Number(rows[0]?.n);
};

describe('an account', () => {
  test("has at most six that staff didn't confirm, and shows a number to call", async () => {
    const sam = await customer(app);
    const ids = [];
    for (let n = 0; n < 6; n += 1) ids.push(await book(sam, slot(n), CARDS[n]));
    const seventh = sam.trpc.booking.create.mutate({ ...ORDER, ...slot(6) });
    const refused = await refusal(seventh);
    expect(refused).toMatchObject({ status: 429, reason: 'rate_limited' });
    expect(refused.message).toContain(CALL_US);
    const overRest = await tryToBook({ visitor: sam }, 6, { customerPhone: phoneOf(77) });
    expect(overRest).toMatchObject({ status: 429 });
    expect(overRest.body.message).toContain(CALL_US);
    // A delivery that staff confirm or that's cancelled makes room for another one.
    const staff = await admin(app);
    await staff.trpc.admin.confirm.mutate({ id: ids[0] ?? '' });
    ids.push(await book(sam, slot(6), CARDS[6]));
    await sam.trpc.booking.cancel.mutate({ id: ids[1] ?? '' });
    await book(sam, slot(7), CARDS[7]);
    expect((await tryToBook({ visitor: sam }, 8)).status).toBe(429);
  });

  test('is refused even if many calls arrive simultaneously, in two processes', async () => {
    const sam = await customer(app);
    for (let n = 0; n < 5; n += 1) await book(sam, slot(n), CARDS[n]);
    const { rows } = await app.deps.db.client.execute('pragma database_list');
    const second = await createDb({ url: `file:${rows[0]?.file}` });
    const me = await sam.trpc.auth.requireMe.query();
    const actor = { kind: 'user', userId: me.id, role: 'customer', name: 'Sam' } as const;
    const sender = { address: '203.0.113.9', guestId: null, keyId: null };
    const calls = Array.from({ length: 12 }, (_, n) => {
      const deps = n % 2 === 0 ? app.deps : { ...app.deps, db: second };
      const order = { ...ORDER, estimatedGallonsTenths: 200, fillUp: false };
      const input = {
        ...order,
        ...slot(5 + (n % 6)),
        time: n < 6 ? ORDER.time : '12:00 PM - 2:00 PM',
      };
      return bookAppointment({ deps, actor } as never, input as never, sender as never).then(
        () => 201,
        (error) => error.code,
      );
    });
    const answers = await Promise.all(calls);
    await second.close();
    expect(answers.filter((answer) => answer === 201)).toHaveLength(1);
    expect(answers.filter((answer) => answer === 'rate_limited')).toHaveLength(11);
  });

  test("isn't limited by deliveries whose day is past", async () => {
    const sam = await customer(app);
    for (let n = 0; n < 6; n += 1) await book(sam, slot(n), CARDS[n]);
    app.clock.advance(9 * 86_400_000);
    await book(sam, { date: '2026-06-23' }, CARDS[6]);
  });

  test('can repeat the request for its sixth', async () => {
    const sam = await customer(app);
    for (let n = 0; n < 5; n += 1) await book(sam, slot(n), CARDS[n]);
    const send = () => tryToBook({ visitor: sam }, 5, { requestId: 'the-sixth-of-the-test' });
    const first = await send();
    expect(first.status).toBe(201);
    expect((await send()).body.id).toBe(first.body.id);
  });
});

describe('a phone number', () => {
  test("has at most six, from any browsers, however it's written", async () => {
    const written = ['(269) 555-0100', '+1 269 555 0100', '269.555.0100', '2695550100 x1'];
    for (let n = 0; n < 6; n += 1) {
      expect((await guestBooks(n, CARDS[n] ?? '', written[n % 4])).status).toBe(201);
    }
    const seventh = await guestBooks(6, null, written[0]);
    expect(seventh).toMatchObject({ status: 429 });
    expect(seventh.message).toContain(CALL_US);
    // An account with the same phone number can't book either.
    const sam = await customer(app, { phone: '2695550100' });
    expect((await tryToBook({ visitor: sam }, 6)).status).toBe(429);
    expect((await guestBooks(7, CARDS[7] ?? '')).status).toBe(201);
  });
});

describe('a payment card', () => {
  test("is on at most six: the seventh hold is released, and the card isn't stored", async () => {
    for (let n = 0; n < 6; n += 1) await guestBooks(n, VISA);
    const seventh = await guestBooks(6, null);
    expect(seventh.status).toBe(201);
    const refused = await seventh.save(VISA);
    expect(refused.status).toBe(429);
    expect(refused.body.message).toContain(CALL_US);
    expect(await statusOf(seventh.id)).toMatchObject({ status: 'cancelled', card_last4: null });
    // The time slot is available again, the card is removed at Stripe, and repeating the call
    // returns the same.
    expect((await guestBooks(6, CARDS[6] ?? '', phoneOf(60))).status).toBe(201);
    const again = await post(seventh, '/api/create-payment-authorization', {
      appointmentId: seventh.id,
    });
    expect(again.status).toBe(409);
    const { rows } = await app.deps.db.client.execute({
      sql: 'select stripe_customer_id from appointments where id = ?',
      args: [seventh.id],
    });
    expect(await app.deps.payments.listCards(String(rows[0]?.stripe_customer_id))).toEqual([]);
  });

  test('is on at most six even if many are saved simultaneously', async () => {
    const typed = [];
    for (let n = 0; n < 9; n += 1) typed.push(await (await guestBooks(n, null)).type(VISA));
    const answers = await Promise.all(typed.map((keep) => keep()));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429, 429]);
    expect(await openPending()).toBe(6);
  });

  test('is on at most six even if only Stripe reports it', async () => {
    for (let n = 0; n < 6; n += 1) await guestBooks(n, VISA);
    const { id, type } = await guestBooks(6, null);
    const keep = await type(VISA);
    for (const event of await app.deps.payments.listEvents({ since: 0 })) {
      await handlePaymentEvent(app, event);
    }
    expect(await statusOf(id)).toMatchObject({ status: 'cancelled' });
    expect(await openPending()).toBe(6);
    const told = await keep();
    expect(told.status).toBe(429);
    expect(told.body.message).toContain(CALL_US);
  });

  test('from the account is also refused, and stays in the account', async () => {
    for (let n = 0; n < 5; n += 1) await guestBooks(n, VISA);
    const sam = await customer(app);
    await book(sam, slot(5), VISA);
    const [card] = await sam.trpc.account.cards.query();
    const { appointment } = await sam.trpc.booking.create.mutate({ ...ORDER, ...slot(6) });
    const use = sam.trpc.booking.useSavedCard.mutate({
      appointmentId: appointment.id,
      paymentMethodId: card?.id ?? '',
    });
    const refused = await refusal(use);
    expect(refused).toMatchObject({ status: 429, reason: 'rate_limited' });
    expect(refused.message).toContain(CALL_US);
    expect(await statusOf(appointment.id)).toMatchObject({ status: 'cancelled' });
    expect(await sam.trpc.account.cards.query()).toHaveLength(1);
  });

  test('instead of another one is refused, and the delivery keeps its card', async () => {
    for (let n = 0; n < 6; n += 1) await guestBooks(n, VISA);
    const seventh = await guestBooks(6, CARDS[0] ?? '');
    expect((await seventh.save(VISA)).status).toBe(429);
    expect(await statusOf(seventh.id)).toMatchObject({
      status: 'pending',
      hold_expires_at: null,
      card_last4: '5556',
    });
    expect((await seventh.save(CARDS[1] ?? '')).status).toBe(200);
    expect(await statusOf(seventh.id)).toMatchObject({ card_last4: '4444' });
    // A delivery that staff confirmed doesn't count, so its card may be replaced.
    const staff = await admin(app);
    await staff.trpc.admin.confirm.mutate({ id: seventh.id });
    expect((await seventh.save(VISA)).status).toBe(200);
    const { rows } = await app.deps.db.client.execute({
      sql: 'select stripe_customer_id, stripe_payment_method_id as method from appointments where id = ?',
      args: [seventh.id],
    });
    const cards = await app.deps.payments.listCards(String(rows[0]?.stripe_customer_id));
    expect(cards.map(({ paymentMethodId }) => paymentMethodId)).toEqual([String(rows[0]?.method)]);
  });
});

describe("a booking by staff doesn't count,", () => {
  test('whether by phone, in the public form, or with a key', async () => {
    const staff = await admin(app);
    for (let n = 0; n < 7; n += 1) {
      const id = `booked-for-of-the-test-${n}`;
      await staff.trpc.admin.bookForCustomer.mutate({
        ...BOOKED_FOR,
        ...{ id, customerPhone: '(269) 555-0177', date: slot(n).date },
      });
    }
    const { key } = await staff.trpc.admin.apiKeys.create.mutate({
      name: 'Marina',
      scope: 'write',
    });
    for (let n = 0; n < 7; n += 1) {
      const answer = await app.visitor().fetch('/api/appointments', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify({
          ...ORDER,
          ...{ date: slot(n).date, time: '12:00 PM - 2:00 PM', customerPhone: '2695550177' },
        }),
      });
      expect(answer.status).toBe(201);
    }
    // Staff use the public form for a caller.
    for (let n = 0; n < 7; n += 1) {
      await staff.trpc.booking.create.mutate({
        ...ORDER,
        ...{ date: slot(n).date, time: '2:00 PM - 4:00 PM' },
        ...{ customerPhone: '2695550177', customerName: 'Kim', customerEmail: 'kim@lake.example' },
      });
    }
    await staff.trpc.admin.setDefaultCapacity.mutate({ capacity: 5 });
    const kim = await customer(app, { phone: '2695550177' });
    for (let n = 0; n < 6; n += 1) await book(kim, slot(n), CARDS[n]);
    expect((await tryToBook({ visitor: kim }, 6)).status).toBe(429);
  });
});

describe('recurring deliveries', () => {
  test('skip a date above the limit, and the customer gets a number to call', async () => {
    const sam = await customer(app);
    for (let n = 0; n < 6; n += 1) await book(sam, { ...slot(n) }, CARDS[n]);
    await sam.trpc.account.addRecurring.mutate({
      ...{ planType: 'weekly', deliveryDay: 'Thursday', fuelType: 'Premium', gallons: 15 },
    });
    await bookRecurring(app);
    expect(await openPending()).toBe(6);
    await sendOutbox(app);
    const told = app.mails.filter(({ subject }) => subject.startsWith('No delivery on'));
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toContain(CALL_US);
    const { deliveries } = await sam.trpc.account.recurring.query();
    expect(deliveries[0]).toMatchObject({ status: 'active', nextDelivery: '2026-06-25' });
    // Recurring deliveries count as well, by account and by phone.
    await sam.trpc.booking.cancel.mutate({
      id: (await sam.trpc.booking.list.query())[0]?.id ?? '',
    });
    await bookRecurring(app);
    expect(await openPending()).toBe(6);
    expect((await guestBooks(8, null, '(269) 555-0117')).status).toBe(429);
  });
});

test('are limited by the factor, and not at all with 0', async () => {
  await start({ limitFactor: 0.5 });
  const sam = await customer(app);
  for (let n = 0; n < 3; n += 1) await book(sam, slot(n), CARDS[n]);
  expect((await tryToBook({ visitor: sam }, 3)).status).toBe(429);
  await start({ limitFactor: 0 });
  const kim = await customer(app);
  for (let n = 0; n < 9; n += 1) await book(kim, slot(n));
});
