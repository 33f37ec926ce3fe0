/**
 * Tests two people at the same payment at the worst moment: one acts right before or after the
 * other's call to Stripe.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { sweepCharges } from '@/server/modules/payments/charges/settle-charge.usecases';
import { reconcile } from '@/server/modules/payments/reconcile/reconcile.usecases';
import { handlePaymentEvent } from '@/server/modules/payments/webhook.usecases';
import type { PaymentsPort } from '@/server/ports/payments/port';
import { admin, book, customer, ORDER, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { payInBrowser, takenFor } from '../support/paying';
import { refusal, type Visitor } from '../support/visitor';

const DECLINES = '4000000000000341';
const AUTHENTICATES = '4000002760003184';
const TOTAL = 8_800;

let app: TestApp;
let sam: Visitor;
let staff: Visitor;
type Call = keyof PaymentsPort;
/** Runs once, around the next call with that name. */
const around = new Map<`${'before' | 'after'} ${Call}`, () => Promise<unknown>>();

beforeAll(async () => {
  app = await startTestApp({
    capacity: 100,
    payments: (real) =>
      new Proxy(real, {
        get(target, name: Call) {
          const happen = async (when: 'before' | 'after') => {
            const what = around.get(`${when} ${name}`);
            around.delete(`${when} ${name}`);
            await what?.();
          };
          return async (...input: unknown[]) => {
            await happen('before');
            const call = target[name] as (...args: unknown[]) => Promise<unknown>;
            const answer = await call(...input);
            await happen('after');
            return answer;
          };
        },
      }),
  });
  sam = await customer(app);
  staff = await admin(app);
});
afterEach(() => {
  expect([...around.keys()]).toEqual([]);
  expect(app.sandbox.ledger().doubleCharged).toEqual([]);
});
afterAll(() => app.close());

async function held(): Promise<string> {
  return (await sam.trpc.booking.create.mutate(ORDER)).appointment.id;
}
const authorize = (appointmentId: string) =>
  sam.trpc.booking.createPaymentAuthorization.mutate({ appointmentId });
const confirmSetup = (appointmentId: string, setupIntentId: string | null) =>
  sam.trpc.booking.confirmPaymentSetup.mutate({
    appointmentId,
    setupIntentId: setupIntentId ?? '',
  });
async function delivered(card?: string): Promise<string> {
  const id = await book(sam, {}, card);
  await readyToDeliver(staff, id);
  await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
  return id;
}
const open = (appointmentId: string) =>
  sam.trpc.booking.createBalancePayment.mutate({ appointmentId, remainingAmount: 88 });
const seen = async (id: string) => (await staff.trpc.admin.appointment.query({ id })).appointment;
const row = async (sql: string, id: string) =>
  (await app.deps.db.client.execute({ sql, args: [id] })).rows[0];
const chargeOf = (id: string) => row('select * from charges where appointment_id = ?', id);
let events = 0;
const hear = (type: string, objectId: string) => {
  events += 1;
  const [objectType = ''] = type.split('.');
  const id = `evt_race_${events}`;
  return handlePaymentEvent(app, { id, type, createdAt: app.clock.now(), objectId, objectType });
};

