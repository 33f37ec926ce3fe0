/**
 * Tests what happens if another change happens after a payment's use case has read its data and
 * before it writes. The guard fails, so the use case decides again. Each test makes that change
 * right before the first batch.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import type { Db } from '@/db/client';
import { cents } from '@/domain/money';
import { applyPaymentIntent } from '@/server/modules/payments/charges/charge-outcome.usecases';
import { applyRefund } from '@/server/modules/payments/refunds/refund-outcome.usecases';
import { handlePaymentEvent } from '@/server/modules/payments/webhook.usecases';
import { admin, book, customer, ORDER, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

const DECLINES = '4000000000000341';
const TOTAL = 8_800;

let app: TestApp;
let sam: Visitor;
let staff: Visitor;
/** Runs once, right before the next batch. */
let conflict: (() => Promise<unknown>) | null = null;

beforeAll(async () => {
  app = await startTestApp({
    capacity: 100,
    db: (real) => ({
      ...real,
      batch: (async (queries) => {
        const change = conflict;
        conflict = null;
        await change?.();
        return real.batch(queries);
      }) as Db['batch'],
    }),
  });
  sam = await customer(app);
  staff = await admin(app);
});
afterEach(() => {
  expect(conflict).toBeNull();
  expect(app.sandbox.ledger().doubleCharged).toEqual([]);
});
afterAll(() => app.close());

const run = async (sql: string, ...args: string[]) =>
  (await app.deps.db.client.execute({ sql, args })).rows;
const chargeOf = async (id: string) => {
  const [row] = await run('select * from charges where appointment_id = ?', id);
  if (!row) throw new Error('the appointment has no charge');
  return row;
};
async function delivered(card?: string): Promise<string> {
  const id = await book(sam, {}, card);
  await readyToDeliver(staff, id);
  await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
  return id;
}
const held = async () => (await sam.trpc.booking.create.mutate(ORDER)).appointment.id;
const intentOf = async (id: string) =>
  app.deps.payments.retrievePaymentIntent(String((await chargeOf(id)).payment_intent_id));
/** A customer with an unused saved card, and an appointment without a card. */
async function unneededCard() {
  const other = await customer(app);
  await other.trpc.booking.cancel.mutate({ id: await book(other) });
  const [card] = await other.trpc.account.cards.query();
  const { appointment } = await other.trpc.booking.create.mutate(ORDER);
  return { other, paymentMethodId: card?.id ?? '', appointmentId: appointment.id };
}
let clicks = 0;
const click = () => {
  clicks += 1;
  return `changed-meanwhile-${clicks}`;
};

test("a refusal doesn't end an attempt that has started since", async () => {
  const id = await delivered(DECLINES);
  const declined = await intentOf(id);
  await run("update charges set state = 'unknown', attempt = 1 where appointment_id = ?", id);
  conflict = () => run('update charges set attempt = 2 where appointment_id = ?', id);
  await applyPaymentIntent(app.deps, declined, { attempt: 1, answered: true });
  expect(await chargeOf(id)).toMatchObject({ state: 'unknown', attempt: 2 });
});

test("a retry doesn't charge a payment that has arrived since", async () => {
  const id = await delivered(DECLINES);
  conflict = () => run("update charges set state = 'succeeded' where appointment_id = ?", id);
  expect(await refusal(staff.trpc.admin.retryCharge.mutate({ id }))).toMatchObject({
    status: 409,
    message: 'This delivery is already paid.',
  });
  expect(await chargeOf(id)).toMatchObject({ state: 'succeeded', attempt: 1 });
});

test("cash isn't recorded if a card attempt has started since", async () => {
  const id = await delivered(DECLINES);
  conflict = () => run('update charges set attempt = 2 where appointment_id = ?', id);
  const cash = staff.trpc.admin.recordCash.mutate({ id, note: '' });
  expect(await refusal(cash)).toMatchObject({ status: 409 });
  expect(await chargeOf(id)).toMatchObject({ state: 'declined' });
});

