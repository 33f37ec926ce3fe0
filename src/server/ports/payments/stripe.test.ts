import { expect, test } from 'bun:test';
import {
  type Bench,
  cardFields,
  startBench,
} from '@dockside/stripe-sandbox/server/sandbox.fixture';
import { signPayload } from '@dockside/stripe-sandbox/server/webhooks';
import type { PaymentsWorld } from './contract.fixture';
import { paymentsContract } from './contract.suite';
import { PaymentsUnreachable } from './port';
import { createStripePayments } from './stripe';
import type { Fetch } from './stripe-connection';
import { webhookContract } from './webhook-contract.suite';

const WEBHOOK_SECRET = 'whsec_contract';
/**
 * A request without an answer ends when the client gives up. The limit is short, but longer than the slowest
 * answer on a busy machine takes.
 */
const TIMEOUT_MS = 1_000;

/**
 * Uses plain `fetch`, because otherwise the SDK would wait half a second before it repeats a
 * request with a lost reply.
 */
const plainFetch: Fetch = (input, init) => fetch(input, init);

async function world(inProcess: boolean): Promise<PaymentsWorld> {
  const bench: Bench = await startBench();
  const payments = createStripePayments({
    secretKey: 'sk_test_contract',
    webhookSecret: WEBHOOK_SECRET,
    timeoutMs: TIMEOUT_MS,
    maxNetworkRetries: 0,
    ...(inProcess
      ? { fetch: bench.sandbox.fetch }
      : { apiBase: bench.listener.url, fetch: plainFetch }),
  });
  const idOf = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? '';
  const confirmInBrowser = async (noun: string, clientSecret: string, number: string) => {
    await bench.browser('POST', `/v1/${noun}/${idOf(clientSecret)}/confirm`, {
      client_secret: clientSecret,
      ...cardFields(number),
    });
  };
  return {
    payments,
    saveCard: (secret, number) => confirmInBrowser('setup_intents', secret, number),
    payInBrowser: (secret, number) => confirmInBrowser('payment_intents', secret, number),
    async authenticate(clientSecret) {
      await bench.admin('POST', '/_sandbox/authenticate', {
        intent: idOf(clientSecret),
        client_secret: clientSecret,
        outcome: 'complete',
      });
    },
    async failNext(method, path, fault, count = 1) {
      await bench.admin('POST', '/_sandbox/faults', { match: { method, path }, fault, count });
    },
    async forgetKeys() {
      await bench.admin('POST', '/_sandbox/purge-keys');
    },
    sign: (body, at) => signPayload(body, WEBHOOK_SECRET, Math.floor(at / 1000)),
    now: () => bench.clock.now,
    close: () => bench.close(),
  };
}

paymentsContract('sandbox in the same process', () => world(true));
paymentsContract('sandbox over a local port', () => world(false));
webhookContract('sandbox in the same process', () => world(true));
webhookContract('sandbox over a local port', () => world(false));

test('the SDK’s own connection needs only an address, and a silent address is unreachable', async () => {
  const bench = await startBench();
  const at = (apiBase: string) =>
    createStripePayments({
      secretKey: 'sk_test_contract',
      webhookSecret: WEBHOOK_SECRET,
      apiBase,
      maxNetworkRetries: 0,
    });
  const made = await at(bench.listener.url).ensureCustomer({ ownerKey: 'user:1' });
  expect(made.customerId).toMatch(/^cus_/);
  const unanswered = at('http://127.0.0.1:1').ensureCustomer({ ownerKey: 'user:1' });
  await expect(unanswered).rejects.toThrow(PaymentsUnreachable);
  await bench.close();
});
