import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Stripe as StripeJs } from '@stripe/stripe-js';
import { type Bench, openSetup, startBench } from '../server/sandbox.fixture';
import { createSandboxStripe } from './sandbox-stripe';

let bench: Bench;
let browser: StripeJs;
beforeAll(async () => {
  bench = await startBench();
  // The base comes from the server's settings, which may have a trailing slash by mistake.
  browser = createSandboxStripe({ publishableKey: 'pk_test_1', apiBase: `${bench.listener.url}/` });
});
afterAll(() => bench.close());

test('the sandbox has the methods that <Elements> needs', () => {
  for (const verb of [
    'elements',
    'createToken',
    'createPaymentMethod',
    'confirmCardPayment',
    'confirmCardSetup',
  ] as const) {
    expect(typeof browser[verb]).toBe('function');
  }
});

describe('with a saved card', () => {
  test('the sandbox confirms a SetupIntent and retrieves it', async () => {
    const { intent } = await openSetup(bench.stripe);
    const secret = intent.client_secret ?? '';
    const done = await browser.confirmCardSetup(secret, { payment_method: 'pm_card_visa' });
    expect(done.error).toBeUndefined();
    expect(done.setupIntent?.status).toBe('succeeded');
    expect((await browser.retrieveSetupIntent(secret)).setupIntent?.id).toBe(intent.id);
  });

  test('a decline has Stripe’s message', async () => {
    const { intent } = await openSetup(bench.stripe);
    const refused = await browser.confirmCardSetup(intent.client_secret ?? '', {
      payment_method: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    });
    expect(refused.error).toMatchObject({
      type: 'card_error',
      decline_code: 'insufficient_funds',
      message: 'Your card has insufficient funds.',
    });
  });

  test('a payment with handleActions false leaves authentication to the caller', async () => {
    const pay = async (method: string) => {
      const payment = await bench.stripe.paymentIntents.create({ amount: 700, currency: 'usd' });
      return browser.confirmCardPayment(
        payment.client_secret ?? '',
        { payment_method: method },
        { handleActions: false },
      );
    };
    expect((await pay('pm_card_visa')).paymentIntent?.status).toBe('succeeded');
    expect((await pay('pm_card_authenticationRequired')).paymentIntent?.status).toBe(
      'requires_action',
    );
  });
});

test('a network failure is an error in the result, not an exception', async () => {
  const away = createSandboxStripe({ publishableKey: 'pk_test_1', apiBase: 'http://127.0.0.1:1' });
  const { error } = await away.confirmCardSetup('seti_1_secret_2', { payment_method: 'pm_1' });
  expect(error?.type).toBe('api_connection_error');
});

test('the sandbox refuses a wrong client secret and another customer’s card', async () => {
  expect((await browser.retrievePaymentIntent('pi_1_secret_2')).error?.type).toBe(
    'invalid_request_error',
  );
  const { intent } = await openSetup(bench.stripe);
  const data = { payment_method: { card: {} } } as never;
  expect((await browser.confirmCardSetup(intent.client_secret ?? '', data)).error?.type).toBe(
    'invalid_request_error',
  );
});
