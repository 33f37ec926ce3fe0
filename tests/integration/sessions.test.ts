import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { hashPassword } from '@/server/modules/auth/passwords';
import { MOST_SESSIONS } from '@/server/modules/auth/sessions.repository';
import { admin, customer, driver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

const DAY = 86_400_000;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** The session cookie that an answer sets. */
async function signIn(username: string, cookie?: string) {
  const answer = await app.handle(
    new Request('http://dockside.test/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
      body: JSON.stringify({ username, password: 'six-characters' }),
    }),
  );
  const [line = ''] = answer.headers.getSetCookie();
  return { status: answer.status, cookie: line.split(';')[0] ?? '', line };
}

async function isSignedIn(cookie: string): Promise<boolean> {
  const request = new Request('http://dockside.test/api/auth/status', { headers: { cookie } });
  const { authenticated } = (await (await app.handle(request)).json()) as {
    authenticated: boolean;
  };
  return authenticated;
}

test('a token has 32 random bytes, and the database stores only its hash', async () => {
  await customer(app, { username: 'tess' });
  const { cookie } = await signIn('tess');
  const [, token = ''] = cookie.split('=');
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  const { rows } = await app.deps.db.client.execute('select token_hash from sessions');
  for (const { token_hash } of rows) {
    expect(String(token_hash)).toMatch(/^[0-9a-f]{64}$/);
    expect(String(token_hash)).not.toContain(token);
  }
});

test("signing in creates a new token and ends the browser's earlier session", async () => {
  await customer(app, { username: 'rory' });
  const first = await signIn('rory');
  const elsewhere = await signIn('rory');
  const second = await signIn('rory', first.cookie);
  expect(second.cookie).not.toBe(first.cookie);
  expect(await isSignedIn(first.cookie)).toBe(false);
  expect(await isSignedIn(second.cookie)).toBe(true);
  // The session in the other browser continues.
  expect(await isSignedIn(elsewhere.cookie)).toBe(true);
});

test('a planted token never becomes a session', async () => {
  await customer(app, { username: 'faye' });
  const planted = `dockside_session=${'A'.repeat(43)}`;
  const { cookie } = await signIn('faye', planted);
  expect(cookie).not.toBe(planted);
  expect(await isSignedIn(planted)).toBe(false);
});

test('a failed sign-in changes nothing', async () => {
  await customer(app, { username: 'otto' });
  const { cookie } = await signIn('otto');
  const failed = await signIn('nobody', cookie);
  expect(failed).toMatchObject({ status: 401, line: '' });
  expect(await isSignedIn(cookie)).toBe(true);
});

test('an unused session ends after ten days, and one in use is extended up to ninety', async () => {
  const own = await startTestApp();
  const idle = await customer(own);
  own.clock.advance(10 * DAY + 1);
  expect(await idle.trpc.auth.me.query()).toBeNull();

  const busy = await customer(own);
  const start = own.clock.now();
  for (let day = 5; day < 90; day += 5) {
    own.clock.set(start + day * DAY);
    expect([day, (await busy.trpc.auth.me.query()) !== null]).toEqual([day, true]);
  }
  own.clock.set(start + 90 * DAY);
  expect(await busy.trpc.auth.me.query()).toBeNull();
  await own.close();
});

test('an account has a limited number of sessions, and one more ends the least recently used', async () => {
  await customer(app, { username: 'many' });
  const first = await signIn('many');
  const others: string[] = [];
  for (let n = 1; n < MOST_SESSIONS; n += 1) {
    app.clock.advance(1000);
    others.push((await signIn('many')).cookie);
  }
  expect(await isSignedIn(first.cookie)).toBe(true);
  const neighbor = await customer(app, { username: 'few' });
  app.clock.advance(1000);
  const last = await signIn('many');
  expect(await isSignedIn(first.cookie)).toBe(false);
  expect(await isSignedIn(others[0] ?? '')).toBe(true);
  expect(await isSignedIn(last.cookie)).toBe(true);
  expect(await neighbor.trpc.auth.me.query()).toMatchObject({ username: 'few' });
  const { rows } = await app.deps.db.client.execute(
    "select count(*) as n from sessions where user_id = (select id from users where username = 'many')",
  );
  expect(Number(rows[0]?.n)).toBe(MOST_SESSIONS);
}, 60_000);

