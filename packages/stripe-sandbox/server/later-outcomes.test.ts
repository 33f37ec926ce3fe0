/** Tests outcomes after the first answer: refunds that are decided later, and captures. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Bench, startBench } from './sandbox.fixture';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench({ refundDelayMs: 1000 });
});
afterAll(() => bench.close());

test('a refund that fails later is removed from the charge, with its events', async () => {
  const paid = await bench.stripe.paymentIntents.create({
    amount: 900,
    currency: 'usd',
    payment_method: 'pm_card_refundFail',
    confirm: true,
  });
  const refund = await bench.stripe.refunds.create({ payment_intent: paid.id });
  expect(refund.status).toBe('succeeded');
  bench.clock.now += 1000;
  expect(await bench.stripe.refunds.retrieve(refund.id)).toMatchObject({
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
  });
  expect(await bench.stripe.charges.retrieve(String(paid.latest_charge))).toMatchObject({
    amount_refunded: 0,
    refunded: false,
  });
  const events = await bench.stripe.events.list({
    types: [
      'refund.created',
      'refund.updated',
      'refund.failed',
      'charge.refunded',
      'charge.refund.updated',
    ],
    limit: 10,
  });
  expect(events.data.map((event) => event.type)).toEqual([
    'charge.refund.updated',
    'refund.failed',
    'refund.updated',
    'charge.refunded',
    'refund.created',
  ]);
  expect(bench.sandbox.ledger().lines.find((line) => line.paymentIntent === paid.id)).toMatchObject(
    { charged: 900, refunded: 0 },
  );
});

test('a pending refund succeeds later', async () => {
  const paid = await bench.stripe.paymentIntents.create({
    amount: 900,
    currency: 'usd',
    payment_method: 'pm_card_pendingRefund',
    confirm: true,
  });
  const refund = await bench.stripe.refunds.create({ payment_intent: paid.id, amount: 100 });
  expect(refund.status).toBe('pending');
  bench.clock.now += 1000;
  expect((await bench.stripe.refunds.retrieve(refund.id)).status).toBe('succeeded');
});
