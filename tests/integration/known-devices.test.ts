/** Strangers can't lock a user out, because a known device has its own limit of attempts. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { LIMITS, type LimitName } from '@/domain/limits';
import { ensureAdmin } from '@/server/modules/auth/first-admin.usecases';
import { takeAttempt } from '@/server/modules/limits/limits.usecases';
import { customer } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import type { Visitor } from '../support/visitor';

const DAY = 86_400_000;
const BOSS = { username: 'boss', password: 'boss-password' };
const GLASS = 'break the glass';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    settings: { limitFactor: 1, trustProxy: 1, emergency: { password: GLASS, isShown: false } },
  });
  await ensureAdmin(app, { ...BOSS, fullName: 'Alex Harbor' });
  await customer(app, { username: 'dana', email: 'dana@lake.example' });
});
afterAll(() => app.close());
// Every test starts with full allowances.
beforeEach(() => app.deps.db.client.execute('delete from rate_limits'));

let networks = 0;
const network = () => {
  networks += 1;
  return `198.51.${networks >> 8}.${networks & 255}`;
};

async function post(visitor: Visitor, path: string, body: object, from = network()) {
  const answer = await visitor.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(body),
  });
  return { status: answer.status, cookies: answer.headers.getSetCookie() };
}
const signIn = (visitor: Visitor, body: object, from?: string) =>
  post(visitor, '/api/auth/login', body, from);
const signInAsAdmin = (visitor: Visitor, body: object = BOSS, from?: string) =>
  post(visitor, '/api/auth/admin-login', body, from);

/** A browser where these people have signed in before. Nobody is signed in now. */
async function deviceOf(...people: object[]): Promise<Visitor> {
  const visitor = app.visitor();
  for (const person of people) {
    expect((await signIn(visitor, person)).status).toBe(200);
    await visitor.rest('POST', '/api/auth/logout');
  }
  return visitor;
}

/** Strangers in many networks use up all of the account's allowances. */
async function guess(name: LimitName, account: string | null, times: number) {
  for (let n = 0; n < times; n += 1) {
    await takeAttempt(app, { name, account, address: network() }).catch(() => {});
  }
}
const DANA = { username: 'dana', password: 'six-characters' };

