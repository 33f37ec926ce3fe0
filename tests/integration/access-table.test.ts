/**
 * Makes every procedure and REST call as nine actors, and compares with a written table. The test fails if a
 * call isn't in the table, or if a line of the table has no call.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { openSession } from '@/server/modules/auth/sessions.usecases';
import { findUserByUsername } from '@/server/modules/auth/users.repository';
import { OPERATIONS } from '@/server/rest/table';
import { appRouter } from '@/server/trpc';
import { PROCEDURES, REST_CALLS } from '../support/access-table';
import {
  admin,
  book,
  customer,
  driver,
  LOAD,
  ORDER,
  office,
  readyToDeliver,
  SPILL,
  WALK_UP,
} from '../support/actors';
import { startTestApp, type TestApp, TODAY, TOMORROW } from '../support/app';

const ACTORS = [
  'stranger',
  'guest',
  'customer',
  'other',
  'driver',
  'admin',
  'dispatcher',
  'accountant',
  'viewer',
] as const;
type ActorName = (typeof ACTORS)[number];
/** No test waits for the end of a subscription. */
const ENDLESS = 'subscription';

/** A browser's subscription. */
const PUSH = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/access',
  ...{ p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
};

let app: TestApp;
let names: Partial<Record<ActorName, string>>;
let manageToken: string;
/** The customer's delivery, assigned to the driver, and the guest's own. */
let ids: {
  delivery: string;
  /** Another of the customer's deliveries, for the cancellation. */
  spare: string;
  guest: string;
  driverId: number;
  otherDriverId: number;
};

beforeAll(async () => {
  app = await startTestApp();
  const sam = await customer(app, { username: 'sam', email: 'sam@lake.example' });
  await customer(app, { username: 'kim', email: 'kim@lake.example' });
  const staff = await admin(app);
  const dana = await driver(app);
  const eve = await driver(app);
  const delivery = await book(sam);
  await readyToDeliver(staff, delivery, dana.driverId);
  const spare = await book(sam, { time: '2:00 PM - 4:00 PM' });
  const guest = await app.visitor().trpc.booking.create.mutate({
    ...ORDER,
    time: '12:00 PM - 2:00 PM',
    customerPhone: '2695550100',
  });
  manageToken = guest.manageToken ?? '';
  ids = {
    delivery,
    spare,
    guest: guest.appointment.id,
    driverId: dana.driverId,
    otherDriverId: eve.driverId,
  };
  const { rows } = await app.deps.db.client.execute({
    sql: 'select username from users where driver_id = ?',
    args: [dana.driverId],
  });
  const driverName = String(rows[0]?.username);
  names = { customer: 'sam', other: 'kim', driver: driverName, admin: 'boss' };
  for (const role of ['dispatcher', 'accountant', 'viewer'] as const) {
    names[role] = (await office(app, role)).username;
  }
});
afterAll(() => app.close());

/** An actor's headers with a new session each time, because a call may end its session. */
async function headersOf(actor: ActorName): Promise<Record<string, string>> {
  if (actor === 'guest') return { 'x-manage-token': manageToken };
  const name = names[actor];
  if (name === undefined) return {};
  const user = await findUserByUsername(app.deps.db.orm, name);
  const { token } = await openSession(app, { userId: user?.id ?? '' });
  return { cookie: `dockside_session=${token}` };
}

/**
 * Returns the input of a call. Most calls get none, so people who may make them get a 400. Calls
 * about one delivery get an almost valid input, so that only the owner gets past the access check.
 */
async function inputOf(call: string): Promise<unknown> {
  const isOwn = call.endsWith('(own)');
  const id = isOwn ? ids.guest : ids.delivery;
  const driverId = isOwn ? ids.driverId : ids.otherDriverId;
  const setup = { appointmentId: id, setupIntentId: await setupIntentOf(id) };
  const key = call.replace(' (own)', '');
  const late = { ...ORDER, id, date: '2030-01-01' };
  const inputs: Record<string, unknown> = {
    'booking.get': { id },
    'booking.renewGuestLink': { id },
    'booking.texts': { id },
    'booking.setTexts': { id, isOn: true },
    'booking.sendLink': { id, email: 'guest@lake.example' },
    'booking.provePhone': { id, lastDigits: '0100' },
    'booking.modify': late,
    'booking.patch': late,
    'booking.cancel': { id: ids.spare },
    'booking.createPaymentAuthorization': { appointmentId: id },
    'booking.confirmPaymentSetup': setup,
    'booking.createBalancePayment': { appointmentId: id, remainingAmount: 1 },
    'booking.confirmBalancePayment': { appointmentId: id },
    'driver.patch': { id, status: 'completed', actualGallons: 5 },
    'push.state': { endpoint: PUSH.endpoint },
    'push.subscribe': PUSH,
    'push.unsubscribe': { endpoint: PUSH.endpoint },
    'push.sendTest': { endpoint: PUSH.endpoint },
    'driver.seeChange': { id, changeId: 1 },
    'driver.complete': { id, actualGallons: 5 },
    'driver.completePhoto': { id, actionKey: crypto.randomUUID(), photo: DOT },
    'driver.fillerPhoto': { id, actionKey: crypto.randomUUID(), photo: DOT },
    'driver.handOver': {
      ...{ id, kind: 'complete', actualGallons: 5, text: 'complete', refusal: 'No answer' },
      actionKey: crypto.randomUUID(),
    },
    'driver.notDelivered': { id, reason: 'unsafe', actionKey: crypto.randomUUID() },
    'driver.reportIssue': { driverId, text: 'The pump leaks', actionKey: crypto.randomUUID() },
    'driver.reportIssuePhoto': { id: 'no-such-report-key', photo: DOT },
    'driver.setDuty': { driverId, status: 'available' },
    'driver.setPosition': { driverId, latitude: 41.98, longitude: -86.11 },
    'driver.setRouteOrder': { driverId, date: TODAY, stopIds: null },
    'driver.walkUp': { ...WALK_UP, id: crypto.randomUUID(), driverId },
    'driver.setLoad': { ...LOAD, date: TODAY, driverId },
    'driver.reserveTickets': { id: crypto.randomUUID(), truckId: 1 },
    'driver.setTruck': { date: TODAY, truckId: 1, driverId },
    'driver.reportSpill': { ...SPILL, actionKey: crypto.randomUUID(), driverId },
    'driver.info': { id: driverId },
    'driver.day': { driverId },
    'PATCH /api/appointments/{id}': { date: '2030-01-01', time: ORDER.time },
    'POST /api/appointments/{id}/complete': { actualGallons: 5 },
    'POST /api/create-payment-authorization': { appointmentId: id },
    'POST /api/create-setup-intent': { appointmentId: id },
    'POST /api/create-balance-payment': { appointmentId: id, remainingAmount: 1 },
    'POST /api/confirm-payment-setup': setup,
  };
  return inputs[key] ?? {};
}

