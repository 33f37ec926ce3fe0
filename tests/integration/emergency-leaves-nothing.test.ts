/** Emergency access can do its work, but leaves no identity, key, or address behind. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { EMERGENCY_MESSAGES, EMERGENCY_USER } from '@/domain/account/emergency';
import { hashPassword } from '@/server/modules/auth/passwords';
import { openSession } from '@/server/modules/auth/sessions.usecases';
import { hashToken } from '@/server/modules/auth/tokens';
import { accessOf, OPERATIONS } from '@/server/rest/table';
import { appRouter } from '@/server/trpc';
import type { Access } from '@/server/trpc/access';
import { EMERGENCY_READS, EMERGENCY_REFUSED, EMERGENCY_WORK } from '../support/access-table';
import { admin, customer } from '../support/actors';
import { startTestApp, type TestApp, TODAY } from '../support/app';
import { refusal, refusals, type Visitor } from '../support/visitor';

const PASSWORD = 'break the glass';
const EMERGENCY = { password: PASSWORD, isShown: false };

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ settings: { emergency: EMERGENCY } });
});
afterAll(() => app.close());
beforeEach(() => {
  app.deps.settings.emergency = EMERGENCY;
});

async function enter(): Promise<Visitor> {
  const visitor = app.visitor();
  await visitor.trpc.auth.emergencyLogin.mutate({ password: PASSWORD });
  return visitor;
}

const rowsOf = async (sql: string, ...args: (string | number)[]) =>
  (await app.deps.db.client.execute({ sql, args })).rows;

/** The calls that emergency access was refused, according to the audit log. */
const stopped = async () =>
  (
    await rowsOf("select after from audit_log where action = 'emergency.stopped' order by at, id")
  ).map(({ after }) => JSON.parse(String(after)).call as string);

type Procedure = {
  _def: { type: 'query' | 'mutation' | 'subscription'; meta?: { access: Access } };
};
const isForStaff = (access: Access | undefined) => typeof access === 'object';
const PROCEDURES = Object.entries(
  appRouter._def.procedures as unknown as Record<string, Procedure>,
).map(([name, { _def }]) => ({
  ...{ name, type: _def.type as string, isForStaff: isForStaff(_def.meta?.access) },
}));
const REST = [
  ...new Map(
    OPERATIONS.map((operation) => {
      const { method, path } = operation;
      const name = `${method} ${path}`;
      const type = method === 'GET' ? 'query' : 'mutation';
      return [name, { name, type, isForStaff: accessOf(operation).some(isForStaff) }] as const;
    }),
  ).values(),
];

/** Sends a call without input, because a refusal comes before anything is read. */
async function send(name: string, type: string): Promise<{ status: number; message: string }> {
  const visitor = await enter();
  const [method = '', path = ''] = name.split(' ');
  const isRest = path.startsWith('/api');
  const isRead = type === 'query';
  const restPath = path.replace('{date}', TODAY).replace(/\{\w+\}/, 'none');
  const answer = await visitor.fetch(isRest ? restPath : `/api/trpc/${name}`, {
    method: isRest ? method : isRead ? 'GET' : 'POST',
    ...(!isRead && { headers: { 'content-type': 'application/json' }, body: '{}' }),
  });
  const text = await answer.text();
  return { status: answer.status, message: text.includes('"message"') ? text : '' };
}

describe('every call that changes something or is for staff belongs to emergency access or refuses it', () => {
  for (const { name, type, isForStaff } of [...PROCEDURES, ...REST]) {
    if (type === 'subscription') continue;
    const isRefused =
      type === 'mutation'
        ? !EMERGENCY_WORK.includes(name)
        : (isForStaff && !EMERGENCY_READS.includes(name)) || EMERGENCY_REFUSED.includes(name);
    test(`${name} is ${isRefused ? 'refused and recorded' : 'allowed'}`, async () => {
      const before = await stopped();
      const answer = await send(name, type);
      const after = await stopped();
      if (isRefused) {
        expect(answer.status).toBe(403);
        expect(answer.message).toContain(EMERGENCY_MESSAGES.notItsWork);
        expect(after).toEqual([...before, name]);
      } else {
        expect(answer.message).not.toContain(EMERGENCY_MESSAGES.notItsWork);
        expect(answer.status).toBeLessThan(500);
        expect(after).toEqual(before);
      }
    });
  }

  test('the lists name only existing calls', () => {
    const names = new Set([...PROCEDURES, ...REST].map(({ name }) => name));
    const listed = [...EMERGENCY_WORK, ...EMERGENCY_READS, ...EMERGENCY_REFUSED];
    expect(listed.filter((one) => !names.has(one))).toEqual([]);
  });
});

test('a refusal is recorded with who tried it, from where, and what', async () => {
  const visitor = await enter();
  const call = visitor.trpc.auth.updateProfile.mutate({ email: 'thief@lake.example' });
  expect(await refusal(call)).toMatchObject({
    status: 403,
    reason: 'forbidden',
    message: EMERGENCY_MESSAGES.notItsWork,
  });
  const [row] = await rowsOf(
    "select actor_id, actor_name, after from audit_log where action = 'emergency.stopped' order by at desc, id desc limit 1",
  );
  expect(row).toMatchObject({ actor_id: EMERGENCY_USER, actor_name: 'Emergency access' });
  expect(JSON.parse(String(row?.after))).toEqual({ call: 'auth.updateProfile', address: null });
  expect(String(row?.after)).not.toContain('thief');
});

