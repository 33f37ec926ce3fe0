/** Tests how owners invite, change, and deactivate the people in the office. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { EMERGENCY_USER } from '@/domain/account/emergency';
import { OFFICE_ROLES } from '@/domain/staff/areas';
import { INVITATION_MS, PEOPLE_MESSAGES } from '@/domain/staff/people';
import { ensureAdmin } from '@/server/modules/auth/first-admin.usecases';
import { admin, customer } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let owner: Visitor;
beforeAll(async () => {
  app = await startTestApp();
  owner = await admin(app);
});
afterAll(() => app.close());

let made = 0;
const someone = () => {
  made += 1;
  return {
    fullName: `Olive ${made}`,
    username: `olive${made}`,
    email: `olive${made}@dock.example`,
  };
};
type Someone = ReturnType<typeof someone>;
const PASSWORD = 'a-new-password';

/** The token of the last link sent to an address. */
async function tokenTo(address: string, at: TestApp = app): Promise<string> {
  const { rows } = await at.deps.db.client.execute({
    sql: 'select body from outbox where recipient = ? order by created_at desc, rowid desc',
    args: [address],
  });
  for (const { body } of rows) {
    const [, token] = /reset-password\?token=([\w-]+)/.exec(String(body)) ?? [];
    if (token) return token;
  }
  throw new Error(`no link to ${address}`);
}

const signIn = async ({ username }: Someone, at: TestApp = app) => {
  const visitor = at.visitor();
  await visitor.trpc.auth.adminLogin.mutate({ username, password: PASSWORD });
  return visitor;
};

/** Invites someone, who chooses a password and signs in. */
async function joined(role: (typeof OFFICE_ROLES)[number], at = app, by = owner) {
  const who = someone();
  const { id } = await by.trpc.admin.invitePerson.mutate({ ...who, role });
  const token = await tokenTo(who.email, at);
  await at.visitor().trpc.auth.resetPassword.mutate({ token, newPassword: PASSWORD });
  return { id, who, visitor: await signIn(who, at) };
}

const stateOf = async (id: string, by = owner) =>
  (await by.trpc.admin.people.query()).find((person) => person.id === id);

describe('an invitation', () => {
  for (const role of OFFICE_ROLES) {
    test(`lets a new ${role} choose a password and sign in with the role`, async () => {
      const { id, visitor } = await joined(role);
      expect((await visitor.trpc.auth.me.query())?.role).toBe(role);
      expect((await visitor.rest('GET', '/api/auth/me')).body.role).toBe(role);
      const { isAdmin } = (await visitor.rest('GET', '/api/auth/admin-status')).body;
      expect(isAdmin).toBe(role === 'admin');
      expect(await stateOf(id)).toMatchObject({ role, state: 'active' });
    });
  }

  test('has a link that works once, for 7 days', async () => {
    const who = someone();
    const { id, state } = await owner.trpc.admin.invitePerson.mutate({ ...who, role: 'viewer' });
    expect(state).toBe('invited');
    const token = await tokenTo(who.email);
    app.clock.advance(INVITATION_MS + 1);
    owner = await admin(app);
    expect(await stateOf(id)).toMatchObject({ state: 'expired' });
    const reset = () =>
      app.visitor().trpc.auth.resetPassword.mutate({ token, newPassword: PASSWORD });
    expect((await refusal(reset())).status).toBe(400);
    await owner.trpc.admin.reinvitePerson.mutate({ id, email: who.email, role: 'accountant' });
    const next = await tokenTo(who.email);
    expect(next).not.toBe(token);
    await app.visitor().trpc.auth.resetPassword.mutate({ token: next, newPassword: PASSWORD });
    expect(await stateOf(id)).toMatchObject({ role: 'accountant', state: 'active' });
    const again = app.visitor().trpc.auth.resetPassword.mutate({
      ...{ token: next, newPassword: 'another-password' },
    });
    expect((await refusal(again)).status).toBe(400);
  });

  test('is neither replaced nor outlived by a reset link', async () => {
    const who = someone();
    const { id } = await owner.trpc.admin.invitePerson.mutate({ ...who, role: 'viewer' });
    const token = await tokenTo(who.email);
    const ask = () => app.visitor().trpc.auth.requestPasswordReset.mutate({ email: who.email });
    await ask();
    expect(await tokenTo(who.email)).toBe(token);
    app.clock.advance(INVITATION_MS + 1);
    owner = await admin(app);
    await ask();
    expect(await tokenTo(who.email)).toBe(token);
    expect(await stateOf(id)).toMatchObject({ state: 'expired' });
  });

  test('can go to another address until it’s accepted, and the first link ends', async () => {
    const who = someone();
    const { id } = await owner.trpc.admin.invitePerson.mutate({ ...who, role: 'viewer' });
    const first = await tokenTo(who.email);
    const email = 'typed-right@dock.example';
    await owner.trpc.admin.reinvitePerson.mutate({ id, email, role: 'viewer' });
    const reset = app.visitor().trpc.auth.resetPassword.mutate({
      ...{ token: first, newPassword: PASSWORD },
    });
    expect((await refusal(reset)).status).toBe(400);
    const token = await tokenTo(email);
    await app.visitor().trpc.auth.resetPassword.mutate({ token, newPassword: PASSWORD });
    const taken = owner.trpc.admin.reinvitePerson.mutate({ id, email: who.email, role: 'admin' });
    expect(await refusal(taken)).toMatchObject({ status: 409, message: PEOPLE_MESSAGES.active });
  });

  test('is refused for a taken username or address', async () => {
    await customer(app, { username: 'quinn', email: 'quinn@lake.example' });
    const invite = (over: Partial<Someone>) =>
      refusal(owner.trpc.admin.invitePerson.mutate({ ...someone(), ...over, role: 'dispatcher' }));
    expect(await invite({ username: 'QUINN' })).toMatchObject({ status: 409, field: 'username' });
    expect(await invite({ email: 'Quinn@lake.example' })).toMatchObject({
      ...{ status: 409, field: 'email' },
    });
    expect(await invite({ username: 'with space' })).toMatchObject({ status: 400 });
  });

  test('isn’t for customers, drivers, or the emergency user', async () => {
    const sam = await customer(app);
    const ids = [(await sam.trpc.auth.me.query())?.id ?? '', EMERGENCY_USER, 'nobody'];
    for (const id of ids) {
      const { admin: office } = owner.trpc;
      for (const call of [
        () => office.reinvitePerson.mutate({ id, email: 'x@dock.example', role: 'admin' }),
        () => office.changePersonRole.mutate({ id, role: 'admin', read: 'viewer' }),
        () => office.deactivatePerson.mutate({ id }),
      ]) {
        expect(await refusal(call())).toMatchObject({ status: 404 });
      }
    }
  });

  test('sets up two-step verification at the first sign-in if the setting requires it', async () => {
    const strict = await startTestApp({ settings: { secondFactorFor: 'none' } });
    try {
      const boss = await admin(strict);
      const who = someone();
      await boss.trpc.admin.invitePerson.mutate({ ...who, role: 'viewer' });
      const token = await tokenTo(who.email, strict);
      await strict.visitor().trpc.auth.resetPassword.mutate({ token, newPassword: PASSWORD });
      Object.assign(strict.deps.settings, { secondFactorFor: 'admins' });
      expect(await refusal(signIn(who, strict))).toMatchObject({
        ...{ status: 401, reason: 'second_factor' },
      });
    } finally {
      await strict.close();
    }
  });
});

