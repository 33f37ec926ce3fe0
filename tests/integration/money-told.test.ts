/**
 * Tests how customers and staff are notified of payments, on the screens and by email, as they
 * change.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { sweepCharges } from '@/server/modules/payments/charges/settle-charge.usecases';
import { reconcile } from '@/server/modules/payments/reconcile/reconcile.usecases';
import { PaymentsUnreachable } from '@/server/ports/payments/port';
import { admin, book, customer, ORDER, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { payInBrowser } from '../support/paying';
import type { Visitor } from '../support/visitor';

let app: TestApp;
let sam: Visitor;
let staff: Visitor;
let silent = false;

beforeAll(async () => {
  app = await startTestApp({
    capacity: 100,
    payments: (real) => ({
      ...real,
      async confirmPaymentIntent(input) {
        if (silent) throw new PaymentsUnreachable('no answer');
        return real.confirmPaymentIntent(input);
      },
    }),
  });
  sam = await customer(app);
  staff = await admin(app);
});
afterAll(() => app.close());

async function delivered(card?: string, order: Record<string, unknown> = {}): Promise<string> {
  const id = await book(sam, order, card);
  await readyToDeliver(staff, id);
  await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
  return id;
}
const listed = async (id: string) =>
  (await sam.trpc.booking.list.query()).find((delivery) => delivery.id === id);
const seen = async (id: string) => (await staff.trpc.admin.appointment.query({ id })).appointment;
/** The messages about payments, oldest first. */
const messages = async (id: string) => {
  const { rows } = await app.deps.db.client.execute({
    sql: "select dedupe_key, body from outbox where appointment_id = ? and dedupe_key not like 'booked:%' and dedupe_key not like 'confirmed:%' order by created_at, rowid",
    args: [id],
  });
  return rows.map((row) => ({
    kind: String(row.dedupe_key).split(':')[0],
    body: String(row.body),
  }));
};

test('an immediate charge names its card and sends one message', async () => {
  const id = await delivered();
  const paidCard = { brand: 'visa', last4: '4242' };
  expect(await listed(id)).toMatchObject({ chargeState: 'succeeded', paidCard });
  expect(await sam.trpc.booking.get.query({ id })).toMatchObject({
    chargeState: 'succeeded',
    paidCard,
    paidAt: app.clock.now(),
  });
  expect(await seen(id)).toMatchObject({ paidCard });
  const told = await messages(id);
  expect(told.map(({ kind }) => kind)).toEqual(['completed']);
  expect(told[0]?.body).toContain('We’re charging $88.00 to your card ending in 4242');
});

test('a charge without an answer is shown as in progress, not as failed', async () => {
  silent = true;
  const id = await delivered();
  silent = false;
  expect(await listed(id)).toMatchObject({ chargeState: 'unknown', paidCard: null });
  expect(await seen(id)).toMatchObject({ paymentChip: 'Processing', chargeError: null });
  app.clock.advance(15_000);
  await sweepCharges(app);
  expect(await listed(id)).toMatchObject({ chargeState: 'succeeded' });
  expect((await messages(id)).map(({ kind }) => kind)).toEqual(['completed']);
});

test('a decline and a payment with another card send an email each, with that card', async () => {
  const id = await delivered('4000000000000341');
  expect(await listed(id)).toMatchObject({ chargeState: 'declined', paidCard: null });
  const { clientSecret } = await sam.trpc.booking.createBalancePayment.mutate({
    appointmentId: id,
    remainingAmount: 88,
  });
  await payInBrowser(app, clientSecret, { number: '5555555555554444' });
  await sam.trpc.booking.confirmBalancePayment.mutate({ appointmentId: id });
  const paidCard = { brand: 'mastercard', last4: '4444' };
  expect(await listed(id)).toMatchObject({ cardLast4: '0341', paidCard });
  expect(await seen(id)).toMatchObject({ paidCard, paymentChip: 'Paid by card' });
  const told = await messages(id);
  expect(told.map(({ kind }) => kind)).toEqual(['completed', 'balance-due', 'balance-received']);
  expect(told[1]?.body).toContain('You owe $88.00.');
  expect(told[2]?.body).toContain('We received $88.00 from your card ending in 4444');
});

test("a delivery without a card isn't declined, and the message explains how to pay", async () => {
  const { id } = (await sam.trpc.booking.create.mutate(ORDER)).appointment;
  await staff.trpc.admin.confirm.mutate({ id, noCardReason: 'Pays at the dock' });
  await staff.trpc.admin.schedule.mutate({ id });
  await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
  expect(await seen(id)).toMatchObject({
    paymentChip: 'No card',
    chargeError: 'No card is on file for this delivery.',
  });
  const [told] = await messages(id);
  expect(told?.body).toContain('You owe $88.00. Pay here: http');
  await staff.trpc.admin.recordCash.mutate({ id });
  expect(await listed(id)).toMatchObject({ chargeState: 'cash', paidCard: null });
});

test('an empty delivery has nothing to pay and names no card', async () => {
  const id = await book(sam);
  await readyToDeliver(staff, id);
  await staff.trpc.admin.complete.mutate({
    id,
    actualGallons: 0,
    confirmedTotal: 0,
    smallIceBags: 0,
    largeIceBags: 0,
  });
  expect(await listed(id)).toMatchObject({ totalPriceCents: 0, paidCard: null, balancePaid: true });
  expect((await messages(id))[0]?.body).toContain('There’s nothing to pay.');
});

test('a refund and its failure send a message each', async () => {
  const id = await delivered('4000000000005126');
  const requestId = crypto.randomUUID();
  await staff.trpc.admin.refund.mutate({ id, amount: 30, requestId });
  expect(await listed(id)).toMatchObject({ refundedCents: 3_000 });
  app.clock.advance(60_000);
  await app.sandbox.flushWebhooks();
  await reconcile(app);
  await reconcile(app);
  expect(await listed(id)).toMatchObject({ refundedCents: 0, totalPaidCents: 8_800 });
  const told = await messages(id);
  expect(told.map(({ kind }) => kind)).toEqual(['completed', 'refund', 'refund-failed']);
  expect(told[2]?.body).toContain('Your bank didn’t accept the $30.00');
});
