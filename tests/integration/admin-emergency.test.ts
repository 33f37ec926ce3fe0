import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { admin, customer } from '../support/actors';
import { startTestApp, type TestApp, TODAY } from '../support/app';
import { refusal } from '../support/visitor';

const PASSWORD = 'break the glass';
const MINUTE = 60_000;

describe('emergency access', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({
      settings: { emergency: { password: PASSWORD, isShown: false }, limitFactor: 1 },
    });
  });
  afterAll(() => app.close());
  const audits = async () =>
    (
      await app.deps.db.client.execute(
        "select action, after from audit_log where action like 'emergency.%' order by id",
      )
    ).rows;

  test("opens an admin session of thirty minutes that isn't extended", async () => {
    const visitor = app.visitor();
    const { status, body } = await visitor.rest('POST', '/api/auth/emergency-admin', {
      password: PASSWORD,
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      role: 'admin',
      fullName: 'Emergency access',
      username: 'emergency-admin',
    });
    expect((await visitor.trpc.auth.adminStatus.query()).isAdmin).toBe(true);
    expect((await visitor.rest('GET', `/api/admin/availability/${TODAY}`)).status).toBe(200);
    app.clock.advance(29 * MINUTE);
    expect((await visitor.trpc.auth.adminStatus.query()).isAdmin).toBe(true);
    app.clock.advance(2 * MINUTE);
    expect((await visitor.trpc.auth.adminStatus.query()).isAdmin).toBe(false);
    expect((await visitor.rest('GET', `/api/admin/availability/${TODAY}`)).status).toBe(401);
  });

  test('refuses a wrong password, and writes an audit entry for both outcomes', async () => {
    const before = (await audits()).length;
    const visitor = app.visitor();
    const wrong = await visitor.rest('POST', '/api/auth/emergency-admin', { password: 'guess' });
    expect(wrong).toMatchObject({ status: 401, body: { message: 'Invalid emergency password' } });
    expect((await visitor.trpc.auth.adminStatus.query()).isAdmin).toBe(false);
    await visitor.trpc.auth.emergencyLogin.mutate({ password: PASSWORD });
    const rows = (await audits()).slice(before);
    expect(rows.map((row) => row.action)).toEqual(['emergency.refused', 'emergency.granted']);
    expect(JSON.stringify(rows)).not.toContain('guess');
    for (const password of ['', undefined, 'x'.repeat(201)]) {
      const answer = await visitor.rest('POST', '/api/auth/emergency-admin', { password });
      expect(answer.status).toBe(400);
    }
  });

  test('acts as its own user, who has no other sign-in', async () => {
    const visitor = app.visitor();
    await visitor.trpc.auth.emergencyLogin.mutate({ password: PASSWORD });
    await visitor.trpc.admin.setDefaultCapacity.mutate({ capacity: 2 });
    const { rows } = await app.deps.db.client.execute(
      "select actor_name from audit_log where action = 'slots.default_capacity'",
    );
    expect(rows[0]?.actor_name).toBe('Emergency access');
    for (const password of [PASSWORD, '-', 'emergency-admin']) {
      const call = app
        .visitor()
        .trpc.auth.adminLogin.mutate({ username: 'emergency-admin', password });
      expect((await refusal(call)).status).toBe(401);
    }
    const { rows: users } = await app.deps.db.client.execute(
      "select count(*) as n from users where role = 'admin'",
    );
    expect(users[0]?.n).toBe(1);
  });

  test('never shows its password', async () => {
    expect(await app.visitor().trpc.auth.emergencyAccess.query()).toEqual({
      enabled: true,
      shownPassword: null,
    });
  });

  test('limits repeated guesses and allows another attempt later', async () => {
    const visitor = app.visitor();
    const tries = [];
    for (let guess = 0; guess < 60; guess += 1) {
      tries.push(
        (await visitor.rest('POST', '/api/auth/emergency-admin', { password: `g${guess}` })).status,
      );
    }
    expect(tries[0]).toBe(401);
    expect(tries.at(-1)).toBe(429);
    app.clock.advance(60 * MINUTE);
    const later = await visitor.rest('POST', '/api/auth/emergency-admin', { password: PASSWORD });
    expect(later.status).toBe(200);
  });

  test('works if a customer has its username, and for many simultaneous calls', async () => {
    const other = await startTestApp({
      settings: { emergency: { password: PASSWORD, isShown: true } },
    });
    await customer(other, { username: 'Emergency-Admin' });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        other.visitor().trpc.auth.emergencyLogin.mutate({ password: PASSWORD }),
      ),
    );
    expect(answers.every((answer) => answer.role === 'admin')).toBe(true);
    expect((await other.visitor().trpc.auth.emergencyAccess.query()).shownPassword).toBe(PASSWORD);
    await other.close();
  });

  test('is off without a password in the settings', async () => {
    const other = await startTestApp();
    const visitor = other.visitor();
    expect(await visitor.trpc.auth.emergencyAccess.query()).toEqual({
      enabled: false,
      shownPassword: null,
    });
    for (const password of [PASSWORD, 'null', 'undefined']) {
      const answer = await visitor.rest('POST', '/api/auth/emergency-admin', { password });
      expect(answer).toMatchObject({
        status: 403,
        body: { message: 'Emergency access isn’t enabled on this server.' },
      });
    }
    await other.close();
  });
});

describe("the admin's own password", () => {
  test("is changed over REST, with the dashboard's texts", async () => {
    const app = await startTestApp();
    const staff = await admin(app);
    const change = (input: object) => staff.rest('POST', '/api/admin/change-password', input);
    const good = {
      currentPassword: 'boss-password',
      newPassword: 'new-secret',
      confirmPassword: 'new-secret',
    };
    expect((await change({ ...good, confirmPassword: 'other' })).body.message).toBe(
      'New password and confirmation do not match.',
    );
    expect((await change({ ...good, confirmPassword: undefined })).status).toBe(400);
    expect(
      (await change({ ...good, newPassword: '12345', confirmPassword: '12345' })).body.message,
    ).toBe('New password must be at least 6 characters long.');
    expect(await change({ ...good, currentPassword: 'wrong' })).toMatchObject({
      status: 400,
      body: { field: 'currentPassword', message: 'Your current password is incorrect.' },
    });
    expect(await change(good)).toMatchObject({ status: 200 });
    expect((await staff.trpc.auth.adminStatus.query()).isAdmin).toBe(true);
    const again = app.visitor();
    await again.trpc.auth.adminLogin.mutate({ username: 'boss', password: 'new-secret' });
    const sam = await customer(app);
    expect((await sam.rest('POST', '/api/admin/change-password', good)).status).toBe(403);
    expect((await app.visitor().rest('POST', '/api/admin/change-password', good)).status).toBe(401);
    await app.close();
  });
});
