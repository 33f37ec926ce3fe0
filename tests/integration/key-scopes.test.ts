import { afterAll, beforeAll, expect, test } from 'bun:test';
import { CONFIRMED_FOR_MS } from '@/domain/account/second-factor';
import { ensureAdmin } from '@/server/modules/auth/first-admin.usecases';
import { OPERATIONS } from '@/server/rest/table';
import { admin, book, customer, driver, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import type { Visitor } from '../support/visitor';

let app: TestApp;
let staff: Visitor;
beforeAll(async () => {
  app = await startTestApp();
  staff = await admin(app);
});
afterAll(() => app.close());

type Options = { scope: 'read' | 'write'; extras?: ('people' | 'export' | 'refund')[] };

async function makeKey({ scope, extras }: Options, by = staff): Promise<string> {
  const { key } = await by.trpc.admin.apiKeys.create.mutate({ name: 'Ledger', scope, extras });
  return key;
}

async function call(key: string, method: string, path: string, body?: unknown) {
  const answer = await app.handle(
    new Request(`http://dockside.test${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    }),
  );
  const isJson = answer.headers.get('content-type')?.includes('json');
  return { status: answer.status, body: isJson ? await answer.json() : await answer.text() };
}

const EXPORTS = [
  '/api/admin/customers',
  '/api/admin/export/customers.csv',
  '/api/admin/export/appointments.csv',
  '/api/admin/export/report.csv',
  '/api/admin/export/ledger.csv',
  '/api/admin/export/journal.csv?program=xero',
  '/api/admin/export/sales.csv',
  '/api/admin/export/tickets.csv',
  '/api/admin/export/activity.csv',
] as const;

test('a key exports only with that scope, at any age, without a new proof', async () => {
  const [plain, exporting] = [
    await makeKey({ scope: 'write' }),
    await makeKey({ scope: 'read', extras: ['people', 'export'] }),
  ];
  app.clock.advance(CONFIRMED_FOR_MS + 1);
  for (const path of EXPORTS) {
    const refused = await call(plain, 'GET', path);
    expect(refused).toMatchObject({
      status: 403,
      body: { message: expect.stringMatching(/export/) },
    });
    expect((await call(exporting, 'GET', path)).status).toBe(200);
  }
});

test('a key refunds only with that scope, and only if it may write', async () => {
  await staff.trpc.auth.adminLogin.mutate({ username: 'boss', password: 'boss-password' });
  const id = await book(await customer(app));
  await readyToDeliver(staff, id);
  await staff.trpc.admin.complete.mutate({ id, actualGallons: 20 });
  const refund = async (options: Options) =>
    call(await makeKey(options), 'POST', `/api/admin/appointments/${id}/refund`, {
      amount: '5.00',
      requestId: crypto.randomUUID(),
    });
  expect((await refund({ scope: 'write' })).status).toBe(403);
  expect((await refund({ scope: 'write', extras: ['people', 'export'] })).status).toBe(403);
  expect((await refund({ scope: 'read', extras: ['refund'] })).status).toBe(403);
  const given = await refund({ scope: 'write', extras: ['refund'] });
  expect(given).toMatchObject({ status: 200, body: { amount: 5 } });
  expect((await staff.trpc.admin.refunds.query({ id })).refunds).toHaveLength(1);
});

/** The operations that can refund or write off. */
const CONCESSIONS: readonly string[] = [
  'admin.refund',
  'admin.correctDelivery',
  'admin.correctCharge',
  'admin.forgiveCharge',
  'admin.refundDifference',
  'admin.takeOverPayment',
];

test('every refund and write-off operation needs that scope', () => {
  const operations = OPERATIONS.filter(
    (operation) =>
      'procedures' in operation && operation.procedures.some((name) => CONCESSIONS.includes(name)),
  );
  expect(operations.map(({ id, needs }) => ({ id, needs }))).toEqual([
    { id: 'refundAppointment', needs: 'refund' },
  ]);
});

async function otherAdmin(username: string) {
  const signIn = { username, password: 'other-password' };
  await ensureAdmin(app, signIn);
  const visitor = app.visitor();
  await visitor.trpc.auth.adminLogin.mutate(signIn);
  return { visitor, signIn };
}

const works = async (key: string) =>
  (await call(key, 'GET', '/api/admin/appointments')).status === 200;

test('keys end with the old password if their creator chooses that, and otherwise stay', async () => {
  const { visitor } = await otherAdmin('keeper');
  const own = await makeKey({ scope: 'read' }, visitor);
  const ofAnother = await makeKey({ scope: 'read' });
  await visitor.trpc.auth.changePassword.mutate({
    currentPassword: 'other-password',
    newPassword: 'second-password',
  });
  expect(await works(own)).toBe(true);
  await visitor.trpc.admin.changePassword.mutate({
    currentPassword: 'second-password',
    newPassword: 'third-password',
    confirmPassword: 'third-password',
    endApiKeys: true,
  });
  expect(await works(own)).toBe(false);
  expect(await works(ofAnother)).toBe(true);
  const { rows } = await app.deps.db.client.execute(
    "select actor_name from audit_log where action = 'api_key.revoked'",
  );
  expect(rows).toMatchObject([{ actor_name: 'keeper' }]);
});

test('keys end with a reset by email if their creator chooses that, and otherwise stay', async () => {
  const { visitor, signIn } = await otherAdmin('resetter');
  const email = 'resetter@lake.example';
  await app.deps.db.client.execute({
    sql: 'update users set email = ? where username = ?',
    args: [email, signIn.username],
  });
  const key = await makeKey({ scope: 'read' }, visitor);
  const reset = async (endApiKeys?: boolean) => {
    const stranger = app.visitor();
    await stranger.trpc.auth.requestPasswordReset.mutate({ email });
    const { rows } = await app.deps.db.client.execute({
      sql: 'select body from outbox where recipient = ? order by created_at desc, rowid desc limit 1',
      args: [email],
    });
    // Staff get a link to a page that offers to revoke API keys.
    const [, token = ''] = /token=([\w-]+)&staff=1\n/.exec(String(rows[0]?.body)) ?? [];
    const body = { token, newPassword: 'next-password', endApiKeys };
    expect(await stranger.rest('POST', '/api/auth/reset-password', body)).toMatchObject({
      status: 200,
    });
    app.clock.advance(1_000);
  };
  await reset();
  expect(await works(key)).toBe(true);
  await reset(true);
  expect(await works(key)).toBe(false);
});

test('a key ends for good when its creator is no longer an admin', async () => {
  const { visitor } = await otherAdmin('former');
  const key = await makeKey({ scope: 'read' }, visitor);
  const become = (role: string) =>
    app.deps.db.client.execute({
      sql: "update users set role = ? where username = 'former'",
      args: [role],
    });
  await become('customer');
  expect(await works(key)).toBe(false);
  await become('admin');
  expect(await works(key)).toBe(false);
});

test("an admin's keys end if they become a driver who is then deactivated", async () => {
  const { visitor } = await otherAdmin('skipper');
  const key = await makeKey({ scope: 'read' }, visitor);
  const { driverId } = await driver(app);
  const { rows } = await app.deps.db.client.execute({
    sql: 'select id from users where driver_id = ?',
    args: [driverId],
  });
  await app.deps.db.client.execute({
    sql: 'update api_keys set created_by = ? where start = ?',
    args: [String(rows[0]?.id), key.slice(0, 8)],
  });
  await staff.trpc.admin.retireDriver.mutate({ id: driverId });
  const listed = await staff.trpc.admin.apiKeys.list.query();
  expect(listed.find(({ start }) => key.startsWith(start))?.revokedAt).toBe(app.clock.now());
});
