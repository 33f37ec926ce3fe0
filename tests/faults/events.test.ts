import { afterAll, beforeAll, expect, test } from 'bun:test';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signPayload } from '@dockside/stripe-sandbox/server/webhooks';
import Stripe from 'stripe';
import { createDb, type Db, filePath } from '@/db/client';
import { createApp } from '@/server/http/app';
import { ORDER } from '../support/actors';
import { WEBHOOK_SECRET } from '../support/app';
import { payInBrowser } from '../support/paying';
import { type FaultApp, startFaultApp } from './fault-app';
import { type Chance, chance, FULL, figures, withSeed } from './seed';

const SHUFFLES = FULL ? 100 : 4;
/**
 * The number of appointments that the events are about. Each has about five events, and they arrive
 * in a random order.
 */
const APPOINTMENTS = FULL ? 940 : 14;
const FORGED = FULL ? 1000 : 250;
/** The number of deliveries in progress at the same time. */
const AT_ONCE = 8;

let app: FaultApp;
let folder: string;
let events: Stripe.Event[];
/** The path of a copy of the database from before any event arrived. */
let before: string;

beforeAll(async () => {
  app = await startFaultApp();
  const { rows } = await app.deps.db.client.execute('pragma database_list');
  folder = join(filePath(String(rows[0]?.file)), '..');
  await withSeed((seed) => happen(chance(seed)));
  const stripe = new Stripe('sk_test_dockside', {
    host: 'stripe.sandbox',
    protocol: 'http',
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(app.sandbox.fetch as typeof fetch),
  });
  events = await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 });
  await app.deps.db.client.execute('PRAGMA wal_checkpoint(TRUNCATE)');
  before = join(folder, 'before.db');
  await copyFile(join(folder, 'dockside.db'), before);
}, 600_000);
afterAll(() => app.close());

/**
 * Books the appointments, and stops each one at a point where only an event can tell us what
 * happened next.
 */
async function happen(dice: Chance): Promise<void> {
  const confirm = '/v1/payment_intents/*/confirm';
  const complete = (id: string) => app.staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
  const stories: (() => Promise<unknown>)[] = [
    async () => {
      // The browser saves the card and doesn't return to the page.
      const { appointment } = await app.sam.trpc.booking.create.mutate(ORDER);
      const { id: appointmentId } = appointment;
      const authorization = await app.sam.trpc.booking.createPaymentAuthorization.mutate({
        appointmentId,
      });
      await app.sam.enterCard(authorization);
    },
    async () => {
      const id = await app.ready();
      await app.fail('POST', confirm, 'lost-reply', { count: 1 });
      await complete(id);
    },
    async () => {
      const id = await app.ready('4000000000000341');
      await app.fail('POST', confirm, 'lost-reply', { count: 1 });
      await complete(id);
    },
    async () => {
      // The card is declined, and the customer then pays in the browser.
      const id = await app.ready('4000000000000341');
      await complete(id);
      const { paymentIntentId } = await app.charge(id);
      const intent = await app.deps.payments.retrievePaymentIntent(paymentIntentId ?? '');
      await payInBrowser(app, intent.clientSecret, { paymentMethodId: 'pm_card_visa' });
    },
    async () => complete(await app.ready()),
    async () => {
      const id = await app.ready();
      await app.sam.trpc.booking.cancel.mutate({ id });
    },
  ];
  for (let appointment = 0; appointment < APPOINTMENTS; appointment += 1) {
    await (stories[appointment % stories.length] ?? dice.pick(stories))();
    await app.heal();
  }
}

type World = { db: Db; post(body: string, signature: string | null): Promise<number> };

/** Starts the product with a copy of the database from before the events. */
async function worldOf(name: string): Promise<World> {
  const file = join(folder, `${name}.db`);
  await copyFile(before, file);
  const db = await createDb({ url: `file:${file}` });
  const handler = createApp({ deps: { ...app.deps, db }, files: null, sandbox: null });
  return {
    db,
    async post(body, signature) {
      const headers: Record<string, string> = signature ? { 'stripe-signature': signature } : {};
      const request = new Request('http://dockside.test/api/stripe/webhook', {
        method: 'POST',
        headers,
        body,
      });
      return (await handler.handle(request)).status;
    },
  };
}