describe('a role change', () => {
  test('ends sessions and API keys at once, and applies at the next sign-in', async () => {
    const { id, who, visitor } = await joined('admin');
    const { key } = await visitor.trpc.admin.apiKeys.create.mutate({
      ...{ name: 'Ledger', scope: 'read', extras: [] },
    });
    const withKey = async () =>
      (
        await app.visitor().fetch('/api/admin/appointments', {
          headers: { authorization: `Bearer ${key}` },
        })
      ).status;
    expect(await withKey()).toBe(200);
    await visitor.trpc.calendar.createLink.mutate({ name: 'Phone', driverId: null });
    await owner.trpc.admin.changePersonRole.mutate({ id, role: 'viewer', read: 'admin' });
    expect((await refusal(visitor.trpc.admin.customers.query({}))).status).toBe(401);
    expect(await withKey()).toBe(401);
    const viewer = await signIn(who);
    expect((await refusal(viewer.trpc.admin.customers.query({}))).status).toBe(403);
    await viewer.trpc.admin.watchDay.query({});
    await owner.trpc.admin.changePersonRole.mutate({ id, role: 'admin', read: 'viewer' });
    expect(await withKey()).toBe(401);
    const links = await owner.trpc.calendar.links.query();
    expect(links.filter(({ name }) => name === 'Phone')).toEqual([]);
  });

  test('is refused if someone else changed the role in between', async () => {
    const { id } = await joined('viewer');
    const { changePersonRole } = owner.trpc.admin;
    await changePersonRole.mutate({ id, role: 'accountant', read: 'viewer' });
    const late = changePersonRole.mutate({ id, role: 'admin', read: 'viewer' });
    expect(await refusal(late)).toMatchObject({ status: 409, message: PEOPLE_MESSAGES.changed });
  });
});