describe('a sign-in', () => {
  const all = LIMITS.signIn.allowances.account.burst;

  test('on a known device works for the right person after wrong guesses from many networks', async () => {
    const known = await deviceOf(BOSS);
    await guess('signIn', 'boss', all);
    const unknown = app.visitor();
    expect((await signInAsAdmin(unknown)).status).toBe(429);
    expect((await signInAsAdmin(known)).status).toBe(200);
    expect((await signIn(known, BOSS)).status).toBe(200);
    await known.trpc.auth.logout.mutate();
    expect((await known.trpc.auth.adminLogin.mutate(BOSS)).username).toBe('boss');
  });

  test('with the email address counts like one with the username', async () => {
    const known = await deviceOf(DANA);
    await guess('signIn', 'dana@lake.example', all);
    const byMail = { username: 'Dana@Lake.example', password: DANA.password };
    expect((await signIn(app.visitor(), byMail)).status).toBe(429);
    expect((await signIn(known, byMail)).status).toBe(200);
  });

  test("isn't used up by neighbors in the same network", async () => {
    const known = await deviceOf(DANA);
    const here = network();
    const { burst } = LIMITS.signIn.allowances.address;
    for (let n = 0; n < burst; n += 1) {
      await takeAttempt(app, { name: 'signIn', account: `name ${n}`, address: here });
    }
    expect((await signIn(app.visitor(), DANA, here)).status).toBe(429);
    expect((await signIn(known, DANA, here)).status).toBe(200);
  });

  test('on a known device allows no more guesses than any other', async () => {
    const known = await deviceOf(DANA);
    const { burst } = LIMITS.signIn.allowances.device;
    const wrong = { ...DANA, password: 'wrong' };
    for (let n = 0; n < burst; n += 1) expect((await signIn(known, wrong)).status).toBe(401);
    // The limit applies to the correct password too, and to any spelling of the name.
    expect((await signIn(known, DANA)).status).toBe(429);
    expect((await signIn(known, { ...DANA, username: 'DANA@lake.example' })).status).toBe(429);
    // Her other devices aren't affected.
    expect((await signIn(await deviceOf(DANA), DANA)).status).toBe(200);
  }, 120_000);

  test("on a device known to one account is a stranger's to another", async () => {
    const known = await deviceOf(DANA);
    await guess('signIn', 'boss', all);
    expect((await signInAsAdmin(known)).status).toBe(429);
  });

  test('can make a device known to several accounts', async () => {
    const known = await deviceOf(DANA, BOSS);
    await guess('signIn', 'boss', all);
    await guess('signIn', 'dana', all);
    expect((await signIn(known, DANA)).status).toBe(200);
    expect((await signInAsAdmin(known)).status).toBe(200);
  });

  test('with an unsigned or garbled cookie makes no device known', async () => {
    const cookie = await cookieOf(BOSS);
    await guess('signIn', 'boss', all);
    const [id = '', at = '', signature = ''] = cookie.split('.');
    for (const forged of [
      `${id}.${at}.${'A'.repeat(43)}`,
      `${'0'.repeat(36)}.${at}.${signature}`,
      `${id}.zzzzzzzzz.${signature}`,
      'x'.repeat(5_000),
      '~~..~',
    ]) {
      expect([forged, (await signInWith(forged)).status]).toEqual([forged, 429]);
    }
    expect((await signInWith(cookie)).status).toBe(200);
  });

  test("with another account's former name makes a device known to no other account", async () => {
    const taken = await customer(app, { username: 'bosun', email: 'bosun@lake.example' });
    await taken.trpc.auth.updateProfile.mutate({ username: 'deckhand' });
    await customer(app, { username: 'bosun', email: 'second@lake.example' });
    await taken.rest('POST', '/api/auth/logout');
    await guess('signIn', 'bosun', 200);
    // The account that has the name now gets no extra attempts from the device of its former owner.
    const guessing = { username: 'bosun', password: 'wrong-password' };
    expect((await signIn(taken, guessing)).status).toBe(429);
    expect((await signIn(taken, { ...guessing, username: 'deckhand' })).status).toBe(401);
  });

  test('is needed within 400 days, or the device is forgotten', async () => {
    const cookie = await cookieOf(BOSS);
    app.clock.advance(399 * DAY);
    await guess('signIn', 'boss', all);
    const again = await signInWith(cookie);
    expect(again.status).toBe(200);
    app.clock.advance(2 * DAY);
    await guess('signIn', 'boss', all);
    // The old cookie has expired, but the cookie of the last sign-in hasn't.
    expect((await signInWith(cookie)).status).toBe(429);
    expect((await signInWith(deviceIn(again.cookies))).status).toBe(200);
  });
});

/** The value of the cookie that makes a device known. */
function deviceIn(cookies: string[]): string {
  const line = cookies.find((one) => one.startsWith('dockside_device='));
  return decodeURIComponent(line?.split(';')[0]?.replace('dockside_device=', '') ?? '');
}
const cookieOf = async (person: object) => deviceIn((await signIn(app.visitor(), person)).cookies);

async function signInWith(cookie: string) {
  const answer = await app.handle(
    new Request('http://dockside.test/api/auth/admin-login', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': network(),
        cookie: `dockside_device=${cookie}`,
      },
      body: JSON.stringify(BOSS),
    }),
  );
  return { status: answer.status, cookies: answer.headers.getSetCookie() };
}

