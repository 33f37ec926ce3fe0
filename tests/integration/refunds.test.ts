/** Tests refunds by staff. */
import { afterAll, afterEach, describe, expect, test } from 'bun:test';
import { cents } from '@/domain/money';
import { reconcile } from '@/server/modules/payments/reconcile/reconcile.usecases';
import { sweepRefunds } from '@/server/modules/payments/refunds/send-refunds.usecases';
import { book, readyToDeliver } from '../support/actors';
import { DECLINES, startMoneyScene, TOTAL } from '../support/money-scene';
import { refusal, refusals } from '../support/visitor';

const REFUND_FAILS = '4000000000005126';
const REFUND_PENDS = '4000000000007726';

const {
  app,
  sam,
  staff,
  faults,
  endFaults,
  click,
  delivered,
  seen,
  linesOf,
  chargeOf,
  auditsOf,
  deliverEvents,
} = await startMoneyScene();
afterEach(endFaults);
afterAll(() => app.close());

describe('a refund', () => {
  test('returns a part, then the rest, and the figures subtract it', async () => {
    const id = await delivered();
    const part = await staff.trpc.admin.refund.mutate({
      id,
      amount: '12.50',
      reason: 'Spilled',
      requestId: click(),
    });
    expect(part).toMatchObject({ amountCents: 1_250, state: 'succeeded', reason: 'Spilled' });
    expect(await seen(id)).toMatchObject({
      paymentChip: 'Partially refunded',
      paymentBadge: 'Paid',
      refundedCents: 1_250,
    });
    expect(await staff.trpc.admin.refunds.query({ id })).toMatchObject({
      refundableCents: TOTAL - 1_250,
      refunds: [{ amountCents: 1_250 }],
    });
    const rest = await staff.trpc.admin.refund.mutate({ id, requestId: click() });
    expect(rest.amountCents).toBe(TOTAL - 1_250);
    expect(await seen(id)).toMatchObject({ paymentChip: 'Refunded', refundedCents: TOTAL });
    expect(linesOf(id)).toMatchObject([{ charged: TOTAL, refunded: TOTAL }]);
    expect(await refusal(staff.trpc.admin.refund.mutate({ id, requestId: click() }))).toMatchObject(
      { status: 409, message: 'This payment is already fully refunded.' },
    );
    expect(await auditsOf(id)).toEqual([
      'charge.succeeded',
      'refund.begun',
      'refund.succeeded',
      'refund.begun',
      'refund.succeeded',
    ]);
    expect((await reconcile(app)).unmended.filter((line) => line.includes(id))).toEqual([]);
  });

  test('is never above the paid amount, and never an invalid amount', async () => {
    const id = await delivered();
    const refund = (amount: unknown) =>
      refusal(staff.trpc.admin.refund.mutate({ id, amount, requestId: click() } as never));
    expect(await refund('88.01')).toMatchObject({
      status: 409,
      field: 'amount',
      message: 'You can refund up to $88.00.',
      details: { leftCents: TOTAL },
    });
    for (const amount of ['-1', '0', 0, '1.005', 'all']) {
      expect(await refund(amount)).toMatchObject({
        status: 400,
        message: 'Please enter an amount such as 12.50.',
      });
    }
    const nameless = staff.trpc.admin.refund.mutate({ id } as never);
    expect((await refusal(nameless)).status).toBe(400);
    expect(linesOf(id)).toMatchObject([{ refunded: 0 }]);
  });

  test('sent by a double click is one refund, and twenty different ones stop at the paid amount', async () => {
    const id = await delivered();
    const requestId = click();
    const same = await Promise.all(
      Array.from({ length: 20 }, () =>
        staff.trpc.admin.refund.mutate({ id, amount: 10, requestId }),
      ),
    );
    expect(new Set(same.map((refund) => refund.id)).size).toBe(1);
    expect(linesOf(id)).toMatchObject([{ refunded: 1_000 }]);
    const others = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        staff.trpc.admin.refund.mutate({ id, amount: 10, requestId: click() }),
      ),
    );
    expect(others.filter((one) => one.status === 'fulfilled')).toHaveLength(7);
    expect(linesOf(id)).toMatchObject([{ refunded: 8_000 }]);
    expect((await seen(id)).refundedCents).toBe(8_000);
    const whole = await delivered();
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        staff.trpc.admin.refund.mutate({ id: whole, requestId: click() }),
      ),
    );
    expect(all.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    expect(linesOf(whole)).toMatchObject([{ refunded: TOTAL }]);
  });

  test('is finished once later if the reply is lost or nothing was sent', async () => {
    for (const when of ['before', 'after'] as const) {
      const id = await delivered();
      faults[when].add('refund');
      const begun = await staff.trpc.admin.refund.mutate({ id, amount: 20, requestId: click() });
      faults[when].clear();
      expect(begun.state).toBe('due');
      expect((await seen(id)).refundedCents).toBe(0);
      // The amount is already set aside for a refund, so it can't be refunded twice.
      const toomuch = staff.trpc.admin.refund.mutate({ id, amount: 80, requestId: click() });
      expect((await refusal(toomuch)).message).toBe('You can refund up to $68.00.');
      app.clock.advance(31_000);
      expect(await sweepRefunds(app)).toBe(1);
      expect(await sweepRefunds(app)).toBe(0);
      expect(linesOf(id)).toMatchObject([{ refunded: 2_000 }]);
      expect((await seen(id)).refundedCents).toBe(2_000);
    }
  });

  test('that fails later is removed from the figures and can be repeated', async () => {
    const id = await delivered(REFUND_FAILS);
    const requestId = click();
    const refund = await staff.trpc.admin.refund.mutate({ id, amount: 30, requestId });
    expect(refund.state).toBe('succeeded');
    expect((await seen(id)).refundedCents).toBe(3_000);
    app.clock.advance(60_000);
    await deliverEvents();
    await deliverEvents();
    expect(await seen(id)).toMatchObject({
      refundedCents: 0,
      refundFailed: true,
      paymentChip: 'Paid by card',
    });
    const { rows: messages } = await app.deps.db.client.execute(
      "select body from outbox where dedupe_key like 'refund-failed-staff:%'",
    );
    expect(messages).toHaveLength(1);
    expect(messages[0]?.body).toContain('We emailed the customer.');
    expect((await staff.trpc.admin.refunds.query({ id })).refunds).toMatchObject([
      { state: 'failed', errorMessage: 'expired_or_canceled_card' },
    ]);
    expect((await staff.trpc.admin.refunds.query({ id })).refundableCents).toBe(TOTAL);
    expect((await auditsOf(id)).slice(-2)).toEqual(['refund.succeeded', 'refund.failed']);
    // Sending the same click again returns the failed refund. A new click makes a new refund.
    const same = await staff.trpc.admin.refund.mutate({ id, amount: 30, requestId });
    expect(same.state).toBe('failed');
    app.clock.advance(1_000);
    await staff.trpc.admin.refund.mutate({ id, requestId: click() });
    expect(await seen(id)).toMatchObject({ refundedCents: TOTAL, refundFailed: false });
  });

  test('that is pending at the bank counts immediately and succeeds later', async () => {
    const id = await delivered(REFUND_PENDS);
    const refund = await staff.trpc.admin.refund.mutate({ id, requestId: click() });
    expect(['pending', 'succeeded']).toContain(refund.state);
    expect((await seen(id)).refundedCents).toBe(TOTAL);
    app.clock.advance(2 * 3_600_000);
    await sweepRefunds(app);
    expect((await staff.trpc.admin.refunds.query({ id })).refunds[0]?.state).toBe('succeeded');
    expect((await seen(id)).refundedCents).toBe(TOTAL);
  });

  test("made in Stripe's dashboard is recorded once", async () => {
    const id = await delivered();
    const response = await app.sandbox.fetch('http://sandbox/v1/refunds', {
      method: 'POST',
      headers: {
        authorization: 'Bearer sk_test_dockside',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({
        payment_intent: String((await chargeOf(id))?.payment_intent_id),
        amount: '500',
      }),
    });
    expect(response.status).toBe(200);
    await deliverEvents();
    await app.deps.db.client.execute("delete from stripe_events where type like '%refund%'");
    await deliverEvents();
    expect((await seen(id)).refundedCents).toBe(500);
    const { refunds, refundableCents } = await staff.trpc.admin.refunds.query({ id });
    expect(refunds).toMatchObject([{ amountCents: 500, reason: 'Made in Stripe' }]);
    expect(refundableCents).toBe(TOTAL - 500);
  });

  test('that Stripe refuses is shown as failed and sends no message', async () => {
    const id = await delivered();
    const intent = String((await chargeOf(id))?.payment_intent_id);
    await app.deps.payments.refund({
      paymentIntentId: intent,
      amountCents: cents(TOTAL),
      key: 'by somebody else',
    });
    const call = staff.trpc.admin.refund.mutate({ id, requestId: click() });
    expect(await refusal(call)).toMatchObject({
      status: 409,
      message: 'Stripe rejected this refund. No money was returned.',
    });
    const { refunds } = await staff.trpc.admin.refunds.query({ id });
    expect(refunds).toMatchObject([{ state: 'failed' }]);
    expect((await seen(id)).refundedCents).toBe(0);
  });

  test('of cash is recorded, and staff return the money', async () => {
    const id = await delivered(DECLINES);
    await staff.trpc.admin.recordCash.mutate({ id });
    const refund = await staff.trpc.admin.refund.mutate({ id, amount: 8, requestId: click() });
    expect(refund.state).toBe('succeeded');
    expect(await seen(id)).toMatchObject({ paymentChip: 'Partially refunded', refundedCents: 800 });
    expect(linesOf(id)).toMatchObject([{ refunded: 0 }]);
    expect((await auditsOf(id)).at(-1)).toBe('refund.cash');
  });

  test("is refused without a payment, and with another refund's ID", async () => {
    const unpaid = await delivered(DECLINES);
    const nothing = staff.trpc.admin.refund.mutate({ id: unpaid, requestId: click() });
    expect(await refusal(nothing)).toMatchObject({
      status: 409,
      message: 'Nothing was paid for this delivery, so there’s nothing to refund.',
    });
    expect(await staff.trpc.admin.refunds.query({ id: unpaid })).toEqual({
      refunds: [],
      refundableCents: 0,
    });
    const requestId = click();
    await staff.trpc.admin.refund.mutate({ id: await delivered(), amount: 1, requestId });
    const stolen = staff.trpc.admin.refund.mutate({ id: await delivered(), amount: 1, requestId });
    expect((await refusal(stolen)).message).toBe(
      'This request ID was already used for another refund.',
    );
  });

  test('repeated with another amount returns the first one', async () => {
    const id = await delivered();
    const requestId = click();
    await staff.trpc.admin.refund.mutate({ id, amount: 10, requestId });
    const again = staff.trpc.admin.refund.mutate({ id, amount: 20, requestId });
    expect(await refusal(again)).toMatchObject({
      status: 409,
      message: 'A refund of $10.00 is already recorded. Check it before you make another one.',
    });
    expect(linesOf(id)).toMatchObject([{ refunded: 1_000 }]);
  });

  test('sends the customer one message', async () => {
    const id = await delivered();
    const requestId = click();
    for (let time = 0; time < 2; time += 1) {
      await staff.trpc.admin.refund.mutate({ id, amount: 5, requestId });
    }
    await deliverEvents();
    const { rows } = await app.deps.db.client.execute({
      sql: "select body from outbox where appointment_id = ? and dedupe_key like 'refund:%'",
      args: [id],
    });
    expect(rows).toHaveLength(1);
    expect(String(rows[0]?.body)).toContain('$5.00 to your card');
  });
});

test("doesn't exist for a test appointment, which has no balance", async () => {
  await app.deps.db.client.execute(
    "insert into promo_codes (code, created_at) values ('DOCKTEST', 0)",
  );
  const id = await book(sam, { promoCode: 'DOCKTEST' });
  await readyToDeliver(staff, id);
  await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
  const { admin: calls } = staff.trpc;
  for (const answer of await refusals([
    calls.retryCharge.mutate({ id }),
    calls.recordCash.mutate({ id }),
  ])) {
    expect(answer.message).toBe('This is a test order, so it’s never charged.');
  }
  const refund = calls.refund.mutate({ id, requestId: click() });
  expect((await refusal(refund)).status).toBe(409);
});
