/** Real processes: a Stripe sandbox, and products on one database that a test can kill. */
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Ledger } from '@dockside/stripe-sandbox/server/ledger';
import type { StripeSandbox } from '@dockside/stripe-sandbox/server/sandbox';
import { type Client, createClient } from '@libsql/client';
import { freshDatabase } from '../support/database';
import { freePort } from '../support/free-port';
import { entriesIn } from '../support/ledger';
import { type Product, startProduct } from '../support/product';
import { Visitor } from '../support/visitor';
import { type Comparison, compareBooks } from './books';

const root = join(import.meta.dir, '../..');
const POLL_MS = 50;

export type World = {
  /** The products by number. `restart` replaces a killed one. */
  products: Product[];
  /** A scheduled appointment with a saved card and no charge. */
  ready(): Promise<string>;
  /** Completes the delivery at one of the products. Doesn't throw if that product was killed. */
  complete(id: string, product?: number): Promise<{ balancePaid: boolean } | null>;
  kill(product?: number): Promise<void>;
  restart(product?: number): Promise<void>;
  stripe<T>(method: string, path: string, body?: object): Promise<T>;
  /** The states of these deliveries' charges. A delivery that wasn't completed has none. */
  states(ids: string[]): Promise<Map<string, string>>;
  books(): Promise<Comparison>;
  close(): Promise<void>;
};

/**
 * Polls until the condition is true, or throws after the time limit.
 * @returns the time it took, in ms
 */
export async function until(
  what: string,
  withinMs: number,
  isSo: () => Promise<boolean>,
): Promise<number> {
  const began = performance.now();
  for (;;) {
    if (await isSo()) return performance.now() - began;
    if (performance.now() - began > withinMs) throw new Error(`${what}: not within ${withinMs} ms`);
    await Bun.sleep(POLL_MS);
  }
}

async function startStripe(folder: string, forwardTo: string | null) {
  const process_ = Bun.spawn(
    [
      process.execPath,
      '--no-env-file',
      join(root, 'packages/stripe-sandbox/server/main.ts'),
      '--port=0',
      `--db=${join(folder, 'stripe.db')}`,
      ...(forwardTo
        ? [`--forward-to=${forwardTo}`, '--webhook-secret=whsec_dockside_sandbox']
        : []),
    ],
    { cwd: root, env: { PATH: process.env.PATH }, stdout: 'pipe', stderr: 'ignore' },
  );
  const reader = process_.stdout.getReader();
  let said = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    said += new TextDecoder().decode(part.value);
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
    if (url) return { url, process: process_ };
  }
  throw new Error(`the sandbox did not start: ${said}`);
}

/** @param options.events whether Stripe's events reach the first product */
export async function startWorld(options: { products: number; events: boolean }): Promise<World> {
  const ends: End[] = [];
  try {
    return await raise(options, ends);
  } catch (error) {
    await endAll(ends);
    throw error;
  }
}

type End = () => unknown;

/** Stops everything that was started, in reverse order. */
async function endAll(ends: End[]): Promise<void> {
  for (let end = ends.pop(); end; end = ends.pop()) await end();
}