describe('the cookie', () => {
  test('is only for the server, and lasts longer than a session', async () => {
    const { cookies } = await signIn(app.visitor(), DANA);
    const line = cookies.find((one) => one.startsWith('dockside_device=')) ?? '';
    expect(line).toContain('HttpOnly');
    expect(line).toContain('SameSite=Lax');
    expect(line).toContain(`Max-Age=${400 * 86_400}`);
  });

  test('is bound to the host and to https in production', async () => {
    const https = await startTestApp({
      settings: { secureCookies: true, appUrl: 'https://dockside.test' },
    });
    await ensureAdmin(https, BOSS);
    const { cookies } = await signIn(https.visitor(), BOSS);
    const line = cookies.find((one) => one.includes('dockside_device=')) ?? '';
    expect(line).toStartWith('__Host-dockside_device=');
    expect(line).toContain('Secure');
    await https.close();
  });

  test("isn't set by a failed sign-in, and stays after a sign-out", async () => {
    const visitor = app.visitor();
    expect((await signIn(visitor, { ...DANA, password: 'wrong' })).cookies).toEqual([]);
    const known = await deviceOf(DANA);
    await guess('signIn', 'dana', LIMITS.signIn.allowances.account.burst);
    expect((await signIn(known, DANA)).status).toBe(200);
  });

  test('has a few accounts at most, and the least recently used goes first', async () => {
    const people = Array.from({ length: 7 }, (_, n) => `crowd${n}`);
    for (const username of people) {
      await customer(app, { username, email: `${username}@lake.example` });
    }
    const known = await deviceOf(...people.map((username) => ({ ...DANA, username })));
    const [oldest = '', next = ''] = people;
    for (const username of [oldest, next]) {
      await guess('signIn', username, LIMITS.signIn.allowances.account.burst);
    }
    expect((await signIn(known, { ...DANA, username: oldest })).status).toBe(429);
    expect((await signIn(known, { ...DANA, username: next })).status).toBe(200);
  }, 120_000);
});

describe('other limits that strangers could use up', () => {
  const ask = (visitor: Visitor, from?: string) =>
    post(visitor, '/api/auth/reset-password-request', { email: 'dana@lake.example' }, from);

  test('still allow a reset link to a known device', async () => {
    const known = await deviceOf(DANA);
    await guess('resetRequest', 'dana@lake.example', LIMITS.resetRequest.allowances.account.burst);
    expect((await ask(app.visitor())).status).toBe(429);
    for (let n = 0; n < LIMITS.resetRequest.allowances.device.burst; n += 1) {
      expect((await ask(known)).status).toBe(200);
    }
    expect((await ask(known)).status).toBe(429);
  }, 120_000);

  test("by one stranger don't use up a person's links elsewhere", async () => {
    const theirs = network();
    for (let n = 0; n < LIMITS.resetRequest.allowances.pair.burst; n += 1) {
      expect((await ask(app.visitor(), theirs)).status).toBe(200);
    }
    expect((await ask(app.visitor(), theirs)).status).toBe(429);
    expect((await ask(app.visitor())).status).toBe(200);
  }, 120_000);

  test('on a new device can be bypassed with a reset link', async () => {
    const visitor = app.visitor();
    await guess('signIn', 'dana', LIMITS.signIn.allowances.account.burst);
    expect((await signIn(visitor, DANA)).status).toBe(429);
    await ask(visitor);
    const { rows } = await app.deps.db.client.execute(
      "select body from outbox where recipient = 'dana@lake.example' order by created_at desc, id desc limit 1",
    );
    const [, token = ''] = /token=([\w-]+)/.exec(String(rows[0]?.body)) ?? [];
    const reset = { token, newPassword: DANA.password };
    expect((await post(visitor, '/api/auth/reset-password', reset)).status).toBe(200);
    expect((await signIn(visitor, DANA)).status).toBe(200);
  });

  test("leave emergency access open to an admin's device", async () => {
    const enter = (visitor: Visitor) =>
      post(visitor, '/api/auth/emergency-admin', { password: GLASS });
    const known = await deviceOf(BOSS);
    const ofCustomer = await deviceOf(DANA);
    await guess('emergency', null, LIMITS.emergency.allowances.everyone.burst);
    expect((await enter(app.visitor())).status).toBe(429);
    expect((await enter(ofCustomer)).status).toBe(429);
    expect((await enter(known)).status).toBe(200);
  });
});
