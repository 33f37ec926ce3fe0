import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import Stripe from 'stripe';
import { cents } from '@/domain/money';
import { applyPaymentIntent } from '@/server/modules/payments/charges/charge-outcome.usecases';
import { sweepCharges } from '@/server/modules/payments/charges/settle-charge.usecases';
import { WEBHOOK_SECRET } from '../support/app';
import { type FaultApp, startFaultApp } from './fault-app';

let app: FaultApp;
let stripe: Stripe;
beforeAll(async () => {
  app = await startFaultApp();
  stripe = new Stripe('sk_test_dockside', {
    host: 'stripe.sandbox',
    protocol: 'http',
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(app.sandbox.fetch as typeof fetch),
  });
});
afterEach(() => app.heal());
afterAll(() => app.close());

const CREATE = '/v1/payment_intents';
const CONFIRM = '/v1/payment_intents/*/confirm';
const complete = (id: string) => app.staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
const seen = async (id: string) =>
  (await app.staff.trpc.admin.appointment.query({ id })).appointment;
const linesOf = (id: string) =>
  app.sandbox.ledger().lines.filter((line) => line.appointmentId === id);
/** Stripe's reason for refusing to charge a delivery, as staff read it. */
const troubleOf = async (id: string) => {
  const { publicCode } = await seen(id);
  const troubles = await app.staff.trpc.admin.paymentTroubles.query();
  return troubles.find((trouble) => trouble.publicCode === publicCode)?.reason;
};
const auditOf = async (action: string) => {
  const { rows } = await app.deps.db.client.execute({
    sql: 'select * from audit_log where action = ?',
    args: [action],
  });
  return rows;
};

describe('a delivery whose idempotency keys expired early', () => {
  test('has one PaymentIntent after a lost reply to create', async () => {
    const id = await app.ready();
    await app.fail('POST', CREATE, 'lost-reply', { count: 1 });
    await complete(id);
    await app.sandboxCall('POST', '/_sandbox/purge-keys');
    await app.sweepUntilQuiet();
    expect(linesOf(id)).toMatchObject([{ charges: 1, charged: 8800 }]);
  });

  test('has one charge after a lost reply to confirm', async () => {
    const id = await app.ready();
    await app.fail('POST', CONFIRM, 'lost-reply', { count: 1 });
    await complete(id);
    await app.sandboxCall('POST', '/_sandbox/purge-keys');
    await app.sweepUntilQuiet();
    expect(linesOf(id)).toMatchObject([{ charges: 1, charged: 8800 }]);
  });
});

test('is completed again and charged once with books from before the charge', async () => {
  const id = await app.ready();
  const { client } = app.deps.db;
  const read = async () =>
    client.execute({ sql: 'select * from appointments where id = ?', args: [id] });
  const before = await read();
  await complete(id);
  await app.sweepUntilQuiet();
  // Does what a restore does to this delivery: restores the row without a charge.
  await client.execute({ sql: 'delete from charges where appointment_id = ?', args: [id] });
  const columns = before.columns.filter((name) => name !== 'id');
  await client.execute({
    sql: `update appointments set ${columns.map((name) => `"${name}" = ?`).join(', ')} where id = ?`,
    args: [...columns.map((name) => before.rows[0]?.[name] ?? null), id],
  });
  await app.sandboxCall('POST', '/_sandbox/purge-keys');
  await complete(id);
  await app.sweepUntilQuiet();
  expect(linesOf(id)).toMatchObject([{ charges: 1, charged: 8800 }]);
  expect(await seen(id)).toMatchObject({ paymentChip: 'Paid by card', totalPaidCents: 8800 });
});

describe('a failure that Stripe repeats for a day', () => {
  test("doesn't stop the next attempt, even with a 500 under every key", async () => {
    const id = await app.ready();
    await app.fail('POST', CONFIRM, '500', { count: 3 });
    await complete(id);
    expect((await app.charge(id)).state).toBe('unknown');
    expect(await app.sweepUntilQuiet(10)).toBeLessThan(10);
    expect(linesOf(id)).toMatchObject([{ charges: 1, charged: 8800 }]);
    expect((await app.charge(id)).attempt).toBe(2);
  });
});

