import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type Bench, cardFields, failureOf, openSetup, startBench } from './sandbox.fixture';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

/**
 * Columns: the result of saving the card, and of charging it off session. A code means a 402 with
 * that code.
 */
type Row = [
  number: string,
  name: string,
  setup: 'saved' | 'authenticates' | string,
  charge: string,
];

const ROWS: Row[] = [
  ['4242424242424242', 'Visa', 'saved', 'paid'],
  ['5555555555554444', 'Mastercard', 'saved', 'paid'],
  ['378282246310005', 'American Express', 'saved', 'paid'],
  ['6011111111111117', 'Discover', 'saved', 'paid'],
  ['4000000000000002', 'declined', 'card_declined/generic_decline', '-'],
  ['4000000000000341', 'saves, then declines', 'saved', 'card_declined/generic_decline'],
  ['4000000000009995', 'insufficient funds', 'card_declined/insufficient_funds', '-'],
  ['4000000000009987', 'lost', 'card_declined/lost_card', '-'],
  ['4000000000009979', 'stolen', 'card_declined/stolen_card', '-'],
  ['4000000000000069', 'expired', 'expired_card/expired_card', '-'],
  ['4000000000000127', 'wrong CVC', 'incorrect_cvc/incorrect_cvc', '-'],
  ['4000000000000119', 'processing error', 'processing_error/processing_error', '-'],
  ['4000002500003155', 'authenticates at setup only', 'authenticates', 'paid'],
  [
    '4000002760003184',
    'authenticates every time',
    'authenticates',
    'authentication_required/authentication_required',
  ],
  [
    '4000008260003178',
    'authenticates, then no funds',
    'authenticates',
    'card_declined/insufficient_funds',
  ],
  ['4000000000005126', 'refund fails later', 'saved', 'paid'],
];

async function save(number: string) {
  const { customer, intent } = await openSetup(bench.stripe);
  const answer = await bench.saveCard(intent, number);
  return { customer: customer.id, intent, answer };
}

async function authenticate(intent: { id: string; client_secret: string | null }, outcome: string) {
  return bench.admin('POST', '/_sandbox/authenticate', {
    intent: intent.id,
    client_secret: intent.client_secret,
    outcome,
  });
}

describe.each(ROWS)('%s %s', (number, _name, setup, charge) => {
  test(`setup with ${setup} and off-session charge with ${charge}`, async () => {
    const { customer, intent, answer } = await save(number);
    if (setup.includes('/')) {
      const [code, decline] = setup.split('/');
      expect(answer.status).toBe(402);
      expect(answer.json.error).toMatchObject({ type: 'card_error', code, decline_code: decline });
      expect(answer.json.error.setup_intent.status).toBe('requires_payment_method');
      const after = await bench.stripe.setupIntents.retrieve(intent.id);
      expect(after).toMatchObject({
        status: 'requires_payment_method',
        payment_method: null,
        last_setup_error: { code },
      });
      expect((await bench.stripe.customers.listPaymentMethods(customer)).data).toEqual([]);
      return;
    }
    if (setup === 'authenticates') {
      expect(answer.json).toMatchObject({
        status: 'requires_action',
        next_action: { type: 'use_stripe_sdk' },
      });
      expect((await authenticate(intent, 'complete')).json.status).toBe('succeeded');
    }
    const saved = await bench.stripe.setupIntents.retrieve(intent.id);
    expect(saved.status).toBe('succeeded');
    const payment = await bench.stripe.paymentIntents.create({
      amount: 4321,
      currency: 'usd',
      customer,
      payment_method: String(saved.payment_method),
    });
    const confirm = bench.stripe.paymentIntents.confirm(payment.id, { off_session: true });
    if (charge === 'paid') {
      expect(await confirm).toMatchObject({ status: 'succeeded', amount_received: 4321 });
      return;
    }
    const [code, decline] = charge.split('/');
    const error = await failureOf(confirm);
    expect(error).toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code,
      decline_code: decline,
    });
    const after = await bench.stripe.paymentIntents.retrieve(payment.id, {
      expand: ['latest_charge'],
    });
    expect(after).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      amount_received: 0,
      last_payment_error: {
        code,
        decline_code: decline,
        payment_method: { id: saved.payment_method },
      },
      latest_charge: { status: 'failed', paid: false, failure_code: code },
    });
    expect(error.payment_intent?.id).toBe(payment.id);
  });
});

