import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { cents } from '@/domain/money';
import { reconcile } from '@/server/modules/payments/reconcile.usecases';
import { sweepRefunds } from '@/server/modules/payments/send-refunds.usecases';
import { sweepCharges } from '@/server/modules/payments/settle-charge.usecases';
import { handlePaymentEvent } from '@/server/modules/payments/webhook.usecases';
import { PaymentsUnreachable } from '@/server/ports/payments/port';
import { admin, book, customer, driver, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { payInBrowser, takenFor } from '../support/paying';
import { refusal, refusals, type Visitor } from '../support/visitor';

const DECLINES = '4000000000000341';
const REFUND_FAILS = '4000000000005126';
const REFUND_PENDS = '4000000000007726';
/** 10 gallons at $4.10, two small bags and a large one, both delivered. */
const TOTAL = 8_800;

let app: TestApp;
let sam: Visitor;
let staff: Visitor;
/** Makes calls of the provider go wrong: before anything happened, or after it. */
const faults: { before: Set<string>; after: Set<string> } = {
  before: new Set(),
  after: new Set(),
};
let confirmations = 0;

beforeAll(async () => {
  app = await startTestApp({
    capacity: 100,
    payments: (real) =>
      new Proxy(real, {
        get(target, name: keyof typeof real) {
          return async (...input: unknown[]) => {
            if (faults.before.has(name)) throw new PaymentsUnreachable('no answer');
            if (name === 'confirmPaymentIntent') confirmations += 1;
            const call = target[name] as (...args: unknown[]) => Promise<unknown>;
            const answer = await call(...input);
            if (faults.after.has(name)) throw new PaymentsUnreachable('the reply was lost');
            return answer;
          };
        },
      }),
  });
  sam = await customer(app);
  staff = await admin(app);
});
afterEach(() => {
  faults.before.clear();
  faults.after.clear();
});
afterAll(() => app.close());

async function delivered(card?: string): Promise<string> {
  const id = await book(sam, {}, card);
  await readyToDeliver(staff, id);
  await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
  return id;
}

/** Puts a working card on an appointment whose own card is declined. */
async function giveGoodCard(id: string) {
  const other = await book(sam);
  await app.deps.db.client.execute({
    sql: 'update appointments set stripe_payment_method_id = (select stripe_payment_method_id from appointments where id = ?) where id = ?',
    args: [other, id],
  });
}

const seen = async (id: string) => (await staff.trpc.admin.appointment.query({ id })).appointment;
const linesOf = (id: string) =>
  app.sandbox.ledger().lines.filter((line) => line.appointmentId === id);
const chargeOf = async (id: string) => {
  const { rows } = await app.deps.db.client.execute({
    sql: 'select * from charges where appointment_id = ?',
    args: [id],
  });
  return rows[0];
};
const auditsOf = async (id: string) =>
  (await staff.trpc.admin.appointment.query({ id })).history
    .map((entry) => entry.action)
    .filter((action) => /^(charge|refund)\./.test(action))
    .reverse();
/** Everything Stripe has to tell, as its webhooks would. */
const deliverEvents = async () => {
  for (const event of await app.deps.payments.listEvents({ since: 0 })) {
    await handlePaymentEvent(app, event);
  }
};
let clicks = 0;
const click = () => {
  clicks += 1;
  return `click-${clicks}-of-the-test`;
};

describe('retry charge', () => {
  test('tries the card again and records the second decline', async () => {
    const id = await delivered(DECLINES);
    expect(linesOf(id)[0]?.declines).toBe(1);
    const answer = await staff.trpc.admin.retryCharge.mutate({ id });
    expect(answer).toMatchObject({
      chargeState: 'declined',
      paymentChip: 'Card declined',
      remainingBalanceCents: TOTAL,
    });
    expect(linesOf(id)).toMatchObject([{ declines: 2, charges: 0 }]);
    expect(await auditsOf(id)).toEqual(['charge.declined', 'charge.retried', 'charge.declined']);
    expect((await chargeOf(id))?.attempt).toBe(2);
  });

  test('is paid by a working card, with the same PaymentIntent', async () => {
    const id = await delivered(DECLINES);
    const intent = (await chargeOf(id))?.payment_intent_id;
    await giveGoodCard(id);
    const answer = await staff.trpc.admin.retryCharge.mutate({ id });
    expect(answer).toMatchObject({
      paymentBadge: 'Paid',
      paymentChip: 'Paid by card',
      balancePaid: true,
      remainingBalanceCents: 0,
    });
    expect((await chargeOf(id))?.payment_intent_id).toBe(intent);
    expect(linesOf(id)).toMatchObject([{ charges: 1, charged: TOTAL }]);
    expect(await refusal(staff.trpc.admin.retryCharge.mutate({ id }))).toMatchObject({
      status: 409,
      message: 'This delivery is paid already.',
    });
  });

  test('pressed twenty times at once is one attempt', async () => {
    const id = await delivered(DECLINES);
    await giveGoodCard(id);
    const before = confirmations;
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => staff.trpc.admin.retryCharge.mutate({ id })),
    );
    for (const answer of answers) {
      // A caller after the answer is told that nothing is open any more.
      if (answer.status === 'fulfilled') expect(answer.value.balancePaid).toBe(true);
      else expect(answer.reason.message).toBe('This delivery is paid already.');
    }
    expect(confirmations - before).toBe(1);
    expect(linesOf(id)).toMatchObject([{ charges: 1, charged: TOTAL }]);
    expect((await auditsOf(id)).filter((action) => action === 'charge.retried')).toHaveLength(1);
  });

  test('is settled once later when the reply is lost', async () => {
    for (const when of ['before', 'after'] as const) {
      const id = await delivered(DECLINES);
      await giveGoodCard(id);
      faults[when].add('confirmPaymentIntent');
      const answer = await staff.trpc.admin.retryCharge.mutate({ id });
      faults[when].clear();
      expect(answer).toMatchObject({ chargeState: 'unknown', paymentChip: 'Processing' });
      app.clock.advance(15_000);
      await sweepCharges(app);
      expect(await seen(id)).toMatchObject({ paymentBadge: 'Paid', totalPaidCents: TOTAL });
      expect(linesOf(id)).toMatchObject([{ charges: 1, charged: TOTAL }]);
    }
  });

  test('is sent by the sweeper when the server could not send it, and a decline ends it', async () => {
    const id = await delivered(DECLINES);
    faults.before.add('retrievePaymentIntent');
    await staff.trpc.admin.retryCharge.mutate({ id });
    faults.before.clear();
    expect((await chargeOf(id))?.state).toBe('unknown');
    app.clock.advance(15_000);
    await sweepCharges(app);
    await sweepCharges(app);
    expect((await chargeOf(id))?.state).toBe('declined');
    expect(linesOf(id)).toMatchObject([{ declines: 2 }]);
  });

  test('is paid once while the customer pays with another card, in either order', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await delivered(DECLINES);
      await giveGoodCard(id);
      const intent = await app.deps.payments.retrievePaymentIntent(
        String((await chargeOf(id))?.payment_intent_id),
      );
      await Promise.all([
        payInBrowser(app, intent.clientSecret, { number: '4242424242424242' }),
        staff.trpc.admin.retryCharge.mutate({ id }),
      ]);
      await deliverEvents();
      expect(takenFor(app, id)).toBe(TOTAL);
      expect(await seen(id)).toMatchObject({ balancePaid: true, totalPaidCents: TOTAL });
    }
  }, 120_000);

  test('is refused for an appointment without a balance, without a card, or that is cancelled', async () => {
    const retry = (id: string) => refusal(staff.trpc.admin.retryCharge.mutate({ id }));
    const pending = await book(sam);
    expect(await retry(pending)).toMatchObject({
      status: 409,
      message: 'This delivery is not completed, so nothing is owed for it yet.',
    });
    expect((await retry('nobody')).status).toBe(404);
    const { appointment } = await sam.trpc.booking.create.mutate({
      date: '2026-06-15',
      time: '10:00 AM - 12:00 PM',
      location: 'Pier',
      estimatedGallons: 5,
    });
    await staff.trpc.admin.confirm.mutate({ id: appointment.id, noCardReason: 'Pays cash' });
    await staff.trpc.admin.schedule.mutate({ id: appointment.id });
    await staff.trpc.admin.complete.mutate({ id: appointment.id, actualGallons: 5 });
    expect((await retry(appointment.id)).message).toBe(
      'No card is saved for this delivery. Record cash, or ask the customer to pay.',
    );
    const cancelled = await delivered(DECLINES);
    await app.deps.payments.cancelPaymentIntent(
      String((await chargeOf(cancelled))?.payment_intent_id),
    );
    await staff.trpc.admin.retryCharge.mutate({ id: cancelled });
    expect((await retry(cancelled)).message).toContain('Record cash instead');
  });
});

