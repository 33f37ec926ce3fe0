import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { listenSandbox, type SandboxListener } from './listener';
import { createStripeSandbox, type StripeSandbox, type StripeSandboxOptions } from './sandbox';

/**
 * A sandbox on a free local port with its own file, and the real SDK connected to it. For tests.
 */
export interface Bench {
  sandbox: StripeSandbox;
  listener: SandboxListener;
  stripe: Stripe;
  dbPath: string;
  /** The sandbox's time, in ms, which tests set. */
  clock: { now: number };
  /** Calls like a browser, with a publishable key and a form body. Returns status and JSON. */
  browser(method: 'GET' | 'POST', path: string, fields: Record<string, string>): Promise<Answered>;
  /** Makes one of the sandbox's own calls. */
  admin(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Answered>;
  /** Confirms a SetupIntent from the browser with a new card. */
  saveCard(
    intent: Stripe.SetupIntent,
    number: string,
    more?: Record<string, string>,
  ): Promise<Answered>;
  /** Stops everything and reopens the same file, as after a kill. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface Answered {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape, looked into by tests only
  json: any;
  headers: Headers;
}

/** A card's form fields as a page sends them, valid through the end of 2034. */
export function cardFields(number: string, prefix = 'payment_method_data'): Record<string, string> {
  return {
    [`${prefix}[type]`]: 'card',
    [`${prefix}[card][number]`]: number,
    [`${prefix}[card][exp_month]`]: '12',
    [`${prefix}[card][exp_year]`]: '2034',
    [`${prefix}[card][cvc]`]: number.startsWith('3') ? '1234' : '123',
    [`${prefix}[billing_details][address][postal_code]`]: '49047',
  };
}

async function answered(request: Promise<Response>): Promise<Answered> {
  const answer = await request;
  return { status: answer.status, json: await answer.json(), headers: answer.headers };
}

/** Creates an SDK for a port. It leaves all retries to the test. */
export function sdk(port: number): Stripe {
  return new Stripe('sk_test_bench', {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

/** Starts a sandbox on a free port, with a clock that tests set, and Stripe's SDK. */
export async function startBench(options: Partial<StripeSandboxOptions> = {}): Promise<Bench> {
  const folder = mkdtempSync(join(tmpdir(), 'stripe-sandbox-'));
  const dbPath = join(folder, 'sandbox.db');
  const clock = { now: Date.parse('2026-11-20T12:00:00Z') };
  const open = () => createStripeSandbox({ dbPath, now: () => clock.now, ...options });
  const sandbox = open();
  const listener = await listenSandbox(sandbox, { port: 0 });
  const bench: Bench = {
    sandbox,
    listener,
    stripe: sdk(listener.port),
    dbPath,
    clock,
    browser(method, path, fields) {
      const form = new URLSearchParams({ ...fields, key: 'pk_test_bench' });
      const url = `${bench.listener.url}${path}`;
      return answered(
        method === 'GET' ? fetch(`${url}?${form}`) : fetch(url, { method, body: form }),
      );
    },
    admin: (method, path, body) =>
      answered(
        fetch(`${bench.listener.url}${path}`, { method, body: body && JSON.stringify(body) }),
      ),
    saveCard: (intent, number, more = {}) =>
      bench.browser('POST', `/v1/setup_intents/${intent.id}/confirm`, {
        client_secret: intent.client_secret ?? '',
        ...cardFields(number),
        ...more,
      }),
    async restart() {
      await bench.listener.stop();
      await bench.sandbox.close();
      bench.sandbox = open();
      bench.listener = await listenSandbox(bench.sandbox, { port: 0 });
      bench.stripe = sdk(bench.listener.port);
    },
    async close() {
      await bench.listener.stop();
      await bench.sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return bench;
}

/** Creates a customer with a SetupIntent, as the app does. */
export async function openSetup(stripe: Stripe, appointmentId = 'apt_1') {
  const customer = await stripe.customers.create({ metadata: { owner_key: 'user-1' } });
  const intent = await stripe.setupIntents.create({
    customer: customer.id,
    usage: 'off_session',
    allowed_payment_method_types: ['card'],
    metadata: { appointment_id: appointmentId },
  });
  return { customer, intent };
}

/** Creates a customer with a saved Visa. @returns both IDs */
export async function saveNewCard(bench: Bench): Promise<{ customer: string; method: string }> {
  const { customer, intent } = await openSetup(bench.stripe);
  const saved = await bench.saveCard(intent, '4242424242424242');
  return { customer: customer.id, method: String(saved.json.payment_method) };
}

/** Returns the error of a call that must fail. */
export async function failureOf(
  call: Promise<unknown>,
): Promise<InstanceType<typeof Stripe.errors.StripeError>> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
    throw error;
  }
  throw new Error('the call succeeded');
}