describe('a deactivated person', () => {
  test('is signed out, and can’t sign in or reset the password until invited again', async () => {
    const { id, who, visitor } = await joined('dispatcher');
    await owner.trpc.admin.deactivatePerson.mutate({ id });
    await owner.trpc.admin.deactivatePerson.mutate({ id });
    expect(await stateOf(id)).toMatchObject({ role: 'dispatcher', state: 'inactive' });
    expect(await visitor.trpc.auth.me.query()).toBeNull();
    expect((await refusal(signIn(who))).status).toBe(401);
    const before = await mailsTo(who.email);
    await app.visitor().trpc.auth.requestPasswordReset.mutate({ email: who.email });
    expect(await mailsTo(who.email)).toBe(before);
    const role = owner.trpc.admin.changePersonRole.mutate({
      ...{ id, role: 'admin', read: 'dispatcher' },
    });
    expect(await refusal(role)).toMatchObject({ status: 409, message: PEOPLE_MESSAGES.inactive });
    await owner.trpc.admin.reinvitePerson.mutate({ id, email: who.email, role: 'dispatcher' });
    expect((await refusal(signIn(who))).status).toBe(401);
    const token = await tokenTo(who.email);
    await app.visitor().trpc.auth.resetPassword.mutate({ token, newPassword: PASSWORD });
    await signIn(who);
  });

  test('can’t use an open link or a session that another process remembers', async () => {
    const { id, who, visitor } = await joined('admin');
    await app.visitor().trpc.auth.requestPasswordReset.mutate({ email: who.email });
    const token = await tokenTo(who.email);
    await owner.trpc.admin.deactivatePerson.mutate({ id });
    const reset = app.visitor().trpc.auth.resetPassword.mutate({ token, newPassword: PASSWORD });
    expect((await refusal(reset)).status).toBe(400);
    expect((await visitor.rest('GET', '/api/admin/appointments')).status).toBe(401);
  });

  const mailsTo = async (address: string) => {
    const { rows } = await app.deps.db.client.execute({
      sql: 'select count(*) as count from outbox where recipient = ?',
      args: [address],
    });
    return Number(rows[0]?.count);
  };
});

describe('the last owner', () => {
  const alone = async (run: (only: TestApp, boss: Visitor, id: string) => Promise<void>) => {
    const only = await startTestApp();
    try {
      const boss = await admin(only);
      const id = (await boss.trpc.auth.me.query())?.id ?? '';
      await run(only, boss, id);
    } finally {
      await only.close();
    }
  };
  const isLast = { status: 409, message: PEOPLE_MESSAGES.lastOwner };

  test('can’t be deactivated or demoted, not even by themself', () =>
    alone(async (only, boss, id) => {
      const { admin: office } = boss.trpc;
      const leave = () => office.deactivatePerson.mutate({ id });
      const step = () => office.changePersonRole.mutate({ id, role: 'viewer', read: 'admin' });
      expect(await refusal(leave())).toMatchObject(isLast);
      expect(await refusal(step())).toMatchObject(isLast);
      // Neither an invited owner nor emergency access counts.
      const who = someone();
      await office.invitePerson.mutate({ ...who, role: 'admin' });
      await only.deps.db.client.execute(
        `insert into users (id, username, password, role, created_at, updated_at)
         values ('${EMERGENCY_USER}', 'emergency-1', 'none', 'admin', 0, 0)`,
      );
      expect(await refusal(leave())).toMatchObject(isLast);
      const token = await tokenTo(who.email, only);
      await only.visitor().trpc.auth.resetPassword.mutate({ token, newPassword: PASSWORD });
      await step();
    }));

  test(
    'stays, whatever owners do to each other at the same time',
    () =>
      fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.nat(2), fc.nat(2), fc.boolean()), { minLength: 3, maxLength: 8 }),
          (acts) =>
            alone(async (only, boss) => {
              for (const username of ['boss2', 'boss3']) {
                await ensureAdmin(only, { username, password: PASSWORD });
              }
              const owners = [boss];
              for (const username of ['boss2', 'boss3']) {
                owners.push(await signIn({ ...someone(), username }, only));
              }
              const ids = (await boss.trpc.admin.people.query()).map(({ id }) => id);
              await Promise.allSettled(
                acts.map(([by, whom, ends]) => {
                  const { admin: office } = (owners[by] as Visitor).trpc;
                  const id = ids[whom] ?? '';
                  return ends
                    ? office.deactivatePerson.mutate({ id })
                    : office.changePersonRole.mutate({ id, role: 'viewer', read: 'admin' });
                }),
              );
              const { rows } = await only.deps.db.client.execute(
                "select count(*) as count from users where role = 'admin'",
              );
              expect(Number(rows[0]?.count)).toBeGreaterThan(0);
            }),
        ),
        { numRuns: 6 },
      ),
    30_000,
  );

  test('stays if both of two owners step down at the same time', () =>
    alone(async (only, boss, id) => {
      await ensureAdmin(only, { username: 'boss2', password: PASSWORD });
      const other = await signIn({ ...someone(), username: 'boss2' }, only);
      const otherId = (await other.trpc.auth.me.query())?.id ?? '';
      const results = await Promise.all([
        refusal(boss.trpc.admin.deactivatePerson.mutate({ id })).catch(() => null),
        refusal(other.trpc.admin.deactivatePerson.mutate({ id: otherId })).catch(() => null),
      ]);
      const refused = results.filter((result) => result !== null);
      expect(refused).toMatchObject([isLast]);
    }));
});
