import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type Stripe from 'stripe';
import { type Bench, openSetup, startBench } from './sandbox.fixture';
import { Store } from './store';
import { WebhookQueue, type WebhookTarget } from './webhooks';

const SECRET = 'whsec_test';
interface Received {
  body: string;
  signature: string;
  event: Stripe.Event;
}

let bench: Bench;
let received: Received[];
/** The app's answer, which tests change. */
let answer: () => Response;
const target: WebhookTarget = {
  url: 'http://app.test/api/stripe/webhook',
  secret: SECRET,
  fetch: async (request) => {
    const body = await request.text();
    const signature = request.headers.get('stripe-signature') ?? '';
    received.push({ body, signature, event: JSON.parse(body) as Stripe.Event });
    return answer();
  },
};

beforeEach(async () => {
  received = [];
  answer = () => new Response('ok');
  bench = await startBench({ webhooks: [target] });
});
afterEach(() => bench.close());

const types = () => received.map(({ event }) => event.type as string);

test('the events of a saved card and a payment arrive signed, in order, and are listed', async () => {
  const { customer, intent } = await openSetup(bench.stripe, 'apt_7');
  await bench.saveCard(intent, '4242424242424242');
  const method = String((await bench.stripe.setupIntents.retrieve(intent.id)).payment_method);
  const payment = await bench.stripe.paymentIntents.create({
    amount: 900,
    currency: 'usd',
    customer: customer.id,
    payment_method: method,
  });
  await bench.stripe.paymentIntents.confirm(
    payment.id,
    { off_session: true },
    { idempotencyKey: 'confirm:apt_7:1' },
  );
  await bench.sandbox.flushWebhooks();
  const expected = [
    'customer.created',
    'setup_intent.created',
    'payment_method.attached',
    'setup_intent.succeeded',
    'payment_intent.created',
    'charge.succeeded',
    'payment_intent.succeeded',
  ];
  expect(types().sort()).toEqual([...expected].sort());
  const listed = await bench.stripe.events.list({ limit: 100 });
  expect(listed.data.map((event) => event.type as string).reverse()).toEqual(expected);
  expect(listed.data.every((event) => event.pending_webhooks === 0)).toBe(true);
  for (const { body, signature } of received) {
    const event = await bench.stripe.webhooks.constructEventAsync(
      body,
      signature,
      SECRET,
      300,
      undefined,
      bench.clock.now,
    );
    expect(event.api_version).toBe('2026-10-28.endive');
  }
  const paid = received.find(({ event }) => event.type === 'payment_intent.succeeded')?.event;
  expect(paid?.request?.idempotency_key).toBe('confirm:apt_7:1');
});

test('declines, authentication, and cancellation have their events', async () => {
  const { intent } = await openSetup(bench.stripe);
  await bench.saveCard(intent, '4000000000000002');
  await bench.saveCard(intent, '4000002500003155');
  await bench.stripe.setupIntents.cancel(intent.id);
  const payment = await bench.stripe.paymentIntents.create({ amount: 900, currency: 'usd' });
  await bench.stripe.paymentIntents
    .confirm(payment.id, { payment_method: 'pm_card_chargeCustomerFail' })
    .catch(() => {});
  await bench.stripe.paymentIntents.cancel(payment.id);
  await bench.sandbox.flushWebhooks();
  expect(types()).toEqual(
    expect.arrayContaining([
      'setup_intent.setup_failed',
      'setup_intent.requires_action',
      'setup_intent.canceled',
      'charge.failed',
      'payment_intent.payment_failed',
      'payment_intent.canceled',
    ]),
  );
});

test('the list of events filters by type, family, and time, page by page', async () => {
  await bench.stripe.customers.create({});
  const later = Math.floor(bench.clock.now / 1000) + 100;
  bench.clock.now += 100_000;
  await bench.stripe.paymentIntents.create({
    amount: 900,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: true,
  });
  const list = async (params: Stripe.EventListParams) =>
    (await bench.stripe.events.list(params)).data.map((event) => event.type as string);
  expect(await list({ type: 'customer.created' })).toEqual(['customer.created']);
  expect(await list({ type: 'payment_intent.*' })).toEqual([
    'payment_intent.succeeded',
    'payment_intent.created',
  ]);
  expect(await list({ types: ['customer.created', 'charge.succeeded'] })).toEqual([
    'charge.succeeded',
    'customer.created',
  ]);
  expect(await list({ created: { gte: later } })).not.toContain('customer.created');
  const all = await bench.stripe.events.list({ limit: 2 }).autoPagingToArray({ limit: 100 });
  expect(all).toHaveLength(4);
});