describe('the emergency user, with any values in its row,', () => {
  const TOKEN = 'a-reset-token-that-was-sent-before-the-mend';

  beforeEach(async () => {
    await enter();
    await rowsOf(
      'update users set email = ?, password = ?, reset_token = ?, reset_token_expires = ? where id = ?',
      'left-behind@lake.example',
      await hashPassword('left-behind'),
      hashToken(TOKEN),
      app.clock.now() + 3_600_000,
      EMERGENCY_USER,
    );
  });

  test("can't sign in with a password, by username or email", async () => {
    for (const username of ['emergency-admin', 'left-behind@lake.example']) {
      const signIn = { username, password: 'left-behind' };
      const answers = await refusals([
        app.visitor().trpc.auth.login.mutate(signIn),
        app.visitor().trpc.auth.adminLogin.mutate(signIn),
      ]);
      for (const answer of answers) {
        expect(answer).toMatchObject({ status: 401, message: 'Invalid username or password.' });
      }
    }
  });

  test('gets no reset link, and an earlier one does nothing', async () => {
    const mails = app.mails.length;
    const before = await rowsOf(
      'select reset_token, password from users where id = ?',
      EMERGENCY_USER,
    );
    await app
      .visitor()
      .trpc.auth.requestPasswordReset.mutate({ email: 'left-behind@lake.example' });
    expect(
      await rowsOf("select 1 from outbox where recipient = 'left-behind@lake.example'"),
    ).toEqual([]);
    expect(app.mails).toHaveLength(mails);
    const reset = app
      .visitor()
      .trpc.auth.resetPassword.mutate({ token: TOKEN, newPassword: 'a-new-one' });
    expect((await refusal(reset)).status).toBe(400);
    expect(
      await rowsOf('select reset_token, password from users where id = ?', EMERGENCY_USER),
    ).toEqual(before);
  });

  test('has no valid session but one that the emergency password opened', async () => {
    const { token } = await openSession(app, { userId: EMERGENCY_USER });
    const answer = await app.handle(
      new Request('http://dockside.test/api/admin/customers', {
        headers: { cookie: `dockside_session=${token}` },
      }),
    );
    expect(answer.status).toBe(401);
    expect(await rowsOf('select 1 from sessions where token_hash = ?', hashToken(token))).toEqual(
      [],
    );
  });

  test('has no working API key or calendar link', async () => {
    const now = app.clock.now();
    const key = 'dk_left-behind-by-an-emergency';
    await rowsOf(
      "insert into api_keys (id, name, start, token_hash, scope, created_by, created_at) values ('k', 'k', 'dk_', ?, 'write', ?, ?)",
      hashToken(key),
      EMERGENCY_USER,
      now,
    );
    const link = 'left-behind-by-an-emergency';
    await rowsOf(
      "insert into calendar_feeds (id, name, token_hash, created_by, created_at) values ('f', 'f', ?, ?, ?)",
      hashToken(link),
      EMERGENCY_USER,
      now,
    );
    const withKey = await app.handle(
      new Request('http://dockside.test/api/admin/customers', {
        headers: { authorization: `Bearer ${key}` },
      }),
    );
    expect(withKey.status).toBe(401);
    const calendar = await app.handle(new Request(`http://dockside.test/api/calendar/${link}.ics`));
    expect(calendar.status).toBe(404);
  });
});

describe('an emergency session', () => {
  const isAdmin = async (visitor: Visitor) => (await visitor.trpc.auth.adminStatus.query()).isAdmin;

  test('ends when the setting is removed', async () => {
    const visitor = await enter();
    expect(await isAdmin(visitor)).toBe(true);
    app.deps.settings.emergency = null;
    expect(await isAdmin(visitor)).toBe(false);
    expect((await visitor.rest('GET', '/api/admin/customers')).status).toBe(401);
    // The emergency access has ended, and turning the setting on again doesn't restore it.
    app.deps.settings.emergency = EMERGENCY;
    expect(await isAdmin(visitor)).toBe(false);
  });

  test('ends when the setting changes', async () => {
    const visitor = await enter();
    app.deps.settings.emergency = { password: 'another glass', isShown: false };
    expect(await isAdmin(visitor)).toBe(false);
    const again = app.visitor();
    await again.trpc.auth.emergencyLogin.mutate({ password: 'another glass' });
    expect(await isAdmin(again)).toBe(true);
  });

  test("ends without ending other people's sessions", async () => {
    const staff = await admin(app);
    const sam = await customer(app);
    app.deps.settings.emergency = null;
    expect(await isAdmin(staff)).toBe(true);
    expect((await sam.trpc.auth.me.query())?.fullName).toBe('Sam Waters');
  });
});

test('ends when its user signs in to an account', async () => {
  const visitor = await enter();
  await admin(app);
  await visitor.trpc.auth.adminLogin.mutate({ username: 'boss', password: 'boss-password' });
  expect((await visitor.trpc.auth.me.query())?.username).toBe('boss');
  expect((await visitor.trpc.auth.updateProfile.mutate({ fullName: 'Alex Harbor' })).id).not.toBe(
    EMERGENCY_USER,
  );
});
