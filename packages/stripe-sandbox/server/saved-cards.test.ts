/**
 * Tests changes to a saved card at Stripe without the app: it's renewed, removed, or its customer
 * is deleted.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Bench, failureOf, openSetup, saveNewCard, startBench } from './sandbox.fixture';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

const lastEvent = async (type: string) => {
  const { data } = await bench.stripe.events.list({ type, limit: 1 });
  return data[0]?.data;
};

test('the event of an edited expiry has the earlier one', async () => {
  const { method } = await saveNewCard(bench);
  const changed = await bench.stripe.paymentMethods.update(method, {
    card: { exp_month: 3, exp_year: 2031 },
  });
  expect(changed.card).toMatchObject({ exp_month: 3, exp_year: 2031, last4: '4242' });
  expect(await lastEvent('payment_method.updated')).toMatchObject({
    object: { id: method },
    previous_attributes: { card: { exp_month: 12, exp_year: 2034 } },
  });
});

test('a card renewed by its bank gets a new number and expiry, and Stripe sends an event', async () => {
  const { method } = await saveNewCard(bench);
  const before = await bench.stripe.paymentMethods.retrieve(method);
  const renewed = await bench.admin('POST', '/_sandbox/renew-card', {
    payment_method: method,
    number: '5555555555554444',
    exp_month: 8,
    exp_year: 2033,
  });
  expect(renewed.status).toBe(200);
  const after = await bench.stripe.paymentMethods.retrieve(method);
  expect(after.card).toMatchObject({ brand: 'mastercard', last4: '4444', exp_year: 2033 });
  expect(after.card?.fingerprint).not.toBe(before.card?.fingerprint);
  expect(await lastEvent('payment_method.automatically_updated')).toMatchObject({
    object: { id: method, card: { last4: '4444' } },
    previous_attributes: { card: { last4: '4242', exp_month: 12 } },
  });
});

test('an expired card is declined when it is charged', async () => {
  const { customer, method } = await saveNewCard(bench);
  await bench.stripe.paymentMethods.update(method, { card: { exp_month: 10, exp_year: 2026 } });
  const pay = bench.stripe.paymentIntents.create({
    amount: 900,
    currency: 'usd',
    customer,
    payment_method: method,
    confirm: true,
    off_session: true,
  });
  expect(await failureOf(pay)).toMatchObject({ statusCode: 402, code: 'expired_card' });
});

test("a deleted customer has no cards, can't add one, and can't be charged", async () => {
  const { customer, method } = await saveNewCard(bench);
  const { intent } = await openSetup(bench.stripe);
  const own = await bench.stripe.setupIntents.create({ customer });
  await bench.stripe.customers.del(customer);
  expect(await bench.stripe.paymentMethods.retrieve(method)).toMatchObject({ customer: null });
  expect(await lastEvent('customer.deleted')).toMatchObject({ object: { id: customer } });
  const refused = await bench.saveCard(own, '4242424242424242');
  expect(refused).toMatchObject({
    status: 404,
    json: { error: { code: 'resource_missing', param: 'customer' } },
  });
  const pay = bench.stripe.paymentIntents.create({ amount: 900, currency: 'usd', customer });
  expect(await failureOf(pay)).toMatchObject({ code: 'resource_missing', param: 'customer' });
  // Another customer's card doesn't change.
  expect((await bench.saveCard(intent, '4242424242424242')).status).toBe(200);
});
