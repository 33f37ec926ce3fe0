import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { CHALLENGE_MS, CHALLENGE_TRIES } from '@/domain/account/second-factor';
import { resetFactors } from '@/server/modules/auth/factors.usecases';
import { ensureAdmin } from '@/server/modules/auth/first-admin.usecases';
import { openSession } from '@/server/modules/auth/sessions.usecases';
import { findUserByUsername } from '@/server/modules/auth/users.repository';
import { createDriver } from '@/server/modules/drivers/accounts.usecases';
import { customer } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { challengeOf, setUpApp } from '../support/second-factor';
import { codeAt } from '../support/totp';
import { refusal, refusals, type Visitor } from '../support/visitor';

const PASSWORD = 'boss-password';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

let people = 0;

/** Creates an admin who has an authenticator app, and returns their credentials too. */
async function adminWithApp(own = app) {
  people += 1;
  const signIn = { username: `chief${people}`, password: PASSWORD };
  await ensureAdmin(own, { ...signIn, fullName: 'Alex Harbor' });
  const visitor = own.visitor();
  await visitor.trpc.auth.adminLogin.mutate(signIn);
  return { signIn, visitor, ...(await setUpApp(own, visitor)) };
}

const isSignedIn = async (visitor: Visitor) => (await visitor.trpc.auth.me.query()) !== null;

