import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import Stripe from 'stripe';
import type { FaultName } from './faults';
import { type Bench, failureOf, startBench } from './sandbox.fixture';

let bench: Bench;
let inside: Stripe;
beforeAll(async () => {
  bench = await startBench();
  inside = new Stripe('sk_test_inside', {
    host: 'stripe.sandbox',
    protocol: 'http',
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient((async (input: string, init: RequestInit) => {
      try {
        return await bench.sandbox.fetch(input, init);
      } catch (error) {
        // The SDK would repeat a request after a reset connection, half a second later. With this
        // error it doesn't, so tests don't have to wait.
        throw new Error(String(error));
      }
    }) as typeof fetch),
  });
});
afterEach(() => bench.admin('DELETE', '/_sandbox/faults'));
afterAll(() => bench.close());

/**
 * Columns: what the client gets, whether the request was executed, and what the same key returns
 * afterward.
 */
type Row = [
  fault: FaultName,
  error: string,
  status: number | undefined,
  happened: boolean,
  again: 'made' | 'same' | 500,
];
const ROWS: Row[] = [
  ['lost-request', 'StripeConnectionError', undefined, false, 'made'],
  ['lost-reply', 'StripeConnectionError', undefined, true, 'same'],
  ['cut-body', 'StripeConnectionError', undefined, true, 'same'],
  ['hang', 'StripeConnectionError', undefined, true, 'same'],
  ['400', 'StripeInvalidRequestError', 400, false, 'made'],
  ['401', 'StripeAuthenticationError', 401, false, 'made'],
  ['403', 'StripePermissionError', 403, false, 'made'],
  ['404', 'StripeInvalidRequestError', 404, false, 'made'],
  ['409', 'StripeAPIError', 409, false, 'made'],
  ['429', 'StripeRateLimitError', 429, false, 'made'],
  ['503', 'StripeAPIError', 503, false, 'made'],
  ['500', 'StripeAPIError', 500, false, 500],
  ['500-after', 'StripeAPIError', 500, true, 500],
];

async function payments(customer: string): Promise<number> {
  return (await bench.stripe.paymentIntents.list({ customer })).data.length;
}

describe.each(ROWS)('%s', (fault, type, status, happened, again) => {
  test('in the same process', async () => {
    const customer = (await inside.customers.create({})).id;
    await bench.admin('POST', '/_sandbox/faults', {
      match: { method: 'POST', path: '/v1/payment_intents' },
      fault,
      count: 1,
    });
    const create = () =>
      inside.paymentIntents.create(
        { amount: 500, currency: 'usd', customer },
        { idempotencyKey: `in:${fault}`, timeout: 150 },
      );
    const error = await failureOf(create());
    expect(error.type).toBe(type as never);
    expect(error.statusCode).toBe(status as never);
    expect(await payments(customer)).toBe(happened ? 1 : 0);
    if (again === 500) {
      // The failure is stored with the key, so the key returns it even after the fault is gone.
      expect((await failureOf(create())).statusCode).toBe(500);
      expect(await payments(customer)).toBe(happened ? 1 : 0);
      return;
    }
    expect((await create()).customer).toBe(customer);
    expect(await payments(customer)).toBe(1);
  });
});

describe('over a socket', () => {
  const raw = (fault: string, signal?: AbortSignal) =>
    fetch(`${bench.listener.url}/v1/customers`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_x', 'x-sandbox-fault': fault },
      body: `name=${fault}`,
      signal,
    });
  const named = async (name: string) =>
    (await bench.stripe.customers.list({ limit: 100 })).data.filter(
      (customer) => customer.name === name,
    ).length;

  test.each([
    ['lost-request', 0],
    ['lost-reply', 1],
  ])('%s closes the connection', async (fault, count) => {
    await expect(raw(fault)).rejects.toThrow();
    expect(await named(fault)).toBe(count);
  });

  test('cut-body sends the headers and half of the body', async () => {
    const answer = await raw('cut-body');
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
    expect(await named('cut-body')).toBe(1);
  });

  test('hang executes the request and never answers', async () => {
    await expect(raw('hang', AbortSignal.timeout(100))).rejects.toThrow();
    expect(await named('hang')).toBe(1);
  });
});

test("a recorded 500 tells the client not to repeat it, and a browser can't request faults", async () => {
  const answer = await fetch(`${bench.listener.url}/v1/customers`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer sk_test_x',
      'x-sandbox-fault': '500',
      'idempotency-key': 'f1',
    },
  });
  expect(answer.headers.get('stripe-should-retry')).toBe('false');
  const request = new Request('http://app/v1/payment_methods', {
    method: 'POST',
    headers: { 'x-sandbox-fault': '500' },
    body: 'key=pk_test_1',
  });
  expect((await bench.sandbox.browserFetch(request)).status).toBe(400);
});

test('a probability hits the same requests for the same seed', async () => {
  const sequence = async (seed: number) => {
    await bench.admin('DELETE', '/_sandbox/faults');
    await bench.admin('POST', '/_sandbox/faults', {
      match: { path: '/v1/customers*' },
      fault: '503',
      probability: 0.2,
      seed,
    });
    const struck: boolean[] = [];
    for (let index = 0; index < 100; index += 1) {
      const answer = await bench.sandbox.fetch('http://x/v1/customers?limit=1', {
        headers: { authorization: 'Bearer sk_test_x' },
      });
      struck.push(answer.status === 503);
    }
    return struck;
  };
  const first = await sequence(7);
  const share = first.filter(Boolean).length;
  expect(share).toBeGreaterThan(8);
  expect(share).toBeLessThan(35);
  expect(await sequence(7)).toEqual(first);
  expect(await sequence(8)).not.toEqual(first);
});

test('an unknown fault is refused', async () => {
  expect((await bench.admin('POST', '/_sandbox/faults', { fault: 'earthquake' })).status).toBe(400);
});
