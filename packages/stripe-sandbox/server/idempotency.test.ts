import { afterAll, beforeAll, expect, test } from 'bun:test';
import { listenSandbox } from './listener';
import { createStripeSandbox } from './sandbox';
import { type Bench, failureOf, sdk, startBench } from './sandbox.fixture';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

const pay = (key: string, amount = 500) =>
  bench.stripe.paymentIntents.create(
    { amount, currency: 'usd', payment_method: 'pm_card_visa' },
    { idempotencyKey: key },
  );

async function raw(path: string, form: string, headers: Record<string, string>) {
  const answer = await fetch(`${bench.listener.url}${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_x', ...headers },
    body: form,
  });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
}

test('the same key replays the first answer byte for byte and marks it as a replay', async () => {
  const form = 'amount=500&currency=usd&metadata[a]=1';
  const first = await raw('/v1/payment_intents', form, { 'idempotency-key': 'k1' });
  const second = await raw('/v1/payment_intents', 'metadata[a]=1&currency=usd&amount=500', {
    'idempotency-key': 'k1',
  });
  expect(second.text).toBe(first.text);
  expect(first.headers.get('idempotent-replayed')).toBeNull();
  expect(second.headers.get('idempotent-replayed')).toBe('true');
  expect(second.headers.get('original-request')).toBe(first.headers.get('request-id'));
});

test('a key is refused with other parameters or at another endpoint', async () => {
  await pay('k2');
  const params = await failureOf(pay('k2', 600));
  expect(params).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
  const endpoint = await failureOf(bench.stripe.customers.create({}, { idempotencyKey: 'k2' }));
  expect(endpoint).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
  expect(endpoint.message).toContain("'/v1/customers' vs '/v1/payment_intents'");
});

test('a key records a decline, but not a request with wrong parameters', async () => {
  const intent = await pay('k3');
  const confirm = (method: string) =>
    bench.stripe.paymentIntents.confirm(
      intent.id,
      { payment_method: method },
      { idempotencyKey: 'confirm:k3' },
    );
  const first = await failureOf(confirm('pm_card_chargeCustomerFail'));
  const second = await failureOf(confirm('pm_card_chargeCustomerFail'));
  expect(second.charge).toBe(first.charge);
  expect((await bench.stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1);
  expect((await failureOf(pay('k4', 10))).code).toBe('amount_too_small');
  expect((await pay('k4', 500)).amount).toBe(500);
});

test('only one of many simultaneous requests with one key runs, and the others get a replay or a 409', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => pay('k5')));
  const ids = new Set(
    answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value.id : [])),
  );
  expect(ids.size).toBe(1);
});

test('a second request gets a 409 while the first one runs, and its answer afterward', async () => {
  const create = (headers: Record<string, string> = {}) =>
    bench.stripe.paymentIntents.create(
      { amount: 500, currency: 'usd' },
      { idempotencyKey: 'k6', headers },
    );
  const slow = { 'X-Sandbox-Fault': 'slow:60' };
  const both = await Promise.allSettled([create(slow), create(slow)]);
  const [made] = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const [inUse] = both.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(inUse).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
  expect((await create()).id).toBe(made!.id);
});

test('two processes on one file share the keys', async () => {
  const other = createStripeSandbox({ dbPath: bench.dbPath, now: () => bench.clock.now });
  const listener = await listenSandbox(other, { port: 0 });
  const there = sdk(listener.port);
  const create = (stripe: typeof there) =>
    stripe.customers.create({ name: 'Both' }, { idempotencyKey: 'k7' });
  const made = await Promise.all([
    create(bench.stripe),
    create(there),
    create(bench.stripe),
    create(there),
  ]);
  expect(new Set(made.map((customer) => customer.id)).size).toBe(1);
  await listener.stop();
  await other.close();
});

test('a key is forgotten after a day or when purged', async () => {
  const first = await pay('k8');
  bench.clock.now += 24 * 3_600_000 - 1;
  expect((await pay('k8')).id).toBe(first.id);
  bench.clock.now += 1;
  const second = await pay('k8');
  expect(second.id).not.toBe(first.id);
  expect((await bench.admin('POST', '/_sandbox/purge-keys')).json.purged).toBeGreaterThan(0);
  expect((await pay('k8')).id).not.toBe(second.id);
});
