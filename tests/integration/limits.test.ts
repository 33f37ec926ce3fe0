import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { LIMITS } from '@/domain/limits';
import { createLog } from '@/server/config/log';
import { createDriver } from '@/server/modules/drivers/accounts.usecases';
import { takeAttempt } from '@/server/modules/limits/limits.usecases';
import { admin, customer, ORDER } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

/** Behind one proxy, so that a test can choose a call's address. */
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ settings: { limitFactor: 1, trustProxy: 1 } });
});
afterAll(() => app.close());

let addresses = 0;
const newAddress = () => {
  addresses += 1;
  return `203.0.113.${addresses}`;
};
let here: string;
beforeEach(() => {
  here = newAddress();
});

const post = async (path: string, body: unknown, from = here, visitor: Visitor = app.visitor()) => {
  const answer = await visitor.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(body),
  });
  const json = (await answer.json()) as { message?: string };
  return { status: answer.status, message: json.message, headers: answer.headers };
};
const signIn = (username: string, password: string, from?: string) =>
  post('/api/auth/login', { username, password }, from);

describe('sign-in attempts', () => {
  test('with ten wrong passwords for an account from one address get 429 until time has passed', async () => {
    await post('/api/auth/register', person('dana'));
    for (let n = 0; n < 10; n += 1) expect((await signIn('dana', 'wrong')).status).toBe(401);
    const refused = await signIn('dana', 'six-characters');
    expect(refused).toMatchObject({
      status: 429,
      message: 'Too many sign-in attempts. Please try again in 2 minutes.',
    });
    expect(refused.headers.get('retry-after')).toBe('90');
    // A name is the same in upper and lower case.
    expect((await signIn('DANA', 'six-characters')).status).toBe(429);
    // The owner at another address isn't locked out.
    expect((await signIn('dana', 'six-characters', newAddress())).status).toBe(200);
    app.clock.advance(90_000);
    expect((await signIn('dana', 'six-characters')).status).toBe(200);
  });

  test("that are correct open 60 of a driver's sessions an hour, each with one audit entry", async () => {
    const username = 'driver-of-many-sessions';
    await createDriver(app, { username, password: 'driver-password', name: 'Dana Rivers' });
    const { burst } = LIMITS.staffSession.allowances.account;
    const enter = () => signIn(username, 'driver-password', newAddress());
    for (let n = 0; n < burst; n += 1) expect((await enter()).status).toBe(200);
    expect(await enter()).toMatchObject({
      status: 429,
      message: expect.stringMatching(/^Too many sign-ins/),
    });
    const { rows } = await app.deps.db.client.execute(
      "select count(*) as n from audit_log where action = 'sign_in.staff' and actor_kind = 'driver'",
    );
    expect(rows[0]?.n).toBe(burst);
    app.clock.advance(60_000);
    expect((await enter()).status).toBe(200);
  });

  test('that are correct are never limited for a customer', async () => {
    await post('/api/auth/register', person('erin'));
    for (let n = 0; n < 15; n += 1) {
      expect((await signIn('erin', 'six-characters')).status).toBe(200);
    }
  }, 120_000);

  test('from one address with many usernames are limited, known or unknown', async () => {
    const { burst } = LIMITS.signIn.allowances.address;
    await exhaust('signIn', burst, (n) => ({ account: `nobody${n}`, address: here }));
    expect((await signIn('somebody-new', 'x')).status).toBe(429);
    expect((await signIn('somebody-new', 'x', newAddress())).status).toBe(401);
  });

  test('from many addresses for one account are limited', async () => {
    const { burst } = LIMITS.signIn.allowances.account;
    await exhaust('signIn', burst, (n) => ({ account: 'target', address: `198.51.100.${n}` }));
    expect((await signIn('target', 'x')).status).toBe(429);
  });

  test('are limited over tRPC too, with Retry-After', async () => {
    await exhaust('signIn', 10, () => ({ account: 'boss', address: here }));
    const answer = await app.visitor().fetch('/api/trpc/auth.adminLogin', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': here },
      body: JSON.stringify({ json: { username: 'boss', password: 'x' } }),
    });
    expect(answer.status).toBe(429);
    expect(answer.headers.get('retry-after')).toBe('90');
  });

  test('sent simultaneously check no more passwords than the limit', async () => {
    const before = Bun.nanoseconds();
    const statuses = await Promise.all(
      Array.from({ length: 200 }, () => signIn('nobody', 'guess').then(({ status }) => status)),
    );
    const tally = Object.groupBy(statuses, String);
    expect(tally['401']?.length).toBe(10);
    expect(tally['429']?.length).toBe(190);
    expect((Bun.nanoseconds() - before) / 1e9).toBeLessThan(15);
  }, 120_000);
});