describe('a request that Stripe refuses', () => {
  test("doesn't loop if the card is replaced between two tries", async () => {
    const id = await app.ready();
    await app.fail('POST', CONFIRM, '500', { count: 3 });
    await complete(id);
    const other = await app.ready();
    await app.deps.db.client.execute({
      sql: `update appointments set stripe_payment_method_id =
              (select stripe_payment_method_id from appointments where id = ?) where id = ?`,
      args: [other, id],
    });
    app.clock.advance(11_000);
    await sweepCharges(app);
    // Stripe refuses to reuse a key with another card. That doesn't mean that the card has a
    // problem.
    expect(await app.charge(id)).toMatchObject({ state: 'unknown', errorCode: null });
    expect(await troubleOf(id)).toBeTruthy();
    expect(linesOf(id)).toMatchObject([{ charges: 0 }]);
    // The next attempt uses a new key.
    await app.sweepUntilQuiet();
    expect(linesOf(id)).toMatchObject([{ charges: 1, charged: 8800 }]);
  });

  test('leaves the charge open for an unknown customer, and staff read the reason', async () => {
    const id = await app.ready();
    await app.deps.db.client.execute({
      sql: "update appointments set stripe_customer_id = 'cus_gone' where id = ?",
      args: [id],
    });
    const result = await complete(id);
    expect(result).toMatchObject({ balancePaid: false, paymentProcessed: false });
    expect(await app.charge(id)).toMatchObject({ state: 'unknown', errorCode: null });
    expect(await troubleOf(id)).toContain('cus_gone');
    expect(await seen(id)).toMatchObject({ paymentBadge: 'Payment Failed' });
  });

  test('leaves the debt to staff if the card was removed after the completion', async () => {
    const id = await app.ready();
    await app.fail('POST', CREATE, '503', { count: 1 });
    await complete(id);
    await app.deps.db.client.execute({
      sql: 'update appointments set stripe_payment_method_id = null where id = ?',
      args: [id],
    });
    await app.sweepUntilQuiet(5);
    expect(await app.charge(id)).toMatchObject({ state: 'declined', errorCode: 'no_card' });
  });
});

describe('a change made at Stripe', () => {
  test('a canceled PaymentIntent is recorded as declined and not tried again', async () => {
    const id = await app.ready();
    await app.fail('POST', CONFIRM, '503', { count: 1 });
    await complete(id);
    await stripe.paymentIntents.cancel((await app.charge(id)).paymentIntentId ?? '');
    await app.sweepUntilQuiet(5);
    expect(await app.charge(id)).toMatchObject({ state: 'declined', errorCode: 'canceled' });
    expect((await complete(id)).paymentError).toContain('cancelled');
  });

  test('a wrong amount on the PaymentIntent is corrected before the charge', async () => {
    const id = await app.ready();
    await app.fail('POST', CONFIRM, '503', { count: 1 });
    await complete(id);
    const { paymentIntentId } = await app.charge(id);
    await stripe.paymentIntents.update(paymentIntentId ?? '', { amount: 12_345 });
    await app.sweepUntilQuiet(5);
    expect(linesOf(id)).toMatchObject([{ charges: 1, charged: 8800 }]);
  });

  test('a charge of less than the balance isn\'t "paid"', async () => {
    const id = await app.ready('4000000000000341');
    await complete(id);
    const { paymentIntentId } = await app.charge(id);
    const intent = await app.deps.payments.retrievePaymentIntent(paymentIntentId ?? '');
    await applyPaymentIntent(app.deps, {
      ...intent,
      status: 'succeeded',
      amountCents: cents(5000),
      amountReceivedCents: cents(5000),
      refusal: null,
    });
    expect(await seen(id)).toMatchObject({
      totalPaidCents: 5000,
      remainingBalanceCents: 3800,
      balancePaid: false,
    });
  });

  test('a card payment after recorded cash is reported, and no charge stays open', async () => {
    const id = await app.ready('4000000000000341');
    await complete(id);
    await app.deps.db.client.execute({
      sql: "update charges set state = 'cash' where appointment_id = ?",
      args: [id],
    });
    const { paymentIntentId } = await app.charge(id);
    await stripe.paymentIntents.confirm(paymentIntentId ?? '', { payment_method: 'pm_card_visa' });
    const intent = await app.deps.payments.retrievePaymentIntent(paymentIntentId ?? '');
    for (let time = 0; time < 3; time += 1) await applyPaymentIntent(app.deps, intent);
    expect((await app.charge(id)).state).toBe('cash');
    const told = (await auditOf('charge.paid_twice')).filter((row) => row.appointment_id === id);
    expect(told).toHaveLength(1);
  });

  test("an older decline doesn't end a newer attempt", async () => {
    const id = await app.ready('4000000000000341');
    await complete(id);
    const { paymentIntentId } = await app.charge(id);
    const old = await app.deps.payments.retrievePaymentIntent(paymentIntentId ?? '');
    await app.deps.db.client.execute({
      sql: "update charges set state = 'unknown', attempt = 2 where appointment_id = ?",
      args: [id],
    });
    await applyPaymentIntent(app.deps, old, { attempt: 1 });
    expect((await app.charge(id)).state).toBe('unknown');
    // Reading the payment doesn't show which attempt was refused. The same request with its key
    // does.
    await applyPaymentIntent(app.deps, old, { attempt: 2 });
    expect((await app.charge(id)).state).toBe('unknown');
    await applyPaymentIntent(app.deps, old, { attempt: 2, answered: true });
    expect((await app.charge(id)).state).toBe('declined');
  });
});