describe('record cash', () => {
  test('closes the card payment first and then marks the delivery as paid', async () => {
    const id = await delivered(DECLINES);
    const answer = await staff.trpc.admin.recordCash.mutate({ id, note: 'Two fifties' });
    expect(answer).toMatchObject({
      paymentBadge: 'Paid',
      paymentChip: 'Paid cash',
      paymentMethod: 'cash',
      totalPaidCents: TOTAL,
      remainingBalanceCents: 0,
    });
    expect(linesOf(id)).toMatchObject([{ status: 'canceled', charges: 0 }]);
    expect(await staff.trpc.admin.recordCash.mutate({ id })).toMatchObject({ balancePaid: true });
    expect(await auditsOf(id)).toEqual(['charge.declined', 'charge.cash']);
    await deliverEvents();
    await reconcile(app);
    expect((await seen(id)).paymentChip).toBe('Paid cash');
    expect((await refusal(staff.trpc.admin.retryCharge.mutate({ id }))).status).toBe(409);
  });

  test('for a delivery without any card at all', async () => {
    const { appointment } = await sam.trpc.booking.create.mutate({
      date: '2026-06-16',
      time: '10:00 AM - 12:00 PM',
      location: 'Pier',
      estimatedGallons: 5,
    });
    const { id } = appointment;
    await staff.trpc.admin.confirm.mutate({ id, noCardReason: 'Pays cash' });
    await staff.trpc.admin.schedule.mutate({ id });
    await staff.trpc.admin.complete.mutate({ id, actualGallons: 5 });
    const paid = await staff.trpc.admin.recordCash.mutate({ id });
    expect(paid).toMatchObject({ paymentChip: 'Paid cash', totalPaidCents: 4_550 });
  });

  test('is refused when the customer has paid by card meanwhile', async () => {
    const id = await delivered(DECLINES);
    const intent = await app.deps.payments.retrievePaymentIntent(
      String((await chargeOf(id))?.payment_intent_id),
    );
    await payInBrowser(app, intent.clientSecret, { number: '4242424242424242' });
    expect(await refusal(staff.trpc.admin.recordCash.mutate({ id }))).toMatchObject({
      status: 409,
      message: 'The card was charged meanwhile, so no cash was recorded.',
    });
    expect(await seen(id)).toMatchObject({ paymentChip: 'Paid by card', totalPaidCents: TOTAL });
    expect((await refusal(staff.trpc.admin.recordCash.mutate({ id }))).message).toBe(
      'This delivery is paid already.',
    );
  });

  test('is refused without an answer from the payment service for a refused card', async () => {
    const id = await delivered(DECLINES);
    faults.before.add('cancelPaymentIntent');
    expect((await refusal(staff.trpc.admin.recordCash.mutate({ id }))).status).toBe(503);
    faults.before.clear();
    expect((await chargeOf(id))?.state).toBe('declined');
  });

  test('is refused where the card was charged and only the answer was lost', async () => {
    const id = await delivered(DECLINES);
    await giveGoodCard(id);
    faults.after.add('confirmPaymentIntent');
    await staff.trpc.admin.retryCharge.mutate({ id });
    faults.after.clear();
    expect((await refusal(staff.trpc.admin.recordCash.mutate({ id }))).message).toBe(
      'The card was charged meanwhile, so no cash was recorded.',
    );
    app.clock.advance(15_000);
    await sweepCharges(app);
    expect(takenFor(app, id)).toBe(TOTAL);
  });

  test('twenty cash records and twenty retries at once pay once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const id = await delivered(DECLINES);
      await giveGoodCard(id);
      const settled = await Promise.allSettled(
        Array.from({ length: 40 }, (_, index) =>
          index % 2 === round % 2
            ? staff.trpc.admin.recordCash.mutate({ id })
            : staff.trpc.admin.retryCharge.mutate({ id }),
        ),
      );
      app.clock.advance(15_000);
      await sweepCharges(app);
      await deliverEvents();
      const state = (await chargeOf(id))?.state;
      const taken = takenFor(app, id);
      expect(settled.some((one) => one.status === 'fulfilled')).toBe(true);
      // Cancelled under the hands of a retry: open still, and cash can be recorded.
      if (state === 'declined') {
        expect(taken).toBe(0);
        await staff.trpc.admin.recordCash.mutate({ id });
      } else {
        expect([state, taken]).toEqual(taken > 0 ? ['succeeded', TOTAL] : ['cash', 0]);
      }
      expect(await seen(id)).toMatchObject({ balancePaid: true, totalPaidCents: TOTAL });
    }
  }, 120_000);
});

