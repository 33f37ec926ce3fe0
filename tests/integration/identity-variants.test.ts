/**
 * Tries each way around the access rules once: several calls in one, two at once, and half a
 * sign-in.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { ensureAdmin } from '@/server/modules/auth/first-admin.usecases';
import { admin, driver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { lateAdmin, PASSWORD } from '../support/late-admin';
import { challengeOf, setUpApp } from '../support/second-factor';
import { codeAt } from '../support/totp';
import { refusal, type Visitor } from '../support/visitor';

const GLASS = 'break-the-glass';
let app: TestApp;
let staff: Visitor;
beforeAll(async () => {
  app = await startTestApp({ settings: { emergency: { password: GLASS, isShown: false } } });
  staff = await admin(app);
});
afterAll(() => app.close());

/**
 * Sends several calls in one request.
 * @returns the status and reason of each
 */
async function together(visitor: Visitor, calls: Record<string, object>) {
  const inputs = Object.values(calls).map((json, index) => [index, { json }]);
  const path = `/api/trpc/${Object.keys(calls).join(',')}?batch=1`;
  const { body } = await visitor.rest('POST', path, Object.fromEntries(inputs));
  return body.map((one: { error?: { json: { data: { httpStatus: number; reason: string } } } }) =>
    one.error ? [one.error.json.data.httpStatus, one.error.json.data.reason] : [200, null],
  );
}

describe('several calls in one request', () => {
  test('include only its own work for emergency access', async () => {
    const visitor = app.visitor();
    await visitor.trpc.auth.emergencyLogin.mutate({ password: GLASS });
    const calls = {
      'admin.setDefaultCapacity': { capacity: 3 },
      'calendar.createLink': { name: 'Mine', driverId: null },
      'admin.apiKeys.create': { name: 'Mine', scope: 'write' },
      'auth.updateProfile': { email: 'thief@lake.example' },
    };
    expect(await together(visitor, calls)).toEqual([
      [200, null],
      ...Array(3).fill([403, 'forbidden']),
    ]);
  });

  test('need the proof each, along with any call', async () => {
    const { visitor } = await lateAdmin(app);
    const { challenge } = await visitor.trpc.auth.beginConfirmation.mutate();
    const calls = {
      'calendar.createLink': { name: 'Mine', driverId: null },
      'admin.apiKeys.create': { name: 'Mine', scope: 'write' },
      'auth.confirmIdentity': { challenge, password: 'a-wrong-guess' },
    };
    expect(await together(visitor, calls)).toEqual([
      [403, 'confirm_identity'],
      [403, 'confirm_identity'],
      [400, 'invalid_input'],
    ]);
    const { rows } = await app.deps.db.client.execute(
      "select name from api_keys where name = 'Mine' union select name from calendar_feeds where name = 'Mine'",
    );
    expect(rows).toEqual([]);
  });
});

let people = 0;
async function adminWithApp() {
  people += 1;
  const signIn = { username: `pilot${people}`, password: PASSWORD };
  await ensureAdmin(app, signIn);
  const visitor = app.visitor();
  await visitor.trpc.auth.adminLogin.mutate(signIn);
  return { signIn, visitor, ...(await setUpApp(app, visitor)) };
}

describe('half a sign-in', () => {
  test('admits one of several simultaneous requests with the same recovery code', async () => {
    const { signIn, recoveryCodes } = await adminWithApp();
    const [recoveryCode = ''] = recoveryCodes;
    const browsers = [1, 2, 3, 4].map(() => app.visitor());
    const challenges = await Promise.all(browsers.map((one) => challengeOf(one, signIn)));
    const tries = browsers.map((one, index) =>
      one.trpc.auth.secondFactor.mutate({ challenge: challenges[index] ?? '', recoveryCode }).then(
        () => 'in',
        () => 'refused',
      ),
    );
    expect((await Promise.all(tries)).toSorted()).toEqual(['in', 'refused', 'refused', 'refused']);
  });

  test("of a driver who was just deactivated can't be completed", async () => {
    const { visitor, driverId } = await driver(app);
    const { secret } = await setUpApp(app, visitor);
    const { rows } = await app.deps.db.client.execute({
      sql: 'select username from users where driver_id = ?',
      args: [driverId],
    });
    const phone = app.visitor();
    const signIn = { username: String(rows[0]?.username), password: 'driver-password' };
    const challenge = await challengeOf(phone, signIn);
    staff = await admin(app);
    await staff.trpc.admin.retireDriver.mutate({ id: driverId });
    const code = codeAt(secret, app.clock.now());
    const answer = phone.trpc.auth.secondFactor.mutate({ challenge, code });
    expect((await refusal(answer)).status).toBe(401);
    expect(await phone.trpc.auth.me.query()).toBeNull();
    expect(await visitor.trpc.auth.me.query()).toBeNull();
  });

  test("by a reset link isn't a sign-in, and the second step is still required", async () => {
    const { signIn } = await adminWithApp();
    const email = `${signIn.username}@lake.example`;
    await app.deps.db.client.execute({
      sql: 'update users set email = ? where username = ?',
      args: [email, signIn.username],
    });
    const thief = app.visitor();
    await thief.trpc.auth.requestPasswordReset.mutate({ email });
    const { rows } = await app.deps.db.client.execute({
      sql: 'select body from outbox where recipient = ?',
      args: [email],
    });
    const [, token = ''] = /token=([\w-]+)/.exec(String(rows[0]?.body)) ?? [];
    await thief.trpc.auth.resetPassword.mutate({ token, newPassword: 'next-password' });
    expect(await thief.trpc.auth.me.query()).toBeNull();
    const next = { ...signIn, password: 'next-password' };
    expect((await refusal(thief.trpc.auth.login.mutate(next))).reason).toBe('second_factor');
  });
});

test('needs a recovery code of 120 random bits, which protect its hash', async () => {
  const { recoveryCodes } = await adminWithApp();
  for (const code of recoveryCodes) expect(code).toMatch(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/);
});
