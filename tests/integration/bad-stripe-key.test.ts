/** If Stripe rejects our key, no card is to blame. So nothing is lost, and staff are notified. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { sweepCharges } from '@/server/modules/payments/charges/settle-charge.usecases';
import { checkPayments, noteRejection } from '@/server/modules/payments/health/troubles.usecases';
import { reconcile } from '@/server/modules/payments/reconcile/reconcile.usecases';
import { sweepRefunds } from '@/server/modules/payments/refunds/send-refunds.usecases';
import { admin, book, customer, ORDER, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { takenFor } from '../support/paying';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let sam: Visitor;
let staff: Visitor;
beforeAll(async () => {
  app = await startTestApp({ capacity: 100 });
  sam = await customer(app);
  staff = await admin(app);
});
afterAll(() => app.close());
afterEach(() => keyWorks());

const sandbox = (method: string, body?: object) =>
  app.sandbox.fetch(
    new Request('http://sandbox/_sandbox/faults', { method, body: body && JSON.stringify(body) }),
  );
/**
 * From now on, Stripe refuses our requests, or only those of one path.
 */
const keyFails = (status = '401', path?: string) =>
  sandbox('POST', { match: { path }, fault: status });
const keyWorks = () => sandbox('DELETE');

const seen = async (id: string) => (await staff.trpc.admin.appointment.query({ id })).appointment;
const troubles = () => staff.trpc.admin.paymentTroubles.query();
/** Runs the jobs for one minute. */
async function aMinute() {
  for (let second = 0; second < 60; second += 10) {
    app.clock.advance(10_000);
    await sweepCharges(app);
    await sweepRefunds(app);
    await checkPayments(app);
  }
}
const messagesTo = async (id: string) => {
  const { rows } = await app.deps.db.client.execute({
    sql: "select dedupe_key from outbox where appointment_id = ? and dedupe_key not like 'booked:%' and dedupe_key not like 'confirmed:%'",
    args: [id],
  });
  return rows.map((row) => String(row.dedupe_key).split(':')[0]);
};

describe('a charge', () => {
  test.each([
    ['401', undefined],
    ['403', undefined],
    ['404', undefined],
    ['400', '/v1/payment_intents'],
    ['401', '/v1/payment_intents'],
    ['401', '/v1/payment_intents/*/confirm'],
    ['403', '/v1/payment_intents/*/confirm'],
    ['400', '/v1/payment_intents/*/confirm'],
    ['404', '/v1/payment_intents/*/confirm'],
  ])(
    'that Stripe answers with %s at %p stays open, and settles within a minute of the right key',
    async (status, path) => {
      const id = await book(sam);
      await readyToDeliver(staff, id);
      await keyFails(status, path);
      const result = await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
      expect(result).toMatchObject({ paymentProcessed: false, balancePaid: false });
      await aMinute();
      expect(await seen(id)).toMatchObject({
        chargeState: 'unknown',
        paymentChip: 'Processing',
        chargeError: null,
      });
      const own = await sam.trpc.booking.get.query({ id });
      expect(own).toMatchObject({ chargeState: 'unknown', chargeError: null });
      expect(await messagesTo(id)).toEqual(['completed']);
      expect(await troubles()).toMatchObject([
        { publicCode: own.publicCode, reason: expect.stringMatching(/\w+ .+/) },
      ]);

      await keyWorks();
      await aMinute();
      expect(await seen(id)).toMatchObject({ paymentBadge: 'Paid', totalPaidCents: 8800 });
      expect(takenFor(app, id)).toBe(8800);
      expect(await troubles()).toEqual([]);
      expect(await messagesTo(id)).toEqual(['completed']);
    },
  );

  test('stays open for a week with a wrong key, and is then collected once', async () => {
    const id = await book(sam);
    await readyToDeliver(staff, id);
    await keyFails();
    await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
    for (let day = 0; day < 7; day += 1) {
      app.clock.advance(86_400_000);
      await sweepCharges(app);
    }
    await staff.trpc.admin.retryCharge.mutate({ id });
    expect((await seen(id)).chargeState).toBe('unknown');
    await keyWorks();
    await aMinute();
    expect(takenFor(app, id)).toBe(8800);
    app.clock.advance(-7 * 86_400_000);
  });

  test("that the bank declines is still the customer’s to settle, and isn't our trouble", async () => {
    const id = await book(sam, {}, '4000000000000341');
    await readyToDeliver(staff, id);
    await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
    expect(await seen(id)).toMatchObject({ paymentChip: 'Card declined' });
    expect(await troubles()).toEqual([]);
  });
});