test('signing out ends the session on the server, not only in the browser', async () => {
  await customer(app, { username: 'gwen' });
  const { cookie } = await signIn('gwen');
  await app.handle(
    new Request('http://dockside.test/api/auth/logout', { method: 'POST', headers: { cookie } }),
  );
  expect(await isSignedIn(cookie)).toBe(false);
});

test('a deactivated driver is signed out immediately, and so does a changed role apply', async () => {
  const staff: Visitor = await admin(app);
  await app.deps.db.client.execute("update users set role = 'customer' where username = 'boss'");
  expect((await refusal(staff.trpc.admin.drivers.query())).status).toBe(403);
  await app.deps.db.client.execute("update users set role = 'admin' where username = 'boss'");
});

test('at most four hashes run simultaneously, and all of them finish', async () => {
  const one = async () => {
    const started = performance.now();
    await hashPassword('six-characters');
    return { started, ended: performance.now() };
  };
  const before = process.memoryUsage.rss();
  await Promise.all(Array.from({ length: 40 }, one));
  // Forty hashes at the same time would use forty times 19 MiB.
  expect(process.memoryUsage.rss() - before).toBeLessThan(300 * 1024 * 1024);
});

describe("a session's last location", () => {
  const FROM = (address: string) => ({ 'x-forwarded-for': address });
  const MINUTE = 60_000;
  let own: TestApp;
  beforeAll(async () => {
    own = await startTestApp({ settings: { trustProxy: 1 } });
  });
  afterAll(() => own.close());

  test('is shown with the device, follows it, and costs few writes', async () => {
    const sam = await customer(own);
    const ask = (address: string) => sam.fetch('/api/auth/status', { headers: FROM(address) });
    const seen = async () => (await sam.trpc.auth.sessions.query())[0];
    own.clock.advance(6 * MINUTE);
    await ask('203.0.113.7');
    const first = own.clock.now();
    expect(await seen()).toMatchObject({ address: '203.0.113.7', lastSeenAt: first });
    own.clock.advance(4 * MINUTE);
    await ask('203.0.113.8');
    expect(await seen()).toMatchObject({ address: '203.0.113.7', lastSeenAt: first });
    own.clock.advance(2 * MINUTE);
    await ask('203.0.113.8');
    expect(await seen()).toMatchObject({ address: '203.0.113.8', lastSeenAt: own.clock.now() });
  });

  test('is known from the sign-in on, for customers, drivers, and staff', async () => {
    const staff = await admin(own);
    const { visitor: dana } = await driver(own);
    const sam = await customer(own, { username: 'seen', email: 'seen@lake.example' });
    for (const [visitor, username, password] of [
      [staff, 'boss', 'boss-password'],
      [sam, 'seen', 'six-characters'],
    ] as const) {
      const phone = own.visitor();
      await phone.fetch('/api/auth/login', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Mozilla/5.0 (iPhone) Safari/605',
          ...FROM('198.51.100.4'),
        },
        body: JSON.stringify({ username, password }),
      });
      const elsewhere = (await visitor.trpc.auth.sessions.query()).find((one) => !one.isCurrent);
      expect(elsewhere).toMatchObject({
        address: '198.51.100.4',
        userAgent: expect.stringContaining('iPhone'),
      });
      await visitor.trpc.auth.endSession.mutate({ id: elsewhere?.id ?? '' });
      expect(await phone.trpc.auth.me.query()).toBeNull();
      expect(await visitor.trpc.auth.me.query()).not.toBeNull();
    }
    expect(await dana.trpc.auth.sessions.query()).toHaveLength(1);
  });

  test("is also shown for an emergency session, and doesn't extend it", async () => {
    const glass = await startTestApp({
      settings: { trustProxy: 1, emergency: { password: 'break the glass', isShown: false } },
    });
    const visitor = glass.visitor();
    await visitor.trpc.auth.emergencyLogin.mutate({ password: 'break the glass' });
    const [before] = await visitor.trpc.auth.sessions.query();
    glass.clock.advance(10 * MINUTE);
    await visitor.fetch('/api/auth/status', { headers: FROM('203.0.113.9') });
    expect((await visitor.trpc.auth.sessions.query())[0]).toMatchObject({
      address: '203.0.113.9',
      expiresAt: before?.expiresAt,
    });
    await glass.close();
  });
});