test('a refund of the remaining amount returns what another refund left', async () => {
  const id = await delivered();
  const refund = (amount: string | null) =>
    staff.trpc.admin.refund.mutate({ id, amount, requestId: click() });
  conflict = () => refund('10');
  expect(await refund(null)).toMatchObject({ amountCents: TOTAL - 1_000, state: 'succeeded' });
  expect(await chargeOf(id)).toMatchObject({ refunded_cents: TOTAL });
});

test('a refund that has failed since stays failed', async () => {
  const id = await delivered();
  const view = {
    id: 're_failed_meanwhile',
    status: 'pending' as const,
    amountCents: cents(500),
    paymentIntentId: (await intentOf(id)).id,
    key: null,
    failureReason: null,
    createdAt: app.clock.now(),
  };
  await applyRefund(app.deps, view);
  conflict = () => applyRefund(app.deps, { ...view, status: 'failed' });
  await applyRefund(app.deps, { ...view, status: 'succeeded' });
  expect(await run('select state from refunds where stripe_refund_id = ?', view.id)).toMatchObject([
    { state: 'failed' },
  ]);
  expect(await chargeOf(id)).toMatchObject({ refunded_cents: 0 });
});

test('a saved card stays if an appointment has taken it since', async () => {
  const { other, paymentMethodId, appointmentId } = await unneededCard();
  conflict = () => other.trpc.booking.useSavedCard.mutate({ appointmentId, paymentMethodId });
  const removal = other.trpc.account.removeCard.mutate({ id: paymentMethodId });
  expect(await refusal(removal)).toMatchObject({ status: 409 });
  expect(await other.trpc.account.cards.query()).toMatchObject([{ id: paymentMethodId }]);
});

test("an appointment doesn't take a saved card that has been removed since", async () => {
  const { other, paymentMethodId, appointmentId } = await unneededCard();
  conflict = () => other.trpc.account.removeCard.mutate({ id: paymentMethodId });
  const use = other.trpc.booking.useSavedCard.mutate({ appointmentId, paymentMethodId });
  expect(await refusal(use)).toMatchObject({ status: 404, field: 'paymentMethodId' });
  const row = await other.trpc.booking.get.query({ id: appointmentId });
  expect(row).toMatchObject({ cardSaved: false });
});

test("a saved card's event takes effect later if the appointment changes all the time", async () => {
  const appointmentId = await held();
  const authorization = await sam.trpc.booking.createPaymentAuthorization.mutate({ appointmentId });
  await sam.enterCard(authorization);
  const event = {
    id: 'evt_changed_meanwhile',
    type: 'setup_intent.succeeded',
    createdAt: app.clock.now(),
    objectId: authorization.setupIntentId,
    objectType: 'setup_intent',
  };
  const keepChanging = async () => {
    await run('update appointments set notes = ? where id = ?', click(), appointmentId);
    conflict = keepChanging;
  };
  conflict = keepChanging;
  const early = handlePaymentEvent(app, event).catch((error: unknown) => error);
  expect(await early).toMatchObject({ code: 'conflict' });
  conflict = null;
  expect(await handlePaymentEvent(app, event)).toBe(true);
  const kept = await sam.trpc.booking.get.query({ id: appointmentId });
  expect(kept).toMatchObject({ cardLast4: '4242', holdExpiresAt: null });
});

test('an expired hold is kept if the time slot has become free since', async () => {
  const appointmentId = await held();
  const authorization = await sam.trpc.booking.createPaymentAuthorization.mutate({ appointmentId });
  await sam.enterCard(authorization);
  app.clock.advance(16 * 60_000);
  await run('update booking_settings set default_capacity = 0');
  conflict = () => run('update booking_settings set default_capacity = 100');
  const kept = await sam.trpc.booking.confirmPaymentSetup.mutate({
    appointmentId,
    setupIntentId: authorization.setupIntentId ?? '',
  });
  expect(kept).toMatchObject({ status: 'pending', holdExpiresAt: null });
});