const SENTENCE =
  'Payments aren’t working right now. Nothing was charged. Try again in a few minutes.';

describe('with a key that Stripe rejects', () => {
  test('saving a card is refused with a message, over tRPC and REST, and works later', async () => {
    const guest = app.visitor();
    const { appointment } = await guest.trpc.booking.create.mutate({
      ...ORDER,
      customerPhone: '269 555 0188',
    });
    const ask = { appointmentId: appointment.id };
    await keyFails();
    const call = guest.trpc.booking.createPaymentAuthorization.mutate(ask);
    expect(await refusal(call)).toMatchObject({ status: 503, message: SENTENCE });
    const rest = await guest.rest('POST', '/api/create-payment-authorization', ask);
    expect(rest).toMatchObject({ status: 503, body: { message: SENTENCE } });
    expect(await troubles()).toMatchObject([
      { id: 'account', publicCode: null, reason: expect.stringContaining('Invalid API Key') },
    ]);
    await keyWorks();
    await aMinute();
    expect(await troubles()).toEqual([]);
    const setup = await guest.trpc.booking.createPaymentAuthorization.mutate(ask);
    await guest.enterCard(setup);
    await keyFails('403');
    const setupIntentId = setup.setupIntentId ?? '';
    const confirm = () => guest.trpc.booking.confirmPaymentSetup.mutate({ ...ask, setupIntentId });
    expect((await refusal(confirm())).status).toBe(503);
    await keyWorks();
    expect((await confirm()).cardLast4).toBe('4242');
    await aMinute();
  });

  test('a refund waits, and succeeds once within a minute of the right key', async () => {
    const id = await book(sam);
    await readyToDeliver(staff, id);
    await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
    await keyFails();
    const refund = await staff.trpc.admin.refund.mutate({
      id,
      amount: '5.00',
      reason: '',
      requestId: 'refund-bad-key',
    });
    expect(refund.state).toBe('due');
    await aMinute();
    expect((await troubles()).map((trouble) => trouble.id)).toEqual(['refund:refund-bad-key']);
    await keyWorks();
    await aMinute();
    const { refunds } = await staff.trpc.admin.refunds.query({ id });
    expect(refunds).toMatchObject([{ state: 'succeeded', amountCents: 500 }]);
    expect(await troubles()).toEqual([]);
  });

  test('paying a balance and recording cash are refused with a message', async () => {
    const id = await book(sam, {}, '4000000000000341');
    await readyToDeliver(staff, id);
    await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
    await keyFails();
    const pay = sam.trpc.booking.createBalancePayment.mutate({
      appointmentId: id,
      remainingAmount: '88.00',
    });
    expect(await refusal(pay)).toMatchObject({ status: 503, message: SENTENCE });
    const cash = staff.trpc.admin.recordCash.mutate({ id, note: '' });
    expect((await refusal(cash)).status).toBe(503);
    await keyWorks();
    await staff.trpc.admin.recordCash.mutate({ id, note: '' });
    expect((await seen(id)).paymentChip).toBe('Paid cash');
    await aMinute();
  });

  test('the metrics count it, and reconciliation reports it', async () => {
    const metrics = async () => {
      const { rows } = await app.deps.db.client.execute(
        'select coalesce(sum(count), 0) as n from payment_troubles',
      );
      return Number(rows[0]?.n);
    };
    const before = await metrics();
    await keyFails();
    const failed = await reconcile(app).catch((error: unknown) => error);
    await noteRejection(app, failed);
    expect(await metrics()).toBe(before + 1);
    expect(await troubles()).toMatchObject([{ id: 'account' }]);
    await keyWorks();
    await aMinute();
    expect(await troubles()).toEqual([]);
  });
});