async function setupIntentOf(id: string): Promise<string> {
  const { rows } = await app.deps.db.client.execute({
    sql: 'select setup_intent_id from appointments where id = ?',
    args: [id],
  });
  return String(rows[0]?.setup_intent_id ?? 'none');
}

const DOT =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const at = (path: string) => `http://dockside.test${path}`;

async function askProcedure(call: string, type: string, actor: ActorName): Promise<Response> {
  const name = call.replace(' (own)', '');
  const headers = await headersOf(actor);
  const input = await inputOf(call);
  const isEmpty = Object.keys(input as object).length === 0;
  const body = JSON.stringify({ json: isEmpty && takesNothing(name) ? undefined : input });
  const request =
    type === 'query'
      ? new Request(at(`/api/trpc/${name}?input=${encodeURIComponent(body)}`), { headers })
      : new Request(at(`/api/trpc/${name}`), {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body,
        });
  return app.handle(request);
}

async function askRest(call: string, actor: ActorName): Promise<Response> {
  const [method = '', path = ''] = call.replace(' (own)', '').split(' ');
  const theirs = method === 'DELETE' ? ids.spare : ids.delivery;
  const id = call.endsWith('(own)') ? ids.guest : theirs;
  const part = path.startsWith('/api/drivers/') ? String(ids.otherDriverId) : id;
  const url = at(path.replace('{date}', TODAY).replace('{id}', part));
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const headers = await headersOf(actor);
  return app.handle(
    new Request(url, {
      method,
      headers: { ...headers, ...(hasBody && { 'content-type': 'application/json' }) },
      body: hasBody ? JSON.stringify(await inputOf(call)) : undefined,
    }),
  );
}

type Procedure = { _def: { type: string; inputs?: unknown[]; meta?: { access?: unknown } } };
const procedures = appRouter._def.procedures as unknown as Record<string, Procedure>;
const takesNothing = (name: string) => (procedures[name]?._def.inputs ?? []).length === 0;

const REFUSALS = [401, 403, 404];

async function answers(ask: (actor: ActorName) => Promise<Response>): Promise<string> {
  const words: string[] = [];
  for (const actor of ACTORS) {
    const answer = await ask(actor);
    await answer.text();
    words.push(
      REFUSALS.includes(answer.status)
        ? String(answer.status)
        : answer.status < 500
          ? 'yes'
          : String(answer.status),
    );
  }
  return words.join(' ');
}

const plain = (call: string) => call.replace(' (own)', '');
const unique = (calls: string[]) => [...new Set(calls.map(plain))].sort();

test('every procedure and every REST call has exactly one line in the table', () => {
  const finite = Object.entries(procedures).filter(([, { _def }]) => _def.type !== ENDLESS);
  expect(unique(Object.keys(PROCEDURES))).toEqual(finite.map(([name]) => name).sort());
  expect(unique(Object.keys(REST_CALLS))).toEqual(
    unique(OPERATIONS.map(({ method, path }) => `${method} ${path}`)),
  );
});

test('every procedure names its callers', () => {
  for (const [name, { _def }] of Object.entries(procedures)) {
    expect([name, _def.meta?.access]).toEqual([name, expect.anything()]);
  }
});

describe('procedures', () => {
  for (const [call, line] of Object.entries(PROCEDURES)) {
    test(`${call}: ${line}`, async () => {
      const type = procedures[plain(call)]?._def.type ?? '';
      expect(await answers((actor) => askProcedure(call, type, actor))).toBe(line);
    });
  }
});

describe('REST', () => {
  for (const [call, line] of Object.entries(REST_CALLS)) {
    test(`${call}: ${line}`, async () => {
      expect(await answers((actor) => askRest(call, actor))).toBe(line);
    });
  }
});

test('only allowed calls had an effect: staff completed the delivery', async () => {
  const { rows } = await app.deps.db.client.execute({
    sql: 'select status, date, user_id is not null as owned from appointments where id = ?',
    args: [ids.delivery],
  });
  expect(rows[0]).toMatchObject({ status: 'completed', date: TOMORROW, owned: 1 });
});
