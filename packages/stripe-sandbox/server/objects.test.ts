import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type Stripe from 'stripe';
import { type Bench, failureOf, openSetup, saveNewCard, startBench } from './sandbox.fixture';

let bench: Bench;
let stripe: Stripe;
beforeAll(async () => {
  bench = await startBench();
  stripe = bench.stripe;
});
afterAll(() => bench.close());

describe('objects', () => {
  test('the sandbox creates, updates, lists, finds by email, and deletes a customer', async () => {
    const made = await stripe.customers.create({
      email: 'ann@example.com',
      name: 'Ann',
      address: { line1: '1 Dock', postal_code: '49047' },
      metadata: { owner_key: 'u1', gone: 'x' },
    });
    expect(made).toMatchObject({ object: 'customer', livemode: false, email: 'ann@example.com' });
    expect(made.address).toEqual({
      city: null,
      country: null,
      line1: '1 Dock',
      line2: null,
      postal_code: '49047',
      state: null,
    });
    const changed = await stripe.customers.update(made.id, {
      phone: '2695550100',
      name: '',
      metadata: { gone: '', more: '1' },
    });
    expect(changed).toMatchObject({ phone: '2695550100', name: null });
    expect(changed.metadata).toEqual({ owner_key: 'u1', more: '1' });
    const found = await stripe.customers.list({ email: 'ann@example.com' });
    expect(found.data.map((customer) => customer.id)).toEqual([made.id]);
    expect(await stripe.customers.del(made.id)).toMatchObject({ id: made.id, deleted: true });
    expect(await stripe.customers.retrieve(made.id)).toMatchObject({ deleted: true });
    const refused = await failureOf(stripe.setupIntents.create({ customer: made.id }));
    expect(refused).toMatchObject({ statusCode: 404, code: 'resource_missing', param: 'customer' });
  });

  test("a card saved in the browser belongs to the customer, and its number isn't stored", async () => {
    const { customer, intent } = await openSetup(stripe);
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      usage: 'off_session',
      allowed_payment_method_types: ['card'],
      metadata: { appointment_id: 'apt_1' },
    });
    const seen = await bench.saveCard(intent, '4242424242424242');
    expect(seen.status).toBe(200);
    expect(seen.json).toMatchObject({ status: 'succeeded', object: 'setup_intent' });
    // A publishable key doesn't reveal the customer.
    expect(seen.json.customer).toBeUndefined();
    expect(seen.json.metadata).toBeUndefined();
    const known = await stripe.setupIntents.retrieve(intent.id, { expand: ['payment_method'] });
    expect(known.payment_method).toMatchObject({
      customer: customer.id,
      card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034 },
      billing_details: { address: { postal_code: '49047' } },
    });
    const listed = await stripe.customers.listPaymentMethods(customer.id, { type: 'card' });
    expect(listed.data).toHaveLength(1);
    expect(JSON.stringify([known, listed])).not.toContain('4242424242424242');
  });

  test('a PaymentIntent waits for its confirmation and is charged off session once', async () => {
    const { customer, method } = await saveNewCard(bench);
    const made = await stripe.paymentIntents.create({
      amount: 12_345,
      currency: 'usd',
      customer,
      payment_method: method,
      allowed_payment_method_types: ['card'],
      metadata: { appointment_id: 'apt_1' },
    });
    expect(made).toMatchObject({
      status: 'requires_confirmation',
      amount_received: 0,
      latest_charge: null,
    });
    const paid = await stripe.paymentIntents.confirm(made.id, {
      off_session: true,
      expand: ['latest_charge'],
    });
    expect(paid).toMatchObject({
      status: 'succeeded',
      amount_received: 12_345,
      latest_charge: { amount: 12_345, paid: true },
    });
    const again = await failureOf(stripe.paymentIntents.confirm(made.id));
    expect(again).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' });
    expect(again.payment_intent).toMatchObject({ id: made.id, status: 'succeeded' });
    for (const late of [
      stripe.paymentIntents.cancel(made.id),
      stripe.paymentIntents.update(made.id, { amount: 500 }),
    ]) {
      expect(await failureOf(late)).toMatchObject({ code: 'payment_intent_unexpected_state' });
    }
    const charges = await stripe.charges.list({ payment_intent: made.id });
    expect(charges.data).toHaveLength(1);
    const found = await stripe.paymentIntents.search({
      query: "metadata['appointment_id']:'apt_1' AND status:'succeeded'",
    });
    expect(found.data.map((intent) => intent.id)).toContain(made.id);
  });

  test("an unpaid PaymentIntent can be changed and canceled, and a canceled one can't", async () => {
    const { customer } = await saveNewCard(bench);
    const made = await stripe.paymentIntents.create({ amount: 900, currency: 'usd', customer });
    expect(made.status).toBe('requires_payment_method');
    expect((await stripe.paymentIntents.update(made.id, { amount: 950 })).amount).toBe(950);
    const gone = await stripe.paymentIntents.cancel(made.id, { cancellation_reason: 'abandoned' });
    expect(gone).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
    expect(
      await failureOf(stripe.paymentIntents.confirm(made.id, { payment_method: 'pm_card_visa' })),
    ).toMatchObject({ code: 'payment_intent_unexpected_state' });
  });

  test('a SetupIntent can be canceled once, but not after it succeeded', async () => {
    const { intent } = await openSetup(stripe);
    expect((await stripe.setupIntents.cancel(intent.id)).status).toBe('canceled');
    expect(await failureOf(stripe.setupIntents.cancel(intent.id))).toMatchObject({
      code: 'setup_intent_unexpected_state',
    });
    const late = await bench.saveCard(intent, '4242424242424242');
    expect(late.json.error.code).toBe('setup_intent_unexpected_state');
  });

  test('a payment can be refunded in parts up to its amount', async () => {
    const { customer, method } = await saveNewCard(bench);
    const paid = await stripe.paymentIntents.create({
      amount: 1000,
      currency: 'usd',
      customer,
      payment_method: method,
      confirm: true,
      off_session: true,
    });
    const part = await stripe.refunds.create({ payment_intent: paid.id, amount: 400 });
    expect(part).toMatchObject({ amount: 400, status: 'succeeded', charge: paid.latest_charge });
    const over = await failureOf(stripe.refunds.create({ payment_intent: paid.id, amount: 601 }));
    expect(over).toMatchObject({ statusCode: 400, param: 'amount' });
    expect(over.message).toBe(
      'Refund amount ($6.01) is greater than unrefunded amount on charge ($6.00)',
    );
    expect((await stripe.refunds.create({ payment_intent: paid.id })).amount).toBe(600);
    expect(await failureOf(stripe.refunds.create({ payment_intent: paid.id }))).toMatchObject({
      code: 'charge_already_refunded',
    });
    expect(await stripe.charges.retrieve(String(paid.latest_charge))).toMatchObject({
      amount_refunded: 1000,
      refunded: true,
    });
    expect((await stripe.refunds.list({ payment_intent: paid.id })).data).toHaveLength(2);
  });

  test('a detached card cannot be used again', async () => {
    const { customer, method } = await saveNewCard(bench);
    expect((await stripe.paymentMethods.detach(method)).customer).toBeNull();
    expect((await failureOf(stripe.paymentMethods.detach(method))).statusCode).toBe(400);
    const reuse = await failureOf(
      stripe.paymentIntents.create({
        amount: 500,
        currency: 'usd',
        customer,
        payment_method: method,
      }),
    );
    expect(reuse).toMatchObject({ statusCode: 400, param: 'payment_method' });
    expect((await stripe.customers.listPaymentMethods(customer)).data).toEqual([]);
  });

  test('a card cannot pay for another customer', async () => {
    const { method } = await saveNewCard(bench);
    const other = await stripe.customers.create({});
    const refused = await failureOf(
      stripe.paymentIntents.create({
        amount: 500,
        currency: 'usd',
        customer: other.id,
        payment_method: method,
      }),
    );
    expect(refused).toMatchObject({ statusCode: 400, param: 'payment_method' });
  });
});