describe('a card being saved', () => {
  test('is recorded by the next request if no event arrived, without another card', async () => {
    const id = await held();
    const first = await authorize(id);
    expect(first).toMatchObject({ cardSaved: false, testMode: false });
    await sam.enterCard(first);
    const second = await authorize(id);
    expect(second).toMatchObject({
      cardSaved: true,
      clientSecret: null,
      setupIntentId: first.setupIntentId,
      testMode: false,
    });
    const kept = await sam.trpc.booking.get.query({ id });
    expect(kept).toMatchObject({ cardLast4: '4242', holdExpiresAt: null });
    // A client that still sends the second setup gets the current state.
    expect(await confirmSetup(id, second.setupIntentId)).toMatchObject({ cardLast4: '4242' });
    // From here on, asking again starts a setup for another card.
    const third = await authorize(id);
    expect(third.cardSaved).toBe(false);
    expect(third.setupIntentId).not.toBe(first.setupIntentId);
    const messages = await app.deps.db.client.execute({
      sql: 'select id from outbox where appointment_id = ?',
      args: [id],
    });
    expect(messages.rows).toHaveLength(1);
  });

  test('replaces another card without an event in the same way', async () => {
    const id = await book(sam);
    await sam.enterCard(await authorize(id), '5555555555554444');
    expect(await authorize(id)).toMatchObject({ cardSaved: true });
    expect((await seen(id)).cardLast4).toBe('4444');
  });

  test('after its time slot was lost is reported by the next request', async () => {
    const other = await startTestApp();
    const [late, quick] = [await customer(other), await customer(other)];
    const { appointment } = await late.trpc.booking.create.mutate(ORDER);
    const authorization = await late.trpc.booking.createPaymentAuthorization.mutate({
      appointmentId: appointment.id,
    });
    await late.enterCard(authorization);
    other.clock.advance(16 * 60_000);
    await book(quick);
    const again = late.trpc.booking.createPaymentAuthorization.mutate({
      appointmentId: appointment.id,
    });
    expect(await refusal(again)).toMatchObject({ status: 409, reason: 'slot_taken' });
    await other.close();
  });

  test('by two tabs counts once, in either order', async () => {
    const id = await held();
    let second: Awaited<ReturnType<typeof authorize>> | undefined;
    around.set('after createSetupIntent', async () => {
      second = await authorize(id);
      await sam.enterCard(second);
      await confirmSetup(id, second.setupIntentId);
      second = await authorize(id);
    });
    const first = await authorize(id);
    // The slow call returns the setup that's still open, not the finished one.
    expect(first.setupIntentId).toBe(second?.setupIntentId ?? '');
    await sam.enterCard(first, '5555555555554444');
    await confirmSetup(id, first.setupIntentId);
    expect((await seen(id)).cardLast4).toBe('4444');
  });

  test("isn't replaced by a late event if another was selected since", async () => {
    await book(sam);
    const cards = await sam.trpc.account.cards.query();
    const id = await book(sam, {}, '5555555555554444');
    const setupIntentId = String(
      (await row('select setup_intent_id as seti from appointments where id = ?', id))?.seti,
    );
    const chosen = cards.find((card) => card.last4 === '4242')?.id ?? '';
    await sam.trpc.booking.useSavedCard.mutate({ appointmentId: id, paymentMethodId: chosen });
    await hear('setup_intent.succeeded', setupIntentId);
    expect((await seen(id)).cardLast4).toBe('4242');
    expect(await authorize(id)).toMatchObject({ cardSaved: false });
    // The typed card stays in the account, even after the delivery.
    await readyToDeliver(staff, id);
    await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
    await hear('setup_intent.succeeded', setupIntentId);
    const last4s = (await sam.trpc.account.cards.query()).map((card) => card.last4);
    expect(last4s).toContain('4444');
    const known = await row('select stripe_customer_id as id from appointments where id = ?', id);
    const atStripe = await app.deps.payments.listCards(String(known?.id));
    expect(atStripe.map((card) => card.last4)).toContain('4444');
  });

  test('loses to a second setup that started since', async () => {
    const id = await book(sam);
    const first = await authorize(id);
    await sam.enterCard(first, '5555555555554444');
    around.set('after retrieveSetupIntent', async () => {
      await app.deps.db.client.execute({
        sql: "update appointments set setup_intent_id = 'seti_newer' where id = ?",
        args: [id],
      });
    });
    expect((await refusal(confirmSetup(id, first.setupIntentId))).status).toBe(404);
    expect((await seen(id)).cardLast4).toBe('4242');
  });
});

describe('cash being recorded', () => {
  /** Delivered without any card, so there's no payment at Stripe yet. */
  async function withoutCard(): Promise<string> {
    const id = await held();
    // The customer starts to add a card and gives up. From here on, Stripe knows the customer.
    await authorize(id);
    await staff.trpc.admin.confirm.mutate({ id, noCardReason: 'Pays at the dock' });
    await staff.trpc.admin.schedule.mutate({ id });
    await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
    return id;
  }

  test('closes an opened card payment', async () => {
    for (const moment of ['before createPaymentIntent', 'after createPaymentIntent'] as const) {
      const id = await withoutCard();
      around.set(moment, () => staff.trpc.admin.recordCash.mutate({ id }));
      expect(await refusal(open(id))).toMatchObject({
        status: 409,
        message: 'This delivery has no balance due.',
      });
      expect(await seen(id)).toMatchObject({ paymentChip: 'Paid cash', totalPaidCents: TOTAL });
      for (const line of app.sandbox.ledger().lines.filter((one) => one.appointmentId === id))
        expect(line.status).toBe('canceled');
    }
  });

  test("isn't recorded if a payment is already in the books", async () => {
    const id = await withoutCard();
    const opened: Awaited<ReturnType<typeof open>>[] = [];
    around.set('before findPaymentIntents', async () => {
      opened.push(await open(id));
    });
    // The second caller finds the payment and closes it.
    const cash = await staff.trpc.admin.recordCash.mutate({ id }).catch((error) => error);
    const [payment] = opened;
    const paid = await payInBrowser(app, payment?.clientSecret ?? '', {
      number: '4242424242424242',
    });
    expect(paid.status).toBe(400);
    if (cash instanceof Error) await staff.trpc.admin.recordCash.mutate({ id });
    expect(await seen(id)).toMatchObject({ paymentChip: 'Paid cash', totalPaidCents: TOTAL });
    expect(takenFor(app, id)).toBe(0);
  });

  test('stays paid after a second card payment is refunded at Stripe', async () => {
    const id = await delivered(DECLINES);
    const payment = await open(id);
    await payInBrowser(app, payment.clientSecret, { number: '4242424242424242' });
    await app.deps.db.client.execute({
      sql: "update charges set state = 'cash' where appointment_id = ?",
      args: [id],
    });
    const refund = await giveBackAtStripe(payment.paymentIntentId, TOTAL);
    await hear('refund.created', refund.id);
    expect(await seen(id)).toMatchObject({ paymentChip: 'Paid cash', refundedCents: 0 });
  });
});