describe('a sign-in with two-step verification', () => {
  test('asks for the code without a session, and the code then gets the specified answer', async () => {
    const { signIn, secret } = await adminWithApp();
    for (const [path, answer] of [
      ['/api/auth/admin-login', { role: 'admin', fullName: 'Alex Harbor' }],
      ['/api/auth/login', { role: 'admin', preferredFuelType: 'Premium' }],
    ] as const) {
      const browser = app.visitor();
      const first = await browser.rest('POST', path, signIn);
      expect(first.status).toBe(401);
      expect(first.headers.getSetCookie()).toEqual([]);
      expect(first.body).toMatchObject({ reason: 'second_factor', methods: ['totp', 'recovery'] });
      expect(await isSignedIn(browser)).toBe(false);

      const code = codeAt(secret, app.clock.now());
      const { challenge } = first.body;
      const second = await browser.rest('POST', '/api/auth/second-factor', { challenge, code });
      expect(second).toMatchObject({ status: 200, body: { username: signIn.username, ...answer } });
      expect(Object.keys(second.body).length === 3).toBe(path.includes('admin'));
      expect(await isSignedIn(browser)).toBe(true);
      app.clock.advance(30_000);
    }
  });

  test('accepts a code with a space and those of the adjacent steps, and no other', async () => {
    const { signIn, secret } = await adminWithApp();
    for (const [offset, isTaken] of [
      [-60_000, false],
      [60_000, false],
      [-30_000, true],
      [30_000, true],
    ] as const) {
      app.clock.advance(120_000);
      const browser = app.visitor();
      const challenge = await challengeOf(browser, signIn);
      const code = codeAt(secret, app.clock.now() + offset).replace(/^.../, '$& ');
      const call = browser.trpc.auth.secondFactor.mutate({ challenge, code });
      if (isTaken) expect((await call).asStaff).toBe(false);
      else expect(await refusal(call)).toMatchObject({ status: 401, field: 'code' });
      expect(await isSignedIn(browser)).toBe(isTaken);
    }
  });

  test("accepts a code once, even if it's sent several times simultaneously", async () => {
    const { signIn, secret } = await adminWithApp();
    const browsers = [app.visitor(), app.visitor(), app.visitor()];
    const challenges = await Promise.all(browsers.map((one) => challengeOf(one, signIn)));
    const code = codeAt(secret, app.clock.now());
    const answers = await Promise.allSettled(
      browsers.map((one, index) =>
        one.trpc.auth.secondFactor.mutate({ challenge: challenges[index] ?? '', code }),
      ),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);

    const late = app.visitor();
    const again = late.trpc.auth.secondFactor.mutate({
      challenge: await challengeOf(late, signIn),
      code,
    });
    expect(await refusal(again)).toMatchObject({ status: 401, field: 'code' });
  });

  test('accepts each recovery code once, typed with or without dashes', async () => {
    const { signIn, recoveryCodes } = await adminWithApp();
    expect(recoveryCodes).toHaveLength(10);
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first = '', second = ''] = recoveryCodes;
    const enter = async (recoveryCode: string) => {
      const browser = app.visitor();
      const challenge = await challengeOf(browser, signIn);
      await browser.trpc.auth.secondFactor.mutate({ challenge, recoveryCode });
      return browser;
    };
    await enter(first);
    expect(await refusal(enter(first))).toMatchObject({ status: 401, field: 'recoveryCode' });
    const browser = await enter(second.replaceAll('-', '').toUpperCase());
    expect((await browser.trpc.factors.list.query()).recoveryCodesLeft).toBe(8);
  });

  test('ends a challenge after its answer, its time, five wrong answers, or a new password', async () => {
    const { signIn, visitor, secret, recoveryCodes } = await adminWithApp();
    const over = { status: 401, field: null, message: expect.stringContaining('Start again') };
    const now = () => codeAt(secret, app.clock.now());
    const answer = (challenge: string, code = now()) =>
      app.visitor().trpc.auth.secondFactor.mutate({ challenge, code });

    const answered = await challengeOf(app.visitor(), signIn);
    await answer(answered);
    app.clock.advance(30_000);
    expect(await refusal(answer(answered))).toMatchObject(over);

    const old = await challengeOf(app.visitor(), signIn);
    app.clock.advance(CHALLENGE_MS + 1);
    expect(await refusal(answer(old))).toMatchObject(over);

    const guessed = await challengeOf(app.visitor(), signIn);
    for (let guess = 0; guess < CHALLENGE_TRIES; guess += 1) {
      expect(await refusal(answer(guessed, '000000'))).toMatchObject({ status: 401 });
    }
    expect(await refusal(answer(guessed))).toMatchObject(over);

    const overtaken = await challengeOf(app.visitor(), signIn);
    await visitor.trpc.auth.changePassword.mutate({
      currentPassword: PASSWORD,
      newPassword: 'another-password',
    });
    expect(await refusal(answer(overtaken))).toMatchObject(over);
    const [recoveryCode = ''] = recoveryCodes;
    const stolen = app.visitor().trpc.auth.secondFactor.mutate({
      challenge: 'made up',
      recoveryCode,
    });
    expect(await refusal(stolen)).toMatchObject(over);
  });

  test('needs exactly one proof', async () => {
    const { signIn, secret, recoveryCodes } = await adminWithApp();
    const challenge = await challengeOf(app.visitor(), signIn);
    const code = codeAt(secret, app.clock.now());
    const [recoveryCode] = recoveryCodes;
    for (const proof of [{}, { code, recoveryCode }, { code: '12345' }, { recoveryCode: ' ' }]) {
      const call = app.visitor().trpc.auth.secondFactor.mutate({ challenge, ...proof });
      expect(await refusal(call)).toMatchObject({ status: 400, reason: 'invalid_input' });
    }
  });

  test('counts wrong codes for the account, but not correct passwords', async () => {
    const own = await startTestApp({ settings: { limitFactor: 1 } });
    const { signIn, secret } = await adminWithApp(own);
    const statuses: number[] = [];
    for (let guess = 0; guess < 11; guess += 1) {
      const challenge = await challengeOf(own.visitor(), signIn);
      const call = own.visitor().trpc.auth.secondFactor.mutate({ challenge, code: '000000' });
      statuses.push((await refusal(call)).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
    own.clock.advance(3_600_000);
    const browser = own.visitor();
    const challenge = await challengeOf(browser, signIn);
    const code = codeAt(secret, own.clock.now());
    await browser.trpc.auth.secondFactor.mutate({ challenge, code });
    await own.close();
  });

  test('is required only after the right password, and never of customers', async () => {
    const { signIn } = await adminWithApp();
    const wrong = app.visitor().trpc.auth.login.mutate({ ...signIn, password: 'wrong-password' });
    expect(await refusal(wrong)).toMatchObject({ status: 401, reason: 'unauthenticated' });
    const sam = await customer(app);
    expect(await refusal(sam.trpc.factors.begin.mutate())).toMatchObject({ status: 403 });
    expect(await refusal(sam.trpc.factors.list.query())).toMatchObject({ status: 403 });
  });
});

describe('two-step verification required by the setting', () => {
  test("is set up at an admin's first sign-in, without a session before", async () => {
    const own = await startTestApp({ settings: { secondFactorFor: 'admins' } });
    const signIn = { username: 'boss', password: PASSWORD };
    await ensureAdmin(own, signIn);
    const browser = own.visitor();
    const factorRequest = await refusal(browser.trpc.auth.adminLogin.mutate(signIn));
    expect(factorRequest).toMatchObject({
      status: 401,
      reason: 'second_factor',
      details: { methods: [], enrol: ['passkey', 'totp'] },
    });
    const challenge = String(factorRequest.details?.challenge);
    const proof = browser.trpc.auth.secondFactor.mutate({ challenge, code: '123456' });
    expect(await refusal(proof)).toMatchObject({ status: 401 });
    expect(await isSignedIn(browser)).toBe(false);

    const { secret, uri } = await browser.trpc.factors.newApp.mutate({ challenge });
    expect(uri).toStartWith('otpauth://totp/Dockside:boss?issuer=Dockside');
    const wrong = { challenge, name: 'Phone', code: codeAt(secret, own.clock.now() + 600_000) };
    expect(await refusal(browser.trpc.factors.add.mutate(wrong))).toMatchObject({ status: 401 });
    const code = codeAt(secret, own.clock.now());
    const added = await browser.trpc.factors.add.mutate({ challenge, name: 'Phone', code });
    expect(added).toMatchObject({ user: { username: 'boss' } });
    expect(added.recoveryCodes).toHaveLength(10);
    expect(await isSignedIn(browser)).toBe(true);
    const again = browser.trpc.factors.add.mutate({ challenge, name: 'Other', code });
    expect(await refusal(again)).toMatchObject({ status: 401 });

    const [factor] = (await browser.trpc.factors.list.query()).factors;
    const last = browser.trpc.factors.remove.mutate({ id: factor?.id ?? '' });
    expect(await refusal(last)).toMatchObject({ status: 409 });
    await own.close();
  });

  test.each([
    ['none', [true, true, true]],
    ['admins', [false, true, true]],
    ['staff', [false, false, true]],
  ] as const)('ends sessions from before: %s', async (secondFactorFor, stay) => {
    const own = await startTestApp({ settings: { secondFactorFor } });
    await ensureAdmin(own, { username: 'boss', password: PASSWORD });
    await createDriver(own, { username: 'dana', password: PASSWORD, name: 'Dana' });
    await customer(own, { username: 'sam' });
    const stays: boolean[] = [];
    for (const username of ['boss', 'dana', 'sam']) {
      const user = await findUserByUsername(own.deps.db.orm, username);
      const { token } = await openSession(own, { userId: user?.id ?? '' });
      const request = new Request('http://dockside.test/api/auth/status', {
        headers: { cookie: `dockside_session=${token}` },
      });
      stays.push((await (await own.handle(request)).json()).authenticated);
    }
    expect(stays).toEqual([...stay]);
    await own.close();
  });

  test("doesn't affect the emergency session", async () => {
    const emergency = { password: 'lifebuoy-on-the-pier', isShown: false };
    const own = await startTestApp({ settings: { secondFactorFor: 'staff', emergency } });
    const browser = own.visitor();
    await browser.trpc.auth.emergencyLogin.mutate({ password: emergency.password });
    expect(await isSignedIn(browser)).toBe(true);
    expect(await refusal(browser.trpc.factors.begin.mutate())).toMatchObject({ status: 403 });
    await own.close();
  });
});

describe("an account's verification methods", () => {
  test('are stored so that a stolen database reveals no secret and no code', async () => {
    const { secret, recoveryCodes } = await adminWithApp();
    const { rows } = await app.deps.db.client.execute(
      `select json_group_array(json_array(totp_secret, name)) from second_factors
       union all select json_group_array(code_hash) from recovery_codes
       union all select json_group_array(json_array(token_hash, totp_secret)) from challenges`,
    );
    const stored = JSON.stringify(rows).toLowerCase();
    expect(stored).toContain('phone');
    for (const text of [
      secret,
      ...recoveryCodes,
      ...recoveryCodes.map((c) => c.replaceAll('-', '')),
    ]) {
      expect(stored).not.toContain(text.toLowerCase());
    }
  });

  test('are listed, named, and removed, and the recovery codes go with the last one', async () => {
    const { visitor, signIn } = await adminWithApp();
    const { recoveryCodes } = await setUpApp(app, visitor, 'Tablet');
    // The first setup's codes still work.
    expect(recoveryCodes).toEqual([]);
    const listed = await visitor.trpc.factors.list.query();
    expect(listed).toMatchObject({
      factors: [{ name: 'Phone' }, { name: 'Tablet' }],
      recoveryCodesLeft: 10,
      isRequired: false,
    });
    expect(JSON.stringify(listed)).not.toContain('ecret"');
    const other = await adminWithApp();
    const [first, second] = listed.factors;
    const stranger = other.visitor.trpc.factors.remove.mutate({ id: first?.id ?? '' });
    expect(await refusal(stranger)).toMatchObject({ status: 404 });
    await visitor.trpc.factors.remove.mutate({ id: first?.id ?? '' });
    expect((await visitor.trpc.factors.list.query()).recoveryCodesLeft).toBe(10);
    await visitor.trpc.factors.remove.mutate({ id: second?.id ?? '' });
    expect((await visitor.trpc.factors.list.query()).recoveryCodesLeft).toBe(0);
    expect(await refusal(visitor.trpc.factors.renewRecoveryCodes.mutate())).toMatchObject({
      status: 409,
    });
    await app.visitor().trpc.auth.login.mutate(signIn);
  });

  test('have new recovery codes that end the older ones', async () => {
    const { visitor, signIn, recoveryCodes } = await adminWithApp();
    const renewed = await visitor.trpc.factors.renewRecoveryCodes.mutate();
    expect(renewed.recoveryCodes).toHaveLength(10);
    const enter = async (recoveryCode = '') => {
      const browser = app.visitor();
      const challenge = await challengeOf(browser, signIn);
      return browser.trpc.auth.secondFactor.mutate({ challenge, recoveryCode });
    };
    expect(await refusal(enter(recoveryCodes[0]))).toMatchObject({ status: 401 });
    expect((await enter(renewed.recoveryCodes[0])).user.username).toBe(signIn.username);
  });

  test("can't be set up by someone else, and are at most ten", async () => {
    const boss = await adminWithApp();
    const other = await adminWithApp();
    const { challenge } = await boss.visitor.trpc.factors.begin.mutate();
    const calls = await refusals([
      other.visitor.trpc.factors.newApp.mutate({ challenge }),
      app.visitor().trpc.factors.newApp.mutate({ challenge }),
      other.visitor.trpc.factors.add.mutate({ challenge, name: 'Mine', code: '123456' }),
    ]);
    expect(calls.map(({ status }) => status)).toEqual([401, 401, 401]);
    // A challenge for one purpose can't be used for another.
    const proof = { challenge, code: codeAt(boss.secret, app.clock.now()) };
    expect(await refusal(app.visitor().trpc.auth.secondFactor.mutate(proof))).toMatchObject({
      status: 401,
    });
    for (let count = 1; count < 10; count += 1) await setUpApp(app, boss.visitor, `App ${count}`);
    const { secret } = await boss.visitor.trpc.factors.newApp.mutate({ challenge });
    const code = codeAt(secret, app.clock.now());
    const eleventh = boss.visitor.trpc.factors.add.mutate({ challenge, name: 'Eleventh', code });
    expect(await refusal(eleventh)).toMatchObject({ status: 409 });
  });

  test('can be removed by the operator, with an entry, and every session ends', async () => {
    const { visitor, signIn } = await adminWithApp();
    expect(await resetFactors(app, { username: signIn.username })).toBe(1);
    expect(await isSignedIn(visitor)).toBe(false);
    await app.visitor().trpc.auth.login.mutate(signIn);
    expect(await resetFactors(app, { username: 'nobody-here' })).toBeNull();
    const { rows } = await app.deps.db.client.execute(
      "select actor_name, before from audit_log where action = 'factor.reset'",
    );
    expect(rows).toHaveLength(1);
    const user = await findUserByUsername(app.deps.db.orm, signIn.username);
    expect(String(rows[0]?.before)).toContain(user?.id ?? 'no such user');
  });

  test('leave entries of each addition, use, and removal with its person, without any secret', async () => {
    const { visitor, secret, signIn, recoveryCodes } = await adminWithApp();
    const browser = app.visitor();
    const [recoveryCode = ''] = recoveryCodes;
    const challenge = await challengeOf(browser, signIn);
    await browser.trpc.auth.secondFactor.mutate({ challenge, recoveryCode });
    await visitor.trpc.factors.renewRecoveryCodes.mutate();
    const [factor] = (await visitor.trpc.factors.list.query()).factors;
    await visitor.trpc.factors.remove.mutate({ id: factor?.id ?? '' });
    const user = await findUserByUsername(app.deps.db.orm, signIn.username);
    const { rows } = await app.deps.db.client.execute({
      sql: `select * from audit_log where actor_id = ?
        and (action like 'factor.%' or action = 'sign_in.staff') order by at, rowid`,
      args: [user?.id ?? ''],
    });
    expect(rows.map(({ action }) => action)).toEqual([
      'sign_in.staff',
      'factor.added',
      'factor.recovery_used',
      'sign_in.staff',
      'factor.recovery_made',
      'factor.removed',
    ]);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(JSON.stringify(rows)).not.toContain(recoveryCode);
  });
});
