/** Tests that addresses are verified, and that no message has a stranger's text as a link. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { EMAIL_MESSAGES, PROOF_LINK_MS } from '@/domain/account/email-address';
import { message } from '@/server/modules/messages/message';
import { admin, customer, driver, ORDER } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

const PASSWORD = 'six-characters';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.close());

let people = 0;
const person = (over: object = {}) => {
  people += 1;
  return {
    username: `pat${people}`,
    password: PASSWORD,
    email: `pat${people}@lake.example`,
    fullName: 'Pat Tideway',
    phone: '(269) 555-0117',
    homeAddress: 'Pier 4',
    ...over,
  };
};

/** A customer who hasn't opened the link sent at registration. */
async function newcomer(over: object = {}): Promise<{ visitor: Visitor; email: string }> {
  const visitor = app.visitor();
  const input = person(over);
  await visitor.trpc.auth.register.mutate(input);
  return { visitor, email: input.email };
}

/** The waiting messages to an address, newest last. */
async function messagesTo(email: string): Promise<{ kind: string; body: string }[]> {
  const { rows } = await app.deps.db.client.execute({
    sql: 'select dedupe_key, body from outbox where recipient = ? order by created_at, id',
    args: [email],
  });
  return rows.map(({ dedupe_key, body }) => ({
    kind: String(dedupe_key).split(':')[0] ?? '',
    body: String(body),
  }));
}
const kindsTo = async (email: string) => (await messagesTo(email)).map(({ kind }) => kind);

async function proofOf(email: string): Promise<string> {
  const sent = (await messagesTo(email)).filter(({ kind }) => kind === 'email-proof');
  return /confirm-email\?token=([\w-]+)/.exec(sent.at(-1)?.body ?? '')?.[1] ?? '';
}
const prove = (token: string) => app.visitor().trpc.auth.proveEmail.mutate({ token });
const meOf = async (visitor: Visitor) => (await visitor.trpc.auth.me.query()) ?? null;