async function raise(options: { products: number; events: boolean }, ends: End[]): Promise<World> {
  const { folder, url } = await freshDatabase();
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  const db: Client = createClient({ url, timeout: 2000 });
  ends.push(() => db.close());
  await db.execute(
    'insert into booking_settings (id, default_capacity, updated_at) values (1, 100000, 0)',
  );
  const ports: number[] = [];
  for (let index = 0; index < options.products; index += 1) ports.push(await freePort());
  const stripe = await startStripe(
    folder,
    options.events ? `http://127.0.0.1:${ports[0]}/api/stripe/webhook` : null,
  );
  ends.push(() => {
    stripe.process.kill('SIGKILL');
    return stripe.process.exited;
  });
  const start = (port: number | undefined) =>
    startProduct({
      folder,
      env: {
        PORT: String(port),
        STRIPE_API_BASE: stripe.url,
        DEMO: '0',
        LOG_LEVEL: 'warn',
        RATE_LIMIT_FACTOR: '0',
        ADMIN_USERNAME: 'boss',
        ADMIN_PASSWORD: 'boss-password',
      },
    });
  const [first] = ports;
  const products: Product[] = [];
  ends.push(async () => {
    for (const product of products) {
      product.process.kill('SIGKILL');
      await product.stop();
    }
  });
  for (const port of ports) products.push(await start(port));

  const handle = (request: Request) => fetch(request);
  // A visitor makes two calls to Stripe, both over the network like a browser.
  const browserFetch = (request: Request) => {
    const { pathname } = new URL(request.url);
    return fetch(new Request(new URL(pathname, stripe.url), request));
  };
  const sandbox = { browserFetch } as StripeSandbox;
  const visitors = ports.map((port) => new Visitor(handle, sandbox, `http://localhost:${port}`));
  const [staff] = visitors;
  if (!staff) throw new Error('a world has a product');
  const signIn = { username: 'boss', password: 'boss-password' };
  for (const visitor of visitors) await visitor.trpc.auth.adminLogin.mutate(signIn);
  const sam = new Visitor(handle, sandbox, `http://localhost:${first}`);
  await sam.trpc.auth.register.mutate({
    username: 'sam',
    password: 'six-characters',
    email: 'sam@lake.example',
    fullName: 'Sam Waters',
    phone: '(269) 555-0117',
    homeAddress: '58112 Lakeshore Drive',
    preferredFuelType: 'Regular',
  });
  const { days } = await sam.trpc.slots.window.query();
  const day = days[3];
  const timeSlot = day?.timeSlots[0];
  if (!day || !timeSlot) throw new Error('there is no time slot to book');

  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${stripe.url}${path}`, {
      method,
      body: body && JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const chargeRows = async () => (await db.execute('select * from charges')).rows;

  return {
    products,
    async ready() {
      const { appointment } = await sam.trpc.booking.create.mutate({
        date: day.date,
        time: timeSlot.label,
        location: 'Maple Island Marina',
        fuelType: 'Regular',
        estimatedGallons: 20,
        canType: 'boat',
        smallIceBags: 2,
        largeIceBags: 1,
      });
      const { id } = appointment;
      const authorization = await sam.trpc.booking.createPaymentAuthorization.mutate({
        appointmentId: id,
      });
      const { ok, body } = await sam.enterCard(authorization);
      if (!ok) throw new Error(`the card was refused: ${JSON.stringify(body)}`);
      await sam.trpc.booking.confirmPaymentSetup.mutate({
        appointmentId: id,
        setupIntentId: authorization.setupIntentId ?? '',
      });
      await staff.trpc.admin.confirm.mutate({ id });
      await staff.trpc.admin.schedule.mutate({ id });
      return id;
    },
    complete: async (id, product = 0) => {
      const visitor = visitors[product] ?? staff;
      return visitor.trpc.admin.complete.mutate({ id, actualGallons: 10 }).catch(() => null);
    },
    async kill(product = 0) {
      const child = products[product]?.process;
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    async restart(product = 0) {
      products[product] = await start(ports[product]);
    },
    stripe: call,
    async states(ids) {
      const own = new Set(ids);
      const rows = (await chargeRows()).filter((row) => own.has(String(row.appointment_id)));
      return new Map(rows.map((row) => [String(row.appointment_id), String(row.state)]));
    },
    async books() {
      const rows = (await chargeRows()).map((row) => ({
        appointmentId: String(row.appointment_id),
        state: String(row.state),
        amountCents: Number(row.amount_cents),
        attempt: Number(row.attempt),
        paymentIntentId: null,
        errorCode: null,
        errorMessage: null,
        refundedCents: Number(row.refunded_cents),
      }));
      const ledger = await call<Ledger>('GET', '/_sandbox/ledger');
      return compareBooks(rows, await entriesIn(db), ledger);
    },
    close: () => endAll(ends),
  };
}
