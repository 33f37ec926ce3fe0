import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { CONFIRMED_FOR_MS } from '@/domain/account/second-factor';
import { cents } from '@/domain/money';
import { book, customer, driver, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { confirmWithPassword, lateAdmin, PASSWORD } from '../support/late-admin';
import { newPasskey } from '../support/passkey';
import { setUpApp } from '../support/second-factor';
import { codeAt } from '../support/totp';
import { refusal, type Visitor } from '../support/visitor';

const CONFIRM_IDENTITY = { status: 403, reason: 'confirm_identity' };

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ settings: { confirmRefundsAboveCents: cents(2_000) } });
});
afterAll(() => app.close());

let people = 0;

/** A delivery for about eighty dollars, paid by card. */
async function paidDelivery(staff: Visitor): Promise<string> {
  const { driverId } = await driver(app);
  const id = await book(await customer(app));
  await readyToDeliver(staff, id, driverId);
  await staff.trpc.admin.complete.mutate({ id, actualGallons: 20 });
  return id;
}

const requestId = () => crypto.randomUUID();

describe('five minutes after the sign-in', () => {
  test('dangerous calls ask again, and continue for five minutes after the answer', async () => {
    const { driverId } = await driver(app);
    const { visitor, signIn } = await lateAdmin(app);
    const { admin, factors, auth } = visitor.trpc;
    people += 1;
    const newDriver = { username: `eve${people}`, password: 'eve-password', name: 'Eve' };
    const calls: Record<string, () => Promise<unknown>> = {
      'an API key': () => admin.apiKeys.create.mutate({ name: 'Ledger', scope: 'read' }),
      'an export': () => admin.exportCustomers.query({ after: null }),
      'the link of a file': () => auth.requireConfirmed.mutate(),
      'a new driver': () => admin.addDriver.mutate(newDriver),
      'the name of a driver': () => admin.editDriver.mutate({ id: driverId, name: 'Other Name' }),
      'the password of a driver': () =>
        admin.resetDriverPassword.mutate({ id: driverId, password: 'new-password' }),
      'the own name': () => auth.updateProfile.mutate({ fullName: 'Another Name' }),
      'the own email': () =>
        auth.updateProfile.mutate({
          email: `${signIn.username}@lake.example`,
          currentPassword: PASSWORD,
        }),
      'a second factor': () => factors.begin.mutate(),
    };
    for (const [what, make] of Object.entries(calls)) {
      expect({ what, ...(await refusal(make())) }).toMatchObject({
        what,
        ...CONFIRM_IDENTITY,
        details: { methods: ['password'] },
      });
    }
    for (const file of ['customers.csv', 'report.csv?by=day', 'activity.csv']) {
      const answer = await visitor.rest('GET', `/api/admin/export/${file}`).catch(() => null);
      expect(answer).toMatchObject({ status: 403, body: { reason: 'confirm_identity' } });
    }
    expect(await visitor.rest('GET', '/api/admin/customers')).toMatchObject({ status: 403 });

    await confirmWithPassword(visitor);
    app.clock.advance(CONFIRMED_FOR_MS);
    for (const make of Object.values(calls)) await make();
    expect((await visitor.fetch('/api/admin/export/customers.csv')).status).toBe(200);
    app.clock.advance(1);
    expect(await refusal(auth.requireConfirmed.mutate())).toMatchObject(CONFIRM_IDENTITY);
  });

  test('refunds ask only above the limit, and many small ones add up', async () => {
    const { visitor } = await lateAdmin(app);
    const id = await paidDelivery(visitor);
    const refund = (amount?: string) =>
      visitor.trpc.admin.refund.mutate({ id, amount, requestId: requestId() });
    expect(await refusal(refund())).toMatchObject(CONFIRM_IDENTITY);
    expect(await refusal(refund('20.01'))).toMatchObject(CONFIRM_IDENTITY);
    await refund('15');
    await refund('5');
    expect(await refusal(refund('0.01'))).toMatchObject(CONFIRM_IDENTITY);
    await confirmWithPassword(visitor);
    await refund();
  });

  test('staff who change their email verify once, with or without two-step verification', async () => {
    const address = (of: string) => `${of}.new@lake.example`;
    let secret = '';
    const withFactor = await lateAdmin(app, async (own) => {
      ({ secret } = await setUpApp(app, own));
    });
    const { updateProfile, beginConfirmation, confirmIdentity } = withFactor.visitor.trpc.auth;
    const email = address(withFactor.signIn.username);
    expect(await refusal(updateProfile.mutate({ email }))).toMatchObject({
      ...CONFIRM_IDENTITY,
      details: { methods: ['totp', 'recovery'] },
    });
    const { challenge } = await beginConfirmation.mutate();
    await confirmIdentity.mutate({ challenge, code: codeAt(secret, app.clock.now()) });
    expect(await updateProfile.mutate({ email })).toMatchObject({ pendingEmail: email });

    // A recent sign-in isn't enough here. So the page asks for a proof, as it does for dangerous
    // calls.
    const { visitor, signIn } = await lateAdmin(app);
    await visitor.trpc.auth.adminLogin.mutate(signIn);
    const change = () =>
      visitor.trpc.auth.updateProfile.mutate({ email: address(signIn.username) });
    expect(await refusal(change())).toMatchObject({
      status: 403,
      reason: 'password_required',
      details: { methods: ['password'] },
    });
    await confirmWithPassword(visitor);
    expect(await change()).toMatchObject({ pendingEmail: address(signIn.username) });
    app.clock.advance(CONFIRMED_FOR_MS + 1);
    await visitor.trpc.auth.adminLogin.mutate(signIn);
    const again = visitor.trpc.auth.updateProfile.mutate({ email: address('another') });
    expect((await refusal(again)).reason).toBe('password_required');
  });

  test('a customer sends the password in the same call, even after another proof', async () => {
    const sam = await customer(app);
    await confirmWithPassword(sam, 'six-characters');
    const change = sam.trpc.auth.updateProfile.mutate({ email: 'sam.new@lake.example' });
    expect(await refusal(change)).toMatchObject({
      status: 403,
      reason: 'password_required',
      field: 'currentPassword',
      details: null,
    });
  });

  test('a customer proves nothing, and neither do staff for a harmless call', async () => {
    const sam = await customer(app);
    const { visitor } = await lateAdmin(app);
    await sam.trpc.auth.updateProfile.mutate({ fullName: 'Sam Other' });
    await visitor.trpc.auth.updateProfile.mutate({ phone: '(269) 555-0100' });
    await visitor.trpc.admin.customers.query({});
    await visitor.trpc.admin.apiKeys.list.query();
  });
});