describe('a new account', () => {
  test('gets one link, which verifies its address', async () => {
    const { visitor, email } = await newcomer();
    expect(await kindsTo(email)).toEqual(['email-proof']);
    expect(await meOf(visitor)).toMatchObject({ email, emailProvenAt: null, pendingEmail: null });
    const token = await proofOf(email);
    expect(await prove(token)).toEqual({ message: EMAIL_MESSAGES.proven });
    expect(await meOf(visitor)).toMatchObject({ email, emailProvenAt: app.clock.now() });
    // The link only works once.
    expect(await refusal(prove(token))).toMatchObject({
      status: 400,
      field: 'token',
      message: EMAIL_MESSAGES.proofInvalid,
    });
  });

  test('gets nothing else until then but a reset link', async () => {
    const { visitor, email } = await newcomer();
    await visitor.trpc.auth.changePassword.mutate({
      currentPassword: PASSWORD,
      newPassword: 'another-one',
    });
    await visitor.trpc.auth.requestPasswordReset.mutate({ email });
    expect(await kindsTo(email)).toEqual(['email-proof', 'password-reset']);
    const account = { id: 'x', email, fullName: null, emailProvenAt: null };
    const about = { account, recurringId: 'r', date: '2026-06-20' };
    expect(message(app, 'recurring-paused', { ...about, reason: 'no card' })).toBeNull();
    expect(message(app, 'recurring-skipped', { ...about, next: '2026-06-27' })).toBeNull();
    expect(message(app, 'password-changed', { account })).toBeNull();
    expect(
      message(app, 'email-changing', { account, by: 'owner', to: 'x@lake.example' }),
    ).toBeNull();
  });

  test('is still notified of its own appointment', async () => {
    const { visitor, email } = await newcomer();
    const { appointment } = await visitor.trpc.booking.create.mutate({ ...ORDER });
    const setup = await visitor.trpc.booking.createPaymentAuthorization.mutate({
      appointmentId: appointment.id,
    });
    await visitor.enterCard(setup);
    await visitor.trpc.booking.confirmPaymentSetup.mutate({
      appointmentId: appointment.id,
      setupIntentId: setup.setupIntentId ?? '',
    });
    expect(await kindsTo(email)).toContain('booked');
  });

  test('gets the link again, and the earlier one and an old one end', async () => {
    const { visitor, email } = await newcomer();
    const first = await proofOf(email);
    expect(await visitor.trpc.auth.requestEmailProof.mutate()).toEqual({
      message: EMAIL_MESSAGES.sent,
    });
    const second = await proofOf(email);
    expect(second).not.toBe(first);
    expect((await refusal(prove(first))).status).toBe(400);
    app.clock.advance(PROOF_LINK_MS);
    expect((await refusal(prove(second))).status).toBe(400);
    const again = app.visitor();
    await again.trpc.auth.login.mutate({ username: email, password: PASSWORD });
    await again.trpc.auth.requestEmailProof.mutate();
    await prove(await proofOf(email));
    expect(await refusal(again.trpc.auth.requestEmailProof.mutate())).toMatchObject({
      status: 409,
      message: EMAIL_MESSAGES.provenBefore,
    });
  });

  test('can also verify its address with a reset link', async () => {
    const { visitor, email } = await newcomer();
    const proof = await proofOf(email);
    await visitor.trpc.auth.requestPasswordReset.mutate({ email });
    const sent = (await messagesTo(email)).at(-1)?.body ?? '';
    const [, token = ''] = /reset-password\?token=([\w-]+)/.exec(sent) ?? [];
    await app.visitor().trpc.auth.resetPassword.mutate({ token, newPassword: 'another-one' });
    const again = app.visitor();
    await again.trpc.auth.login.mutate({ username: email, password: 'another-one' });
    expect((await meOf(again))?.emailProvenAt).toBe(app.clock.now());
    expect(await kindsTo(email)).toContain('password-changed');
    expect((await refusal(prove(proof))).status).toBe(400);
  });

  test('never gets a token or its hash in an answer', async () => {
    const { visitor, email } = await newcomer();
    const token = await proofOf(email);
    const { rows } = await app.deps.db.client.execute({
      sql: 'select email_proof from users where email = ?',
      args: [email],
    });
    const hash = String(rows[0]?.email_proof);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    for (const path of ['/api/auth/me', '/api/user/profile']) {
      const text = JSON.stringify((await visitor.rest('GET', path)).body);
      expect(text).not.toContain(hash);
      expect(text).not.toContain(token);
    }
  });
});