async function giveBackAtStripe(paymentIntent: string, amount: number): Promise<{ id: string }> {
  const response = await app.sandbox.fetch('http://sandbox/v1/refunds', {
    method: 'POST',
    headers: {
      authorization: 'Bearer sk_test_dockside',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ payment_intent: paymentIntent, amount: String(amount) }),
  });
  expect(response.status).toBe(200);
  return response.json();
}

test('counts a refund with its payment, even if its event comes first', async () => {
  const id = await delivered(DECLINES);
  const payment = await open(id);
  await payInBrowser(app, payment.clientSecret, { number: '4242424242424242' });
  const refund = await giveBackAtStripe(payment.paymentIntentId, 800);
  await hear('refund.created', refund.id);
  await hear('payment_intent.succeeded', payment.paymentIntentId);
  expect(await seen(id)).toMatchObject({
    totalPaidCents: TOTAL,
    refundedCents: 800,
    paymentChip: 'Partially refunded',
    paymentStatus: 'partly_refunded',
  });
  expect((await reconcile(app)).unmended).toEqual([]);
});

describe('a retry in progress', () => {
  const goodCardFor = (id: string, other: string) =>
    app.deps.db.client.execute({
      sql: 'update appointments set stripe_payment_method_id = (select stripe_payment_method_id from appointments where id = ?) where id = ?',
      args: [other, id],
    });

  test("isn't ended by the first decline's event, and sends no message", async () => {
    const id = await delivered(DECLINES);
    await goodCardFor(id, await book(sam));
    const intent = String((await chargeOf(id))?.payment_intent_id);
    await app.deps.db.client.execute({
      sql: 'delete from outbox where appointment_id = ?',
      args: [id],
    });
    around.set('before confirmPaymentIntent', async () => {
      await hear('payment_intent.payment_failed', intent);
      expect((await chargeOf(id))?.state).toBe('unknown');
    });
    const answer = await staff.trpc.admin.retryCharge.mutate({ id });
    expect(answer).toMatchObject({ balancePaid: true, totalPaidCents: TOTAL });
    expect(takenFor(app, id)).toBe(TOTAL);
  });

  test('is closed by cash recorded just before the card is charged', async () => {
    const id = await delivered(DECLINES);
    await goodCardFor(id, await book(sam));
    around.set('before confirmPaymentIntent', async () => {
      await staff.trpc.admin.recordCash.mutate({ id });
    });
    const answer = await staff.trpc.admin.retryCharge.mutate({ id });
    expect(answer).toMatchObject({ paymentChip: 'Paid cash', totalPaidCents: TOTAL });
    expect(takenFor(app, id)).toBe(0);
  });

  test("tries the saved card even if the customer left the bank's page", async () => {
    const id = await delivered(DECLINES);
    const payment = await open(id);
    const begun = await payInBrowser(app, payment.clientSecret, { number: AUTHENTICATES });
    expect(begun.body.status).toBe('requires_action');
    await hear('payment_intent.requires_action', payment.paymentIntentId);
    expect((await seen(id)).paymentChip).toBe('Authentication needed');
    await goodCardFor(id, await book(sam));
    const answer = await staff.trpc.admin.retryCharge.mutate({ id });
    expect(answer).toMatchObject({ balancePaid: true, paymentChip: 'Paid by card' });
    expect(takenFor(app, id)).toBe(TOTAL);
    await sweepCharges(app);
    expect(takenFor(app, id)).toBe(TOTAL);
  });
});