describe('an event', () => {
  const send = async (id: string, type: string, object: Record<string, unknown>) => {
    const body = JSON.stringify({
      id,
      object: 'event',
      type,
      created: Math.floor(app.clock.now() / 1000),
      data: { object },
    });
    const signature = await stripe.webhooks.generateTestHeaderStringAsync({
      payload: body,
      secret: WEBHOOK_SECRET,
      timestamp: Math.floor(app.clock.now() / 1000),
    });
    const headers = { 'stripe-signature': signature };
    return app.visitor().fetch('/api/stripe/webhook', { method: 'POST', headers, body });
  };
  const recorded = async (id: string) => {
    const { rows } = await app.deps.db.client.execute({
      sql: 'select id from stripe_events where id = ?',
      args: [id],
    });
    return rows.length;
  };

  test('about an unknown object is recorded and changes nothing', async () => {
    const pi = { id: 'pi_elsewhere', object: 'payment_intent' };
    expect((await send('evt_elsewhere', 'payment_intent.succeeded', pi)).status).toBe(200);
    const seti = { id: 'seti_elsewhere', object: 'setup_intent' };
    expect((await send('evt_elsewhere2', 'setup_intent.succeeded', seti)).status).toBe(200);
    expect(await recorded('evt_elsewhere')).toBe(1);
    expect(await recorded('evt_elsewhere2')).toBe(1);
  });

  test('of an unknown type is recorded and changes nothing', async () => {
    expect((await send('evt_odd', 'climate.order.created', { id: 'x', object: 'y' })).status).toBe(
      200,
    );
    expect(await recorded('evt_odd')).toBe(1);
  });

  test("that couldn't be handled isn't recorded, and works when Stripe sends it again", async () => {
    const id = await app.ready();
    await app.fail('POST', CONFIRM, 'lost-reply', { count: 1 });
    await complete(id);
    const { paymentIntentId } = await app.charge(id);
    const object = { id: paymentIntentId, object: 'payment_intent' };
    await app.fail('GET', '/v1/payment_intents/*', '503', { count: 1 });
    const first = await send('evt_later', 'payment_intent.succeeded', object);
    expect(first.status).toBeGreaterThanOrEqual(400);
    expect(await recorded('evt_later')).toBe(0);
    expect((await send('evt_later', 'payment_intent.succeeded', object)).status).toBe(200);
    expect((await app.charge(id)).state).toBe('succeeded');
  });

  test('of a dispute leaves one audit entry', async () => {
    const dispute = { id: 'dp_1', object: 'dispute', payment_intent: 'pi_1' };
    for (let time = 0; time < 3; time += 1)
      expect((await send('evt_dispute', 'charge.dispute.created', dispute)).status).toBe(200);
    const told = await auditOf('charge.dispute.created');
    expect(told).toHaveLength(1);
    expect(String(told[0]?.after)).toContain('dp_1');
  });
});