describe('a changed address', () => {
  const next = () => `next${people}@lake.example`;

  test('needs the current password in the same call', async () => {
    const { visitor, email } = await newcomer();
    const to = next();
    const needsPassword = {
      status: 403,
      reason: 'password_required',
      field: 'currentPassword',
      message: EMAIL_MESSAGES.passwordRequired,
    };
    for (const currentPassword of [undefined, '']) {
      const call = visitor.trpc.auth.updateProfile.mutate({ email: to, currentPassword });
      expect(await refusal(call)).toMatchObject(needsPassword);
    }
    for (const path of ['/api/auth/profile', '/api/user/profile']) {
      const { status, ...rest } = needsPassword;
      expect(await visitor.rest('PUT', path, { email: to })).toMatchObject({ status, body: rest });
    }
    const wrong = visitor.trpc.auth.updateProfile.mutate({ email: to, currentPassword: 'a guess' });
    expect(await refusal(wrong)).toMatchObject({ status: 400, field: 'currentPassword' });
    expect(await meOf(visitor)).toMatchObject({ email, pendingEmail: null });
    expect(await messagesTo(to)).toEqual([]);
    // No password is needed for the same address, or for a profile without an address.
    await visitor.trpc.auth.updateProfile.mutate({ email, fullName: 'Pat Tide' });
    expect((await meOf(visitor))?.fullName).toBe('Pat Tide');
  });

  test("waits until it's verified, and the old one is notified", async () => {
    const sam = await customer(app);
    const email = (await meOf(sam))?.email ?? '';
    const to = `new.${email}`;
    const change = { email: to, phone: '(269) 555-0199', currentPassword: PASSWORD };
    const saved = await sam.trpc.auth.updateProfile.mutate(change);
    expect(saved).toMatchObject({ email, pendingEmail: to, phone: '(269) 555-0199' });
    expect(await kindsTo(to)).toEqual(['email-proof']);
    expect(await kindsTo(email)).toEqual(['email-changing']);
    // Until the new address is verified, the old one signs in and gets the reset link.
    const signIn = (username: string) =>
      app.visitor().trpc.auth.login.mutate({ username, password: PASSWORD });
    await signIn(email);
    expect((await refusal(signIn(to))).status).toBe(401);
    await sam.trpc.auth.requestPasswordReset.mutate({ email: to });
    expect(await kindsTo(to)).toEqual(['email-proof']);

    expect((await messagesTo(email)).at(-1)?.body).toContain(to);
    await prove(await proofOf(to));
    expect(await kindsTo(email)).toEqual(['email-changing', 'email-changed']);
    expect((await messagesTo(email)).at(-1)?.body).toContain(to);
    expect(await meOf(sam)).toMatchObject({
      email: to,
      pendingEmail: null,
      emailProvenAt: app.clock.now(),
    });
    await signIn(to);
    expect((await refusal(signIn(email))).status).toBe(401);
  });

  test('is refused if another account has it by then', async () => {
    const sam = await customer(app);
    const to = `wanted${people}@lake.example`;
    await sam.trpc.auth.updateProfile.mutate({ email: to, currentPassword: PASSWORD });
    await newcomer({ email: to });
    const { rows } = await app.deps.db.client.execute({
      sql: "select body from outbox where recipient = ? and dedupe_key like 'email-proof:%' order by created_at, id",
      args: [to],
    });
    const [, token = ''] = /token=([\w-]+)/.exec(String(rows[0]?.body)) ?? [];
    expect(await refusal(prove(token))).toMatchObject({ status: 409, field: 'email' });
    expect((await meOf(sam))?.email).not.toBe(to);
  });

  test('is stopped by a new password and by a reset', async () => {
    for (const how of ['change', 'reset']) {
      const sam = await customer(app);
      const email = (await meOf(sam))?.email ?? '';
      const to = `thief.${how}.${email}`;
      await sam.trpc.auth.updateProfile.mutate({ email: to, currentPassword: PASSWORD });
      const proof = await proofOf(to);
      if (how === 'change') {
        const change = { currentPassword: PASSWORD, newPassword: 'another-one' };
        await sam.trpc.auth.changePassword.mutate(change);
      } else {
        await sam.trpc.auth.requestPasswordReset.mutate({ email });
        const sent = (await messagesTo(email)).at(-1)?.body ?? '';
        const [, token = ''] = /reset-password\?token=([\w-]+)/.exec(sent) ?? [];
        await app.visitor().trpc.auth.resetPassword.mutate({ token, newPassword: 'another-one' });
      }
      expect([how, (await refusal(prove(proof))).status]).toEqual([how, 400]);
      const { rows } = await app.deps.db.client.execute({
        sql: 'select email, pending_email from users where email = ?',
        args: [email],
      });
      expect(rows[0]).toMatchObject({ email, pending_email: null });
    }
  });

  test("doesn't let a stolen session try unlimited passwords", async () => {
    const limited = await startTestApp({ settings: { limitFactor: 1 } });
    const sam = await customer(limited);
    const guess = (currentPassword: string) =>
      refusal(sam.trpc.auth.updateProfile.mutate({ email: 'x@lake.example', currentPassword }));
    for (let n = 0; n < 10; n += 1) expect((await guess(`guess ${n}`)).status).toBe(400);
    expect((await guess(PASSWORD)).status).toBe(429);
    // A change that needs no password still works.
    expect((await sam.trpc.auth.updateProfile.mutate({ boatName: 'Gull' })).boatName).toBe('Gull');
    await limited.close();
  }, 120_000);

  test("of a driver, set by staff, ends the reset link to the old one and isn't verified", async () => {
    const staff = await admin(app);
    const { driverId } = await driver(app);
    const details = { id: driverId, name: 'Dana', phone: null, vehicleInfo: null };
    await staff.trpc.admin.editDriver.mutate({ ...details, email: 'old.dana@lake.example' });
    await app.visitor().trpc.auth.requestPasswordReset.mutate({ email: 'old.dana@lake.example' });
    const sent = (await messagesTo('old.dana@lake.example')).at(-1)?.body ?? '';
    const [, token = ''] = /token=([\w-]+)/.exec(sent) ?? [];
    await staff.trpc.admin.editDriver.mutate({ ...details, email: 'new.dana@lake.example' });
    const reset = app.visitor().trpc.auth.resetPassword.mutate({ token, newPassword: 'mine-now' });
    expect((await refusal(reset)).status).toBe(400);
    const { rows } = await app.deps.db.client.execute({
      sql: 'select email, email_proven_at from users where driver_id = ?',
      args: [driverId],
    });
    expect(rows[0]).toMatchObject({ email: 'new.dana@lake.example', email_proven_at: null });
  });
});