describe('an app that is down', () => {
  test('gets its events again, with longer and longer pauses', async () => {
    answer = () => new Response('no', { status: 500 });
    await bench.stripe.customers.create({});
    await bench.sandbox.flushWebhooks();
    expect(received).toHaveLength(1);
    await bench.sandbox.flushWebhooks();
    expect(received).toHaveLength(1);
    bench.clock.now += 250;
    await bench.sandbox.flushWebhooks();
    expect(received).toHaveLength(2);
    bench.clock.now += 250;
    await bench.sandbox.flushWebhooks();
    expect(received).toHaveLength(2);
    answer = () => new Response('ok');
    bench.clock.now += 250;
    await bench.sandbox.flushWebhooks();
    expect(received).toHaveLength(3);
    expect((await bench.admin('GET', '/_sandbox/deliveries')).json).toEqual({
      pending: 0,
      delivered: 1,
      failed: 0,
    });
  });

  test('gets the missed events after a restart', async () => {
    answer = () => {
      throw new Error('connection refused');
    };
    await bench.stripe.customers.create({});
    await bench.sandbox.flushWebhooks();
    answer = () => new Response('ok');
    await bench.restart();
    bench.clock.now += 60_000;
    await bench.sandbox.flushWebhooks();
    expect(types()).toEqual(['customer.created', 'customer.created']);
    expect(received[0]?.event.id).toBe(received[1]?.event.id ?? '');
  });
});

describe('faults of deliveries', () => {
  const customers = async (count: number) => {
    for (let index = 0; index < count; index += 1) await bench.stripe.customers.create({});
  };

  test('dropped events are listed and never delivered', async () => {
    await bench.admin('POST', '/_sandbox/events', { drop: 1 });
    await customers(3);
    await bench.sandbox.flushWebhooks();
    expect(received).toEqual([]);
    expect((await bench.stripe.events.list()).data).toHaveLength(3);
  });

  test('doubled events arrive twice under one ID', async () => {
    await bench.admin('POST', '/_sandbox/events', { double: 1 });
    await customers(3);
    await bench.sandbox.flushWebhooks();
    expect(received).toHaveLength(6);
    expect(new Set(received.map(({ event }) => event.id)).size).toBe(3);
  });

  test('all shuffled events arrive, in another order', async () => {
    await bench.admin('POST', '/_sandbox/events', { shuffleMs: 60_000, seed: 3 });
    await customers(12);
    bench.clock.now += 60_000;
    await bench.sandbox.flushWebhooks();
    const made = (await bench.stripe.events.list({ limit: 100 })).data
      .map((event) => event.id)
      .reverse();
    const came = received.map(({ event }) => event.id);
    expect([...came].sort()).toEqual([...made].sort());
    expect(came).not.toEqual(made);
  });

  test('one event can be sent again any number of times', async () => {
    await customers(1);
    await bench.sandbox.flushWebhooks();
    await bench.admin('POST', '/_sandbox/redeliver', { event: received[0]?.event.id, times: 4 });
    await bench.sandbox.flushWebhooks();
    expect(received).toHaveLength(5);
  });
});

describe('an idle queue', () => {
  let store: Store;
  let queue: WebhookQueue;
  /** Counts the queue's reads of the clock, one for each check for deliveries. */
  let looks: number;
  const open = (targets: WebhookTarget[]) => {
    store = new Store(bench.dbPath);
    const clock = () => {
      looks += 1;
      return bench.clock.now;
    };
    queue = new WebhookQueue(store, clock, targets, () => {});
  };
  afterEach(async () => {
    await queue.stop();
    store.close();
  });

  /** The number of checks during a second without deliveries. */
  async function looksOfASecond(): Promise<number> {
    looks = 0;
    await Bun.sleep(1_000);
    return looks;
  }

  test('pauses after events were recorded during a delivery', async () => {
    await bench.stripe.customers.create({});
    await bench.sandbox.flushWebhooks();
    let hasWoken = false;
    open([
      {
        ...target,
        fetch: async () => {
          queue.wake();
          hasWoken = true;
          return new Response('ok');
        },
      },
    ]);
    store.db.run("update deliveries set state = 'pending', leased_until = 0");
    queue.wake();
    while (!hasWoken) await Bun.sleep(5);
    expect(await looksOfASecond()).toBeLessThan(20);
  });

  test('pauses while another process delivers, and when an event has no recipient', async () => {
    await bench.stripe.customers.create({});
    await bench.sandbox.flushWebhooks();
    open([target]);
    store.db.run("update deliveries set state = 'pending', leased_until = ?", [
      Date.now() + 60_000,
    ]);
    queue.wake();
    expect(await looksOfASecond()).toBeLessThan(20);
    await queue.stop();
    store.db.run("update deliveries set leased_until = 0, target = 'we_deleted'");
    open([target]);
    expect(await looksOfASecond()).toBeLessThan(20);
  });
});
