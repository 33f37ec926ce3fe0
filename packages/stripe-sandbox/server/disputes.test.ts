/**
 * Tests disputes as in Stripe's test mode: their money, their events, and the actions they block.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Bench, failureOf, startBench } from './sandbox.fixture';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

const pay = (method: string) =>
  bench.stripe.paymentIntents.create({
    amount: 8_800,
    currency: 'usd',
    payment_method: method,
    confirm: true,
  });
const disputeOf = async (paymentIntent: string) => {
  const { data } = await bench.stripe.disputes.list({ payment_intent: paymentIntent });
  const [only] = data;
  if (!only) throw new Error('the payment is not disputed');
  return only;
};
const eventsOf = async (id: string) => {
  const { data } = await bench.stripe.events.list({ type: 'charge.dispute.*', limit: 100 });
  return data
    .filter(({ data: { object } }) => 'id' in object && object.id === id)
    .map(({ type }) => type.replace('charge.dispute.', ''))
    .reverse();
};
const decide = (dispute: string, outcome: string) =>
  bench.admin('POST', '/_sandbox/disputes/decide', { dispute, outcome });
const taken = (paymentIntent: string) =>
  bench.sandbox.ledger().lines.find((line) => line.paymentIntent === paymentIntent)?.disputed;

test("Stripe’s test card is disputed immediately, so the money leaves and can't be refunded", async () => {
  const paid = await pay('pm_card_createDispute');
  const dispute = await disputeOf(paid.id);
  expect(dispute).toMatchObject({
    amount: 8_800,
    reason: 'fraudulent',
    status: 'needs_response',
    is_charge_refundable: false,
    charge: paid.latest_charge,
    balance_transactions: [{ amount: -8_800, fee: 1_500, net: -10_300 }],
  });
  expect(await bench.stripe.charges.retrieve(String(paid.latest_charge))).toMatchObject({
    disputed: true,
  });
  expect(await failureOf(bench.stripe.refunds.create({ payment_intent: paid.id }))).toMatchObject({
    code: 'charge_disputed',
  });
  expect(await eventsOf(dispute.id)).toEqual(['created', 'funds_withdrawn']);
  expect(taken(paid.id)).toBe(8_800);
});

test('a won dispute returns the money', async () => {
  const paid = await pay('pm_card_createDisputeProductNotReceived');
  const { id, reason } = await disputeOf(paid.id);
  expect(reason).toBe('product_not_received');
  await decide(id, 'won');
  expect((await bench.stripe.disputes.retrieve(id)).status).toBe('won');
  expect(await eventsOf(id)).toEqual(['created', 'funds_withdrawn', 'funds_reinstated', 'closed']);
  expect(taken(paid.id)).toBe(0);
});

test('a payment disputed by hand is lost, then won by an appeal', async () => {
  const paid = await pay('pm_card_visa');
  const { json } = await bench.admin('POST', '/_sandbox/disputes', {
    payment_intent: paid.id,
    reason: 'duplicate',
    amount: 800,
  });
  expect(json).toMatchObject({ reason: 'duplicate', amount: 800 });
  await decide(json.id, 'under_review');
  expect((await bench.stripe.disputes.retrieve(json.id)).status).toBe('under_review');
  await decide(json.id, 'lost');
  expect(taken(paid.id)).toBe(800);
  await decide(json.id, 'won');
  expect((await bench.stripe.disputes.retrieve(json.id)).status).toBe('won');
  expect(taken(paid.id)).toBe(0);
});

test('an inquiry takes no money and can be refunded until it becomes a dispute', async () => {
  const paid = await pay('pm_card_createDisputeInquiry');
  const { id, status } = await disputeOf(paid.id);
  expect(status).toBe('warning_needs_response');
  await bench.stripe.refunds.create({ payment_intent: paid.id, amount: 100 });
  expect(taken(paid.id)).toBe(0);
  await decide(id, 'escalated');
  expect((await bench.stripe.disputes.retrieve(id)).status).toBe('needs_response');
  const refund = bench.stripe.refunds.create({ payment_intent: paid.id, amount: 100 });
  expect((await failureOf(refund)).code).toBe('charge_disputed');
  await decide(id, 'lost');
  expect((await bench.stripe.disputes.retrieve(id)).status).toBe('lost');
});