describe("a stranger's text", () => {
  const LINK = 'https://evil.example/prize';

  test('never puts a link into a message by a name', async () => {
    const fullName = `Claim your prize at ${LINK} `.padEnd(119, 'now ');
    const { email, visitor } = await newcomer({ fullName });
    await visitor.trpc.auth.requestPasswordReset.mutate({ email });
    const sent = await messagesTo(email);
    expect(sent.map(({ kind }) => kind)).toEqual(['email-proof', 'password-reset']);
    for (const { body } of sent) {
      expect(body).not.toContain('evil');
      expect(body).toStartWith('Hello,');
    }
  });

  test("never puts a link into a message by an appointment's name, dock, or slip", async () => {
    const guest = app.visitor();
    const { appointment } = await guest.trpc.booking.create.mutate({
      ...ORDER,
      time: '12:00 PM - 2:00 PM',
      customerName: `Winner, see ${LINK}`,
      customerEmail: 'victim@lake.example',
      customerPhone: '(269) 555-0150',
      location: `Pay here: ${LINK}`,
      slipNumber: LINK,
    });
    const id = appointment.id;
    const setup = await guest.trpc.booking.createPaymentAuthorization.mutate({ appointmentId: id });
    await guest.enterCard(setup);
    await guest.trpc.booking.confirmPaymentSetup.mutate({
      appointmentId: id,
      setupIntentId: setup.setupIntentId ?? '',
    });
    const staff = await admin(app);
    const { driverId } = await driver(app);
    await staff.trpc.admin.confirm.mutate({ id });
    await staff.trpc.admin.reschedule.mutate({ id, time: '2:00 PM - 4:00 PM', date: ORDER.date });
    await staff.trpc.admin.schedule.mutate({ id, driverId });
    await staff.trpc.driver.enRoute.mutate({ id });
    await staff.trpc.admin.complete.mutate({ id, actualGallons: 20 });
    const sent = await messagesTo('victim@lake.example');
    expect(sent.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['booked', 'confirmed', 'rescheduled', 'en-route', 'completed']),
    );
    for (const { body } of sent) expect(body).not.toContain('evil');
    const { rows } = await app.deps.db.client.execute('select subject from outbox');
    for (const { subject } of rows) expect(String(subject)).not.toContain('evil');
  });

  test('may be an ordinary name once the address is verified', async () => {
    const { visitor, email } = await newcomer();
    expect((await messagesTo(email))[0]?.body).toStartWith('Hello,');
    await prove(await proofOf(email));
    await visitor.trpc.auth.requestPasswordReset.mutate({ email });
    expect((await messagesTo(email)).at(-1)?.body).toStartWith('Hello Pat Tideway,');
  });
});