describe('a typed card', () => {
  const tries: [string, Record<string, string>, string][] = [
    [
      'a wrong digit',
      { 'payment_method_data[card][number]': '4242424242424241' },
      'incorrect_number',
    ],
    ['letters', { 'payment_method_data[card][number]': '4242abcd42424242' }, 'invalid_number'],
    ['month 13', { 'payment_method_data[card][exp_month]': '13' }, 'invalid_expiry_month'],
    ['last year', { 'payment_method_data[card][exp_year]': '2025' }, 'invalid_expiry_year'],
    [
      'last month',
      { 'payment_method_data[card][exp_month]': '10', 'payment_method_data[card][exp_year]': '26' },
      'invalid_expiry_month',
    ],
    ['a short CVC', { 'payment_method_data[card][cvc]': '12' }, 'invalid_cvc'],
    ['a live card', { 'payment_method_data[card][number]': '4012888888881881' }, 'card_declined'],
  ];
  test.each(tries)('%s', async (_name, fields, code) => {
    const { intent } = await openSetup(bench.stripe);
    const answer = await bench.saveCard(intent, '4242424242424242', fields);
    expect(answer).toMatchObject({ status: 402, json: { error: { type: 'card_error', code } } });
    // The same intent accepts a second card.
    expect((await bench.saveCard(intent, '4242424242424242')).json.status).toBe('succeeded');
  });
});

test('a failed authentication leaves the setup open for another card', async () => {
  const { intent } = await save('4000002500003155');
  expect((await authenticate(intent, 'fail')).json).toMatchObject({
    status: 'requires_payment_method',
    last_setup_error: { code: 'setup_intent_authentication_failure' },
  });
  expect((await authenticate({ ...intent, client_secret: 'wrong' }, 'complete')).status).toBe(400);
  expect((await authenticate(intent, 'complete')).status).toBe(400);
  expect((await bench.saveCard(intent, '4242424242424242')).json.status).toBe('succeeded');
});

test('a customer pays a balance in the browser, with authentication, that was declined off session', async () => {
  const { customer, intent } = await save('4000002760003184');
  await authenticate(intent, 'complete');
  const saved = await bench.stripe.setupIntents.retrieve(intent.id);
  const payment = await bench.stripe.paymentIntents.create({
    amount: 5000,
    currency: 'usd',
    customer,
    payment_method: String(saved.payment_method),
  });
  await failureOf(bench.stripe.paymentIntents.confirm(payment.id, { off_session: true }));
  const fields = { client_secret: payment.client_secret ?? '', ...cardFields('4000002760003184') };
  const waiting = await bench.browser('POST', `/v1/payment_intents/${payment.id}/confirm`, fields);
  expect(waiting.json.status).toBe('requires_action');
  expect((await authenticate(payment, 'fail')).json.last_payment_error.code).toBe(
    'payment_intent_authentication_failure',
  );
  await bench.browser('POST', `/v1/payment_intents/${payment.id}/confirm`, fields);
  expect((await authenticate(payment, 'complete')).json.status).toBe('succeeded');
  const paid = await bench.stripe.paymentIntents.retrieve(payment.id, {
    expand: ['latest_charge'],
  });
  expect(paid).toMatchObject({
    status: 'succeeded',
    amount_received: 5000,
    last_payment_error: null,
  });
  const charges = await bench.stripe.charges.list({ payment_intent: payment.id });
  expect(charges.data.map((charge) => charge.status)).toEqual(['succeeded', 'failed']);
});

test('a browser cannot claim to be off session', async () => {
  const payment = await bench.stripe.paymentIntents.create({ amount: 5000, currency: 'usd' });
  const answer = await bench.browser('POST', `/v1/payment_intents/${payment.id}/confirm`, {
    client_secret: payment.client_secret ?? '',
    off_session: 'true',
    ...cardFields('4242424242424242'),
  });
  expect(answer).toMatchObject({ status: 400, json: { error: { param: 'off_session' } } });
});
