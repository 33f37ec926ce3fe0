import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import Stripe from 'stripe';
import { type Bench, cardFields, failureOf, openSetup, startBench } from './sandbox.fixture';

let bench: Bench;
let stripe: Stripe;
beforeAll(async () => {
  bench = await startBench();
  stripe = bench.stripe;
});
afterAll(() => bench.close());

async function savedCard(number = '4242424242424242', appointmentId = 'apt_1') {
  const { customer, intent } = await openSetup(stripe, appointmentId);
  const saved = await bench.saveCard(intent, number);
  return { customer: customer.id, method: String(saved.json.payment_method) };
}

describe('objects', () => {
  test('a customer is made, changed, listed, found by email, deleted', async () => {
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

  test('a card saved from the browser is on the customer, without its number anywhere', async () => {
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
    // A publishable key is told nothing of the customer.
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

  test('a payment waits unconfirmed, is charged off session, and never twice', async () => {
    const { customer, method } = await savedCard();
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

  test('an unpaid payment can be changed and cancelled; a cancelled one stays so', async () => {
    const { customer } = await savedCard();
    const made = await stripe.paymentIntents.create({ amount: 900, currency: 'usd', customer });
    expect(made.status).toBe('requires_payment_method');
    expect((await stripe.paymentIntents.update(made.id, { amount: 950 })).amount).toBe(950);
    const gone = await stripe.paymentIntents.cancel(made.id, { cancellation_reason: 'abandoned' });
    expect(gone).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
    expect(
      await failureOf(stripe.paymentIntents.confirm(made.id, { payment_method: 'pm_card_visa' })),
    ).toMatchObject({ code: 'payment_intent_unexpected_state' });
  });

  test('a setup can be cancelled once, not after it succeeded', async () => {
    const { intent } = await openSetup(stripe);
    expect((await stripe.setupIntents.cancel(intent.id)).status).toBe('canceled');
    expect(await failureOf(stripe.setupIntents.cancel(intent.id))).toMatchObject({
      code: 'setup_intent_unexpected_state',
    });
    const late = await bench.saveCard(intent, '4242424242424242');
    expect(late.json.error.code).toBe('setup_intent_unexpected_state');
  });

  test('refunds: in part, the rest, and no more', async () => {
    const { customer, method } = await savedCard();
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

  test('a card is detached for good', async () => {
    const { customer, method } = await savedCard();
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
    expect((await stripe.paymentMethods.list({ customer, type: 'card' })).data).toEqual([]);
  });

  test("a card cannot be used for somebody else's payment", async () => {
    const { method } = await savedCard();
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

describe('the wire', () => {
  test('keys: none, malformed, live, publishable where a secret one is needed', async () => {
    const url = `${bench.listener.url}/v1/customers`;
    const status = async (authorization?: string) =>
      (await fetch(url, { headers: authorization ? { authorization } : {} })).status;
    expect(await status()).toBe(401);
    expect(await status('Bearer nonsense')).toBe(401);
    expect(await status('Bearer sk_live_abc')).toBe(401);
    expect(await status('Bearer sk_test_any')).toBe(200);
    expect(await status(`Basic ${btoa('sk_test_any:')}`)).toBe(200);
    const browser = await bench.browser('POST', '/v1/customers', {});
    expect(browser).toMatchObject({
      status: 401,
      json: { error: { code: 'secret_key_required' } },
    });
  });

  test('a browser needs the client secret of the intent', async () => {
    const { intent } = await openSetup(stripe);
    const path = `/v1/setup_intents/${intent.id}`;
    expect(
      (await bench.browser('GET', path, { client_secret: intent.client_secret ?? '' })).status,
    ).toBe(200);
    for (const fields of [{}, { client_secret: 'seti_x_secret_y' }]) {
      expect((await bench.browser('GET', path, fields as Record<string, string>)).status).toBe(400);
    }
    const stolen = await bench.browser('POST', `${path}/confirm`, {
      client_secret: 'wrong',
      ...cardFields('4242424242424242'),
    });
    expect(stolen.status).toBe(400);
    expect((await stripe.setupIntents.retrieve(intent.id)).status).toBe('requires_payment_method');
  });

  test('what a browser is given cannot use a secret key or the sandbox’s own calls', async () => {
    const ask = (path: string, headers: Record<string, string> = {}) =>
      bench.sandbox.browserFetch(new Request(`http://any.host${path}`, { headers }));
    expect((await ask('/v1/customers', { authorization: 'Bearer sk_test_1' })).status).toBe(401);
    expect((await ask('/_sandbox/ledger')).status).toBe(404);
    const { intent } = await openSetup(stripe);
    const query = new URLSearchParams({
      key: 'pk_test_1',
      client_secret: intent.client_secret ?? '',
    });
    expect((await ask(`/v1/setup_intents/${intent.id}?${query}`)).status).toBe(200);
  });

  test('unknown, missing and malformed parameters', async () => {
    const send = async (form: Record<string, string>, path = '/v1/payment_intents') => {
      const answer = await fetch(`${bench.listener.url}${path}`, {
        method: 'POST',
        headers: { authorization: 'Bearer sk_test_x' },
        body: new URLSearchParams(form),
      });
      return { status: answer.status, ...((await answer.json()) as { error: object }).error };
    };
    expect(
      await send({ amount: '500', currency: 'usd', 'payment_method_types[0]': 'card' }),
    ).toMatchObject({ status: 400, code: 'parameter_unknown', param: 'payment_method_types' });
    expect(await send({ 'payment_method_types[]': 'card' }, '/v1/setup_intents')).toMatchObject({
      code: 'parameter_unknown',
    });
    expect(await send({ currency: 'usd' })).toMatchObject({
      code: 'parameter_missing',
      param: 'amount',
    });
    expect(await send({ amount: '12.5', currency: 'usd' })).toMatchObject({
      code: 'parameter_invalid_integer',
    });
    expect(await send({ amount: '49', currency: 'usd' })).toMatchObject({
      code: 'amount_too_small',
    });
    expect(await send({ amount: '100000000', currency: 'usd' })).toMatchObject({
      code: 'amount_too_large',
    });
    expect(await send({ amount: '500', currency: 'usd', off_session: 'true' })).toMatchObject({
      param: 'off_session',
    });
    expect(await send({}, '/v1/nothing')).toMatchObject({
      status: 404,
      type: 'invalid_request_error',
    });
  });

  test('404 names the object; answers carry a request id and the version', async () => {
    const error = await failureOf(stripe.paymentIntents.retrieve('pi_nothing'));
    expect(error).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      type: 'StripeInvalidRequestError',
    });
    expect(error.message).toBe("No such payment_intent: 'pi_nothing'");
    expect(error.requestId).toMatch(/^req_/);
    const made = await stripe.customers.create({});
    expect(made.lastResponse).toMatchObject({ apiVersion: '2026-10-28.endive' });
  });

  test('lists go page by page, both ways, newest first', async () => {
    const customer = (await stripe.customers.create({})).id;
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      ids.unshift(
        (await stripe.paymentIntents.create({ amount: 500 + index, currency: 'usd', customer })).id,
      );
    }
    const first = await stripe.paymentIntents.list({ customer, limit: 2 });
    expect(first).toMatchObject({ object: 'list', url: '/v1/payment_intents', has_more: true });
    const second = await stripe.paymentIntents.list({
      customer,
      limit: 2,
      starting_after: first.data[1]?.id,
    });
    const back = await stripe.paymentIntents.list({
      customer,
      limit: 2,
      ending_before: second.data[0]?.id,
    });
    expect([...first.data, ...second.data].map((intent) => intent.id)).toEqual(ids.slice(0, 4));
    expect(back.data.map((intent) => intent.id)).toEqual(ids.slice(0, 2));
    const all = await stripe.paymentIntents
      .list({ customer, limit: 2 })
      .autoPagingToArray({ limit: 100 });
    expect(all.map((intent) => intent.id)).toEqual(ids);
    expect(await failureOf(stripe.paymentIntents.list({ limit: 101 }))).toMatchObject({
      param: 'limit',
    });
  });

  test('expansion in objects and in lists; an unknown one is refused', async () => {
    const { customer, method } = await savedCard();
    const paid = await stripe.paymentIntents.create({
      amount: 700,
      currency: 'usd',
      customer,
      payment_method: method,
      confirm: true,
      expand: ['latest_charge.customer', 'payment_method'],
    });
    expect(paid.latest_charge).toMatchObject({ object: 'charge', customer: { id: customer } });
    expect(paid.payment_method).toMatchObject({ object: 'payment_method', id: method });
    const listed = await stripe.paymentIntents.list({ customer, expand: ['data.latest_charge'] });
    expect(listed.data[0]?.latest_charge).toMatchObject({ status: 'succeeded' });
    expect(
      (await failureOf(stripe.paymentIntents.retrieve(paid.id, { expand: ['nonsense'] }))).message,
    ).toContain('cannot be expanded');
  });

  test('a browser on another origin may call', async () => {
    const preflight = await fetch(`${bench.listener.url}/_sandbox/authenticate`, {
      method: 'OPTIONS',
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  });
});

test('the SDK works the same without a socket', async () => {
  const inside = new Stripe('sk_test_inside', {
    host: 'stripe.sandbox',
    protocol: 'http',
    httpClient: Stripe.createFetchHttpClient(bench.sandbox.fetch as typeof fetch),
  });
  const made = await inside.customers.create({ name: 'Inside' });
  expect(await stripe.customers.retrieve(made.id)).toMatchObject({ name: 'Inside' });
});

test('everything is still there after a restart', async () => {
  const { customer, method } = await savedCard();
  const made = await stripe.paymentIntents.create(
    { amount: 800, currency: 'usd', customer, payment_method: method },
    { idempotencyKey: 'pi:kept' },
  );
  await bench.restart();
  ({ stripe } = bench);
  const same = await stripe.paymentIntents.create(
    { amount: 800, currency: 'usd', customer, payment_method: method },
    { idempotencyKey: 'pi:kept' },
  );
  expect(same.id).toBe(made.id);
  expect((await stripe.paymentIntents.confirm(made.id, { off_session: true })).status).toBe(
    'succeeded',
  );
  const { json } = await bench.admin('GET', '/_sandbox/ledger');
  expect(json.doubleCharged).toEqual([]);
  expect(
    json.lines.find((line: { paymentIntent: string }) => line.paymentIntent === made.id),
  ).toMatchObject({ charges: 1, charged: 800, refunded: 0 });
});