describe('refund', () => {
  test('gives back a part, then the rest, and the figures subtract it', async () => {
    const id = await delivered();
    const part = await staff.trpc.admin.refund.mutate({
      id,
      amount: '12.50',
      reason: 'Spilled',
      requestId: click(),
    });
    expect(part).toMatchObject({ amountCents: 1_250, state: 'succeeded', reason: 'Spilled' });
    expect(await seen(id)).toMatchObject({
      paymentChip: 'Partly refunded',
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
      { status: 409, message: 'Everything that was paid is refunded already.' },
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
      message: 'At most $88.00 can be refunded.',
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

  test('of a double click is one refund, and twenty different ones stop at the paid amount', async () => {
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

  test('is finished once later when the reply is lost or nothing was sent', async () => {
    for (const when of ['before', 'after'] as const) {
      const id = await delivered();
      faults[when].add('refund');
      const begun = await staff.trpc.admin.refund.mutate({ id, amount: 20, requestId: click() });
      faults[when].clear();
      expect(begun.state).toBe('due');
      expect((await seen(id)).refundedCents).toBe(0);
      // It is promised, so no verb may promise it twice.
      const toomuch = staff.trpc.admin.refund.mutate({ id, amount: 80, requestId: click() });
      expect((await refusal(toomuch)).message).toBe('At most $68.00 can be refunded.');
      app.clock.advance(31_000);
      expect(await sweepRefunds(app)).toBe(1);
      expect(await sweepRefunds(app)).toBe(0);
      expect(linesOf(id)).toMatchObject([{ refunded: 2_000 }]);
      expect((await seen(id)).refundedCents).toBe(2_000);
    }
  });

  test('that fails later leaves the figures again and can be repeated', async () => {
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
    expect(messages[0]?.body).toContain('The customer has been told by mail.');
    expect((await staff.trpc.admin.refunds.query({ id })).refunds).toMatchObject([
      { state: 'failed', errorMessage: 'expired_or_canceled_card' },
    ]);
    expect((await staff.trpc.admin.refunds.query({ id })).refundableCents).toBe(TOTAL);
    expect((await auditsOf(id)).slice(-2)).toEqual(['refund.succeeded', 'refund.failed']);
    // The same click stays the same, failed refund; a new one is a new refund.
    const same = await staff.trpc.admin.refund.mutate({ id, amount: 30, requestId });
    expect(same.state).toBe('failed');
    app.clock.advance(1_000);
    await staff.trpc.admin.refund.mutate({ id, requestId: click() });
    expect(await seen(id)).toMatchObject({ refundedCents: TOTAL, refundFailed: false });
  });

  test('that is pending at the bank counts at once and succeeds later', async () => {
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
    expect(refunds).toMatchObject([{ amountCents: 500, reason: 'Made at Stripe' }]);
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
      message: 'The payment service refused this refund.',
    });
    const { refunds } = await staff.trpc.admin.refunds.query({ id });
    expect(refunds).toMatchObject([{ state: 'failed' }]);
    expect((await seen(id)).refundedCents).toBe(0);
  });

  test('of cash is recorded, and staff hand the money back', async () => {
    const id = await delivered(DECLINES);
    await staff.trpc.admin.recordCash.mutate({ id });
    const refund = await staff.trpc.admin.refund.mutate({ id, amount: 8, requestId: click() });
    expect(refund.state).toBe('succeeded');
    expect(await seen(id)).toMatchObject({ paymentChip: 'Partly refunded', refundedCents: 800 });
    expect(linesOf(id)).toMatchObject([{ refunded: 0 }]);
    expect((await auditsOf(id)).at(-1)).toBe('refund.cash');
  });

  test('is refused without a payment, and with the id of another refund', async () => {
    const unpaid = await delivered(DECLINES);
    const nothing = staff.trpc.admin.refund.mutate({ id: unpaid, requestId: click() });
    expect(await refusal(nothing)).toMatchObject({
      status: 409,
      message: 'Nothing was paid for this delivery, so nothing can be refunded.',
    });
    expect(await staff.trpc.admin.refunds.query({ id: unpaid })).toEqual({
      refunds: [],
      refundableCents: 0,
    });
    const requestId = click();
    await staff.trpc.admin.refund.mutate({ id: await delivered(), amount: 1, requestId });
    const stolen = staff.trpc.admin.refund.mutate({ id: await delivered(), amount: 1, requestId });
    expect((await refusal(stolen)).message).toBe('This request id belongs to another refund.');
  });

  test('repeated with another amount returns the first one', async () => {
    const id = await delivered();
    const requestId = click();
    await staff.trpc.admin.refund.mutate({ id, amount: 10, requestId });
    const again = staff.trpc.admin.refund.mutate({ id, amount: 20, requestId });
    expect(await refusal(again)).toMatchObject({
      status: 409,
      message: 'A refund of $10.00 was recorded already. Look at it before asking for another.',
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
    expect(String(rows[0]?.body)).toContain('$5.00 back to your card');
  });
});

test('a test appointment has no balance and no refund', async () => {
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
    expect(answer.message).toBe('This is a test booking: nothing is charged for it.');
  }
  const refund = calls.refund.mutate({ id, requestId: click() });
  expect((await refusal(refund)).status).toBe(409);
});

test('only staff move money', async () => {
  const id = await delivered(DECLINES);
  const { visitor: dana } = await driver(app);
  for (const [who, status] of [
    [app.visitor(), 401],
    [sam, 403],
    [dana, 403],
  ] as const) {
    const { admin: calls } = who.trpc;
    for (const answer of await refusals([
      calls.retryCharge.mutate({ id }),
      calls.recordCash.mutate({ id }),
      calls.refund.mutate({ id, requestId: click() }),
      calls.refunds.query({ id }),
    ])) {
      expect(answer.status).toBe(status);
    }
  }
  expect((await chargeOf(id))?.state).toBe('declined');
});