test("refused by one allowance don't use up the others", async () => {
  const { pair, address } = LIMITS.signIn.allowances;
  const attempt = (account: string) =>
    takeAttempt(app, { name: 'signIn', account, address: here }).then(
      () => true,
      () => false,
    );
  const many = async (account: string, times: number) => {
    const taken = await Promise.all(Array.from({ length: times }, () => attempt(account)));
    return taken.filter(Boolean).length;
  };
  expect(await many('guessed', pair.burst * 3)).toBe(pair.burst);
  for (let n = 1; n < address.burst / pair.burst; n += 1) {
    expect(await many(`name ${n}`, pair.burst)).toBe(pair.burst);
  }
  expect(await many('one more', 1)).toBe(0);
});

describe('the other limits', () => {
  test('allow five reset links for an email address, known or unknown', async () => {
    await post('/api/auth/register', person('finn'));
    for (const email of ['finn@lake.example', 'stranger@lake.example']) {
      for (let n = 0; n < 5; n += 1) {
        expect((await post('/api/auth/reset-password-request', { email })).status).toBe(200);
      }
      expect((await post('/api/auth/reset-password', { email })).status).toBe(429);
    }
  }, 120_000);

  test('cover made-up reset tokens', async () => {
    await exhaust('reset', LIMITS.reset.allowances.address.burst, () => ({
      account: null,
      address: here,
    }));
    const body = { token: 'made-up', newPassword: 'six-characters' };
    expect((await post('/api/auth/reset-password', body)).status).toBe(429);
    expect((await post('/api/auth/reset-password', body, newAddress())).status).toBe(400);
  });

  test('cover registrations from one address', async () => {
    await exhaust('registration', LIMITS.registration.allowances.address.burst, () => ({
      account: null,
      address: here,
    }));
    expect(await post('/api/auth/register', person('gail'))).toMatchObject({
      status: 429,
      message: expect.stringContaining('Too many accounts were created from your network.'),
    });
    expect((await post('/api/auth/register', person('gail'), newAddress())).status).toBe(201);
  });

  test('cover promo codes', async () => {
    for (let n = 0; n < LIMITS.promo.allowances.address.burst; n += 1) {
      const body = { promoCode: `TRY${n}` };
      expect((await post('/api/validate-promo-code', body)).status).toBe(200);
    }
    expect((await post('/api/validate-promo-code', { promoCode: 'ONEMORE' })).status).toBe(429);
  });

  test("count a guest's bookings by address, and a customer's by account", async () => {
    const { burst } = LIMITS.booking.allowances.address;
    await exhaust('booking', burst, () => ({ account: null, address: here }));
    const order = { ...ORDER, customerPhone: '(269) 555-0117' };
    expect((await post('/api/appointments', order)).status).toBe(429);
    const sam = await customer(app);
    expect((await post('/api/appointments', order, here, sam)).status).toBe(201);
  });

  test('cover wrong current passwords of a stolen session', async () => {
    const sam = await customer(app);
    const change = (currentPassword: string) =>
      sam.trpc.auth.changePassword.mutate({
        currentPassword,
        newPassword: 'another-one',
        confirmPassword: 'another-one',
      } as never);
    for (let n = 0; n < 10; n += 1) expect((await refusal(change(`guess${n}`))).status).toBe(400);
    expect((await refusal(change('six-characters'))).status).toBe(429);
  }, 120_000);

  test("don't apply to staff calls", async () => {
    const staff = await admin(app);
    for (let n = 0; n < 30; n += 1)
      await staff.trpc.admin.appointments.query({ status: 'pending' });
  });
});

