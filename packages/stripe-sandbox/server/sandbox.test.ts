import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import Stripe from 'stripe';
import {
  type Bench,
  cardFields,
  failureOf,
  openSetup,
  saveNewCard,
  startBench,
} from './sandbox.fixture';

let bench: Bench;
let stripe: Stripe;
beforeAll(async () => {
  bench = await startBench();
  stripe = bench.stripe;
});
afterAll(() => bench.close());

describe('the protocol', () => {
  test('a missing, malformed, live, or publishable key is refused when a secret one is required', async () => {
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

  test('browserFetch accepts no secret key and no control call', async () => {
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

  test('unknown, missing, and malformed parameters are refused', async () => {
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

  test('a 404 names the object, and every answer has a request ID and the version', async () => {
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

  test('lists are paged in both directions, newest first', async () => {
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

  test('objects and lists can be expanded, and an unknown expansion is refused', async () => {
    const { customer, method } = await saveNewCard(bench);
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

  test('a browser from another origin may call the sandbox', async () => {
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

test('a restart loses nothing', async () => {
  const { customer, method } = await saveNewCard(bench);
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
