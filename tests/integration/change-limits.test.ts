/** Each account has a limit for changes that leave permanent rows, emails, or work for staff. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { LIMITS, type LimitName } from '@/domain/limits';
import { SUPPORT_DEFAULTS } from '@/domain/support';
import { takeAttempt } from '@/server/modules/limits/limits.usecases';
import { sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import { appRouter } from '@/server/trpc';
import {
  admin,
  book,
  customer,
  driver,
  ORDER,
  readyToDeliver,
  SPILL,
  WALK_UP,
} from '../support/actors';
import { startTestApp, type TestApp, TODAY } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ capacity: 40, settings: { limitFactor: 1 } });
});
afterAll(() => app.close());
beforeEach(() => app.clock.advance(3_600_000 / 60));

/** The mutations that don't count as changes, with the reasons. */
const UNCOUNTED: Record<string, string> = {
  'admin.previewCustomers': 'It reads a file for staff, and saves nothing.',
  'admin.previewPlaces': 'It reads a file for staff, and saves nothing.',
  'auth.logout': 'It leaves nothing, and must never be refused.',
  'booking.create': 'It has a limit of its own.',
  'waiting.join': 'It has a limit of its own.',
  'driver.setPosition': 'It comes every few seconds, and only the latest is kept.',
};

const count = async (table: string, where = 'true') => {
  const { rows } = await app.deps.db.client.execute(
    `select count(*) as n from ${table} where ${where}`,
  );
  return Number(rows[0]?.n);
};
const idOf = async (visitor: Visitor) => (await visitor.trpc.auth.me.query())?.id ?? '';
const burstOf = (name: 'change' | 'driverChange' | 'report' | 'spill' | 'challenge') =>
  LIMITS[name].allowances.account.burst;

/** Uses up an account's allowance. */
async function exhaust(name: LimitName, account: string) {
  while (
    await takeAttempt(app, { name, account, address: null }).then(
      () => true,
      () => false,
    )
  );
}

/** Makes a call this many times, and returns how many succeeded. */
async function through(times: number, call: (n: number) => Promise<unknown>): Promise<number> {
  let done = 0;
  for (let n = 0; n < times; n += 1)
    done += await call(n).then(
      () => 1,
      () => 0,
    );
  return done;
}

test('every change by customers, guests, and drivers counts, unless the table says why not', () => {
  const procedures = Object.entries(appRouter._def.procedures) as unknown as [
    string,
    { _def: { type: string; meta?: { change?: string } } },
  ][];
  const uncounted = procedures.filter(([, { _def }]) => _def.meta?.change === 'uncounted');
  expect(uncounted.map(([name]) => name).sort()).toEqual(Object.keys(UNCOUNTED).sort());
});