describe('the proof', () => {
  test('of a person with two-step verification is that step, not the password', async () => {
    let secret = '';
    const { visitor } = await lateAdmin(app, async (own) => {
      ({ secret } = await setUpApp(app, own));
    });
    const question = await refusal(visitor.trpc.auth.requireConfirmed.mutate());
    expect(question).toMatchObject({
      ...CONFIRM_IDENTITY,
      details: { methods: ['totp', 'recovery'] },
    });
    expect(await refusal(confirmWithPassword(visitor))).toMatchObject({
      status: 400,
      field: 'password',
    });
    const { challenge } = await visitor.trpc.auth.beginConfirmation.mutate();
    const code = codeAt(secret, app.clock.now());
    const confirm = () => visitor.trpc.auth.confirmIdentity.mutate({ challenge, code });
    await confirm();
    await visitor.trpc.auth.requireConfirmed.mutate();
    expect((await refusal(confirm())).status).toBe(401);
  });

  test('may be a passkey', async () => {
    const passkey = newPasskey();
    const { visitor } = await lateAdmin(app, async (own) => {
      const { challenge } = await own.trpc.factors.begin.mutate();
      const question = await own.trpc.factors.newPasskey.mutate({ challenge });
      await own.trpc.factors.add.mutate({
        challenge,
        name: 'Key',
        passkey: passkey.create(question),
      });
    });
    const { challenge, methods } = await visitor.trpc.auth.beginConfirmation.mutate();
    expect(methods).toEqual(['passkey', 'recovery']);
    const question = await visitor.trpc.auth.passkeyQuestion.mutate({ challenge });
    await visitor.trpc.auth.confirmIdentity.mutate({ challenge, passkey: passkey.get(question) });
    await visitor.trpc.auth.requireConfirmed.mutate();
  });

  test("is refused if it's wrong, another person's, or for another step", async () => {
    const { visitor, signIn } = await lateAdmin(app);
    const other = await lateAdmin(app);
    expect(await refusal(confirmWithPassword(visitor, 'wrong-password'))).toMatchObject({
      status: 400,
      field: 'password',
    });
    const { challenge } = await visitor.trpc.auth.beginConfirmation.mutate();
    const stolen = { challenge, password: PASSWORD };
    expect((await refusal(other.visitor.trpc.auth.confirmIdentity.mutate(stolen))).status).toBe(
      401,
    );
    const signInStep = app.visitor().trpc.auth.secondFactor.mutate({ challenge, code: '123456' });
    expect((await refusal(signInStep)).status).toBe(401);
    expect(await refusal(visitor.trpc.auth.requireConfirmed.mutate())).toMatchObject(
      CONFIRM_IDENTITY,
    );
    const twice = visitor.trpc.auth.confirmIdentity.mutate({ ...stolen, code: '123456' });
    expect((await refusal(twice)).status).toBe(400);

    // The proof counts for the session that sent it.
    await confirmWithPassword(visitor);
    const phone = app.visitor();
    await phone.trpc.auth.adminLogin.mutate(signIn);
    app.clock.advance(CONFIRMED_FOR_MS + 1);
    await confirmWithPassword(visitor);
    expect(await refusal(phone.trpc.auth.requireConfirmed.mutate())).toMatchObject(
      CONFIRM_IDENTITY,
    );
  });

  test('counts wrong passwords', async () => {
    const own = await startTestApp({ settings: { limitFactor: 1 } });
    const { visitor } = await lateAdmin(own);
    const statuses: number[] = [];
    for (let guess = 0; guess < 11; guess += 1) {
      statuses.push((await refusal(confirmWithPassword(visitor, 'wrong-password'))).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429]);
    await own.close();
  });

  test('in emergency access is the emergency password', async () => {
    const emergency = { password: 'lifebuoy-on-the-pier', isShown: false };
    const own = await startTestApp({ settings: { emergency } });
    const visitor = own.visitor();
    await visitor.trpc.auth.emergencyLogin.mutate({ password: emergency.password });
    own.clock.advance(CONFIRMED_FOR_MS + 1);
    expect((await refusal(confirmWithPassword(visitor))).status).toBe(400);
    expect(await confirmWithPassword(visitor, emergency.password)).toEqual({ ok: true });
    await own.close();
  });
});