/** Returns all stored appointments and payments without the new IDs, which are random. */
async function stateOf(db: Db): Promise<string> {
  const queries = [
    'select * from appointments order by id',
    'select * from charges order by id',
    'select * from refunds order by id',
    'select stripe_payment_method_id, user_id from payment_methods order by 1',
    'select appointment_id, action, "before", "after" from audit_log order by 1, 2, 3, 4',
    'select dedupe_key, recipient, body from outbox order by 1',
    'select id, type, object_id, created_at from stripe_events order by id',
  ];
  const parts: string[] = [];
  for (const query of queries) parts.push(JSON.stringify((await db.client.execute(query)).rows));
  return parts.join('\n');
}

const seconds = () => Math.floor(app.clock.now() / 1000);

test(
  `${SHUFFLES} shuffles of the same events, each delivered 1 to 5 times: one final state`,
  () =>
    withSeed(async (seed) => {
      const states = new Set<string>();
      let deliveries = 0;
      const untouched = await worldOf('untouched');
      const start = await stateOf(untouched.db);
      for (let shuffle = 0; shuffle < SHUFFLES; shuffle += 1) {
        const dice = chance(seed + shuffle);
        const world = await worldOf(`shuffle-${shuffle}`);
        const waiting = dice.shuffled(
          events.flatMap((event) => Array.from({ length: 1 + dice.below(5) }, () => event)),
        );
        deliveries += waiting.length;
        const lane = async () => {
          for (let event = waiting.pop(); event; event = waiting.pop()) {
            const body = JSON.stringify(event);
            expect(await world.post(body, signPayload(body, WEBHOOK_SECRET, seconds()))).toBe(200);
          }
        };
        await Promise.all(Array.from({ length: AT_ONCE }, lane));
        states.add(await stateOf(world.db));
        await world.db.close();
      }
      expect(states.size).toBe(1);
      const [state = ''] = states;
      expect(state).not.toBe(start);
      await untouched.db.close();
      figures('Events shuffled', {
        events: events.length * SHUFFLES,
        'of them different': events.length,
        deliveries,
        shuffles: SHUFFLES,
        'final states': states.size,
      });
    }),
  3_600_000,
);

test(
  `${FORGED} forged, stale, or altered events: none is accepted`,
  () =>
    withSeed(async (seed) => {
      const dice = chance(seed);
      const world = await worldOf('forged');
      const start = await stateOf(world.db);
      const sign = (body: string, at = seconds(), secret = WEBHOOK_SECRET) =>
        signPayload(body, secret, at);
      const altered = (text: string) => {
        const at = dice.below(text.length);
        const other = text[at] === 'x' ? 'y' : 'x';
        return text.slice(0, at) + other + text.slice(at + 1);
      };
      const tricks: ((body: string) => [string, string | null])[] = [
        (body) => [body, null],
        (body) => [body, sign(body, seconds(), `whsec_${dice.below(1e9)}`)],
        (body) => [body, sign(body, seconds() - 301 - dice.below(1e6))],
        (body) => [body, sign(body, seconds() + 301 + dice.below(1e6))],
        (body) => [altered(body), sign(body)],
        (body) => [body, altered(sign(body))],
        (body) => [body, sign(body).replace('v1=', 'v0=')],
        (body) => [body, sign(body).slice(0, -1 - dice.below(60))],
        (body) => [body, sign(JSON.stringify(dice.pick(events)).concat(' '))],
        (body) => [body, `t=${seconds() - 1},${sign(body)}`],
        (body) => [`${body} `, sign(body)],
        (body) => ['', sign(body)],
      ];
      let accepted = 0;
      for (let index = 0; index < FORGED; index += 1) {
        const body = JSON.stringify(dice.pick(events));
        const status = await world.post(...dice.pick(tricks)(body));
        if (status !== 400) accepted += 1;
      }
      expect(accepted).toBe(0);
      expect(await stateOf(world.db)).toBe(start);
      await world.db.close();
      figures('Forged, stale or altered', { events: FORGED, accepted });
    }),
  600_000,
);