describe('a customer', () => {
  test('can save the profile a limited number of times, with one entry each', async () => {
    const sam = await customer(app);
    const id = await idOf(sam);
    const burst = burstOf('change');
    const save = (n: number) => sam.trpc.auth.updateProfile.mutate({ fullName: `Sam ${n}` });
    expect(await through(burst + 30, save)).toBe(burst);
    expect(await count('audit_log', `action = 'account.changed' and user_id = '${id}'`)).toBe(
      burst,
    );
    const refused = await refusal(save(0));
    expect(refused).toMatchObject({
      ...{ status: 429, reason: 'rate_limited' },
      message: expect.stringMatching(/^Too many changes were made\. Please try again in /),
    });
    // Boats, docks, and appointments share the limit. Reads and sign-outs don't count.
    expect((await refusal(sam.trpc.account.addDock.mutate({ label: 'Pier 9' }))).status).toBe(429);
    expect(await sam.trpc.account.docks.query()).toEqual([]);
    const other = await customer(app);
    expect(await other.trpc.account.addDock.mutate({ label: 'Pier 9' })).toHaveLength(1);
    app.clock.advance(60_000);
    expect(await save(1)).toMatchObject({ fullName: 'Sam 1' });
    expect(await through(1, () => sam.trpc.auth.logout.mutate())).toBe(1);
  }, 60_000);

  test('can start a limited number of confirmations, and few stay pending', async () => {
    const sam = await customer(app);
    const id = await idOf(sam);
    const burst = burstOf('challenge');
    expect(await through(burst + 20, () => sam.trpc.auth.beginConfirmation.mutate())).toBe(burst);
    expect(await count('challenges', `user_id = '${id}'`)).toBe(10);
    const { challenge } = await customer(app).then((kim) =>
      kim.trpc.auth.beginConfirmation.mutate(),
    );
    expect(challenge).toBeTruthy();
  }, 60_000);

  test('gets the same limit over REST, with the time to wait', async () => {
    const sam = await customer(app);
    await exhaust('change', await idOf(sam));
    const answer = await sam.rest('PUT', '/api/user/profile', { fullName: 'Sam' });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

test('a guest can change a delivery a limited number of times', async () => {
  const guest = app.visitor();
  const { appointment } = await guest.trpc.booking.create.mutate({
    ...{ ...ORDER, customerPhone: '(269) 555-0117' },
  });
  const change = (n: number) =>
    guest.trpc.booking.patch.mutate({ id: appointment.id, smallIceBags: n % 9 } as never);
  await change(1);
  await exhaust('change', `delivery ${appointment.id}`);
  expect((await refusal(change(2))).status).toBe(429);
  expect((await refusal(guest.trpc.booking.renewGuestLink.mutate(appointment))).status).toBe(429);
});

describe('a driver', () => {
  test('has a limit for changes of the day, but never for reporting the location', async () => {
    const { visitor } = await driver(app);
    const own = visitor.trpc.driver;
    await own.setDuty.mutate({ status: 'offline' });
    await exhaust('driverChange', await idOf(visitor));
    for (const call of [
      own.setDuty.mutate({ status: 'available' }),
      own.setRouteOrder.mutate({ date: TODAY, stopIds: ['one'] }),
    ]) {
      expect((await refusal(call)).status).toBe(429);
    }
    expect(await own.setPosition.mutate({ latitude: 41.98, longitude: -86.11 })).toBeTruthy();
  });

  test('has a limit for reports and emails to staff, but can always report a spill', async () => {
    const { visitor } = await driver(app);
    const { reportIssue, reportSpill, walkUp, handOver } = visitor.trpc.driver;
    const key = () => crypto.randomUUID();
    const report = (n: number) => reportIssue.mutate({ actionKey: key(), text: `It leaks ${n}` });
    const spill = () => reportSpill.mutate({ ...SPILL, actionKey: key() });
    const open = await count('review_items');
    expect(await through(burstOf('report') + 10, report)).toBe(burstOf('report'));
    expect(await through(burstOf('spill') + 10, spill)).toBe(burstOf('spill'));
    const filed = burstOf('report') + burstOf('spill');
    expect((await count('review_items')) - open).toBe(filed);
    await sendOutbox(app);
    const mails = app.mails.filter(({ to }) => to === SUPPORT_DEFAULTS.email);
    expect(mails.length).toBeLessThanOrEqual(filed);
    const id = await idOf(visitor);
    await exhaust('walkUp', id);
    expect((await refusal(walkUp.mutate({ ...WALK_UP, id: key() }))).status).toBe(429);
    await exhaust('handOver', id);
    const handed = {
      id: key(),
      actionKey: key(),
      kind: 'enRoute',
      text: 'x',
      refusal: 'y',
    } as const;
    expect((await refusal(handOver.mutate(handed))).status).toBe(429);
  }, 60_000);
});

test('has a limit for refused actions sent to staff, and the rest wait on the device', async () => {
  const staff = await admin(app);
  const { visitor, driverId } = await driver(app);
  const id = await book(await customer(app), { date: TODAY });
  await readyToDeliver(staff, id, driverId);
  await staff.trpc.admin.cancel.mutate({ id });
  const before = await count('review_items');
  const { complete } = visitor.trpc.driver;
  const send = () =>
    refusal(complete.mutate({ id, actualGallons: 20, actionKey: crypto.randomUUID() }));
  const { burst } = LIMITS.handOver.allowances.account;
  const statuses: number[] = [];
  for (let n = 0; n < burst + 5; n += 1) statuses.push((await send()).status);
  expect(new Set(statuses.slice(0, burst))).toEqual(new Set([409]));
  expect(new Set(statuses.slice(burst))).toEqual(new Set([429]));
  expect((await count('review_items')) - before).toBe(burst);
}, 60_000);

test('staff have no limit within whole days of work', async () => {
  const staff = await admin(app);
  const save = (n: number) =>
    staff.trpc.admin.setDefaultCapacity.mutate({ capacity: 30 + (n % 2) });
  expect(await through(burstOf('change') + 10, save)).toBe(burstOf('change') + 10);
  await book(await customer(app));
}, 60_000);