describe('the address of a caller', () => {
  test("doesn't come from entries before the last proxy", async () => {
    await exhaust('promo', 30, () => ({ account: null, address: here }));
    const body = { promoCode: 'ANY' };
    expect((await post('/api/validate-promo-code', body, `192.0.2.1, ${here}`)).status).toBe(429);
    expect((await post('/api/validate-promo-code', body, `${here}, ${newAddress()}`)).status).toBe(
      200,
    );
  });

  test('is the same for a whole IPv6 network', async () => {
    await exhaust('promo', 30, (n) => ({ account: null, address: `2001:db8:7:7::${n + 1}` }));
    const body = { promoCode: 'ANY' };
    expect((await post('/api/validate-promo-code', body, '2001:db8:7:7::ffff')).status).toBe(429);
    expect((await post('/api/validate-promo-code', body, '2001:db8:7:8::1')).status).toBe(200);
  });

  test("counts as twenty if it's in our own network", async () => {
    await exhaust('promo', 30 * 20, () => ({ account: null, address: '10.0.0.7' }));
    expect((await post('/api/validate-promo-code', { promoCode: 'A' }, '10.0.0.7')).status).toBe(
      429,
    );
  });
});

test("isn't in the table, nor are names, and past limits are deleted", async () => {
  const { rows } = await app.deps.db.client.execute('select key from rate_limits');
  expect(rows.length).toBeGreaterThan(0);
  for (const { key } of rows) expect(String(key)).toMatch(/^[\w-]{43}$/);
  const { deletePastLimits } = await import('@/server/modules/limits/limits.repository');
  await deletePastLimits(app.deps.db, app.clock.now() + 24 * 3_600_000);
  const left = await app.deps.db.client.execute('select count(*) as n from rate_limits');
  expect(Number(left.rows[0]?.n)).toBe(0);
});

test('is counted together by two processes of one database', async () => {
  const { createDb } = await import('@/db/client');
  const { rows } = await app.deps.db.client.execute('pragma database_list');
  const other = await createDb({ url: `file:${rows[0]?.file}` });
  const elsewhere = { deps: { ...app.deps, db: other, log: createLog('silent') } };
  const attempt = { name: 'promo', account: null, address: here } as const;
  const results = await Promise.allSettled(
    Array.from({ length: 60 }, (_, n) => takeAttempt(n % 2 ? elsewhere : app, attempt)),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(30);
  await other.close();
});

async function exhaust(
  name: keyof typeof LIMITS,
  times: number,
  who: (n: number) => { account: string | null; address: string | null },
) {
  for (let n = 0; n < times; n += 1) await takeAttempt(app, { name, ...who(n) });
}

function person(username: string) {
  return {
    username,
    password: 'six-characters',
    email: `${username}@lake.example`,
    fullName: 'Sam Waters',
    phone: '(269) 555-0117',
    homeAddress: 'Pier 4',
  };
}

test('an account has a limit for boat photos per hour, and can still change its boats', async () => {
  const { account } = (await customer(app)).trpc;
  const fillerPhoto = `data:image/jpeg;base64,${Buffer.from('no picture').toString('base64')}`;
  const [gull] = await account.addBoat.mutate({ name: 'Gull' });
  const edit = { id: gull?.id ?? '', name: 'Gull' };
  const { burst } = LIMITS.photo.allowances.account;
  for (let n = 0; n < burst; n += 1) {
    const sent = n % 2 ? account.editBoat : account.addBoat;
    const { status } = await refusal(sent.mutate({ ...edit, fillerPhoto }));
    expect(status).toBe(400);
  }
  const refused = await refusal(account.editBoat.mutate({ ...edit, fillerPhoto }));
  expect(refused).toMatchObject({
    status: 429,
    message: expect.stringContaining('Too many photos'),
  });
  expect(await account.editBoat.mutate({ ...edit, name: 'Tern' })).toMatchObject([
    { name: 'Tern' },
  ]);
});
