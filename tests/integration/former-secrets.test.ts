/** Tests a new APP_SECRET, with the old one in APP_SECRET_FORMER. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { FACTOR_MESSAGES } from '@/domain/account/second-factor';
import { keepLinks } from '@/server/modules/appointments/keep-links.usecases';
import { ensureAdmin } from '@/server/modules/auth/first-admin.usecases';
import { deviceOfName } from '@/server/modules/auth/known-devices';
import { resealApps } from '@/server/modules/auth/reseal.usecases';
import { book, customer } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { setUpApp } from '../support/second-factor';
import { codeAt } from '../support/totp';
import { refusal, type Visitor } from '../support/visitor';

const NEW_SECRET = 'another secret that took its place';
const SIGN_IN = { username: 'chief', password: 'boss-password' };

let app: TestApp;
let former: string;
beforeEach(async () => {
  app = await startTestApp({ settings: { limitFactor: 1 } });
  former = app.deps.settings.appSecret;
});
afterEach(() => app.close());

/** Replaces our secret with another one. */
function rotate(formerSecrets: string[]) {
  Object.assign(app.deps.settings, { appSecret: NEW_SECRET, formerSecrets });
}

async function adminWithApp(): Promise<string> {
  await ensureAdmin(app, { ...SIGN_IN, fullName: 'Alex Harbor' });
  const visitor = app.visitor();
  await visitor.trpc.auth.adminLogin.mutate(SIGN_IN);
  const { secret } = await setUpApp(app, visitor);
  return secret;
}

async function signInWithCode(secret: string) {
  app.clock.advance(60_000);
  const browser = app.visitor();
  const { body } = await browser.rest('POST', '/api/auth/admin-login', SIGN_IN);
  const code = codeAt(secret, app.clock.now());
  return browser.rest('POST', '/api/auth/second-factor', { challenge: body.challenge, code });
}

const TIMES = ['10:00 AM - 12:00 PM', '12:00 PM - 2:00 PM', '2:00 PM - 4:00 PM'];
let booked = 0;

/** A guest's booking, with its link's token. */
async function guest() {
  const visitor = app.visitor();
  const time = TIMES[booked % TIMES.length];
  booked += 1;
  const id = await book(visitor, { time, customerPhone: '(269) 555-0142' });
  return { visitor, id, token: await tokenOf(visitor, id) };
}

async function tokenOf(visitor: Visitor, id: string): Promise<string> {
  const link = await visitor.trpc.booking.guestLink.query({ id });
  return link?.split('/d/')[1] ?? '';
}

const opens = (token: string) => app.visitor().trpc.booking.manage.mutate({ token });
const cancels = (visitor: Visitor, id: string) => visitor.trpc.booking.cancel.mutate({ id });

describe('with the former secret in the settings', () => {
  test('an app signs in, even after the job and without the former secret', async () => {
    const secret = await adminWithApp();
    rotate([former]);
    expect(await signInWithCode(secret)).toMatchObject({ status: 200 });
    await resealApps(app);
    rotate([]);
    expect(await signInWithCode(secret)).toMatchObject({ status: 200 });
  });

  test('sent links work, and stay the same in later messages', async () => {
    const { token, visitor, id } = await guest();
    rotate([former]);
    expect(await opens(token)).toMatchObject({ id });
    expect(await keepLinks(app)).toBe(0);
    expect(await tokenOf(visitor, id)).toBe(token);
    // Replacing the link creates one with the new secret.
    const { link } = await visitor.trpc.booking.renewGuestLink.mutate({ id });
    rotate([]);
    await opens(link.split('/d/')[1] ?? '');
  });

  test("a guest keeps the browser's keys, and a customer the session", async () => {
    const { visitor, id } = await guest();
    const sam = await customer(app);
    rotate([former]);
    expect(await cancels(visitor, id)).toMatchObject({ status: 'cancelled' });
    expect(await sam.trpc.auth.me.query()).not.toBeNull();
  });

  test('a known device stays known, and gets the new secret at the next sign-in', async () => {
    const signIn = { username: 'sammy', password: 'six-characters' };
    await customer(app, { username: signIn.username });
    const device = app.visitor();
    await device.trpc.auth.login.mutate(signIn);
    rotate([former]);
    const isKnown = () =>
      deviceOfName(app.deps, device.cookie('dockside_device') ?? null, signIn.username) !== null;
    expect(isKnown()).toBe(true);
    await device.trpc.auth.login.mutate(signIn);
    rotate([]);
    expect(isKnown()).toBe(true);
  });

  test('processes with either secret accept each other’s work during a rolling restart', async () => {
    // At first, every process accepts the new secret but still signs with the former one.
    app.deps.settings.formerSecrets = [NEW_SECRET];
    const { token, id, visitor } = await guest();
    rotate([former]);
    const later = await guest();
    Object.assign(app.deps.settings, { appSecret: former, formerSecrets: [NEW_SECRET] });
    expect(await opens(token)).toMatchObject({ id });
    expect(await opens(later.token)).toMatchObject({ id: later.id });
    expect(await keepLinks(app)).toBe(0);
    expect(await cancels(visitor, id)).toMatchObject({ status: 'cancelled' });
    expect(await cancels(later.visitor, later.id)).toMatchObject({ status: 'cancelled' });
  });
});

describe('without the former secret', () => {
  test('nothing it signed works', async () => {
    const { visitor, id, token } = await guest();
    rotate([]);
    expect((await refusal(opens(token))).status).toBe(404);
    expect((await refusal(cancels(visitor, id))).status).toBeGreaterThanOrEqual(401);
  });

  test('the error for a code blames the app, and the code counts as wrong', async () => {
    const secret = await adminWithApp();
    rotate([]);
    expect(await signInWithCode(secret)).toMatchObject({
      status: 401,
      body: { message: FACTOR_MESSAGES.sealedElsewhere },
    });
    const { rows } = await app.deps.db.client.execute('select failures from challenges');
    expect(rows.map(({ failures }) => failures)).toEqual([1]);
  });
});
