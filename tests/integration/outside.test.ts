import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { icsText } from '@/domain/ics';
import { admin, book, customer, driver, ORDER, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TODAY, TOMORROW } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let staff: Visitor;
beforeAll(async () => {
  app = await startTestApp({ capacity: 100 });
  staff = await admin(app);
});
afterAll(() => app.close());

describe('an API key', () => {
  const make = async (scope: 'read' | 'write', by = staff) =>
    by.trpc.admin.apiKeys.create.mutate({
      name: `Ledger ${scope}`,
      scope,
      extras: ['people', 'export'],
    });
  const call = async (key: string, method: string, path: string, body?: unknown) => {
    const answer = await app.visitor().fetch(path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, body: text ? JSON.parse(text) : null, headers: answer.headers };
  };

  test('for reading reads like staff and writes nothing', async () => {
    const { key } = await make('read');
    expect(key).toMatch(/^dk_[\w-]{43}$/);
    expect((await call(key, 'GET', '/api/admin/customers')).status).toBe(200);
    const block = { date: TOMORROW, timeSlot: ORDER.time, isAvailable: false };
    expect(await call(key, 'PATCH', '/api/admin/availability', block)).toMatchObject({
      status: 403,
      body: { message: 'This API key can only read. Use one with the write scope.' },
    });
  });

  test('for writing writes, and the audit entry names the key', async () => {
    const { key } = await make('write');
    const block = { months: 1 };
    expect((await call(key, 'POST', '/api/admin/bulk-block-availability', block)).status).toBe(200);
    const { rows } = await app.deps.db.client.execute(
      "select actor_name from audit_log where action = 'slots.bulk_blocked' order by at desc limit 1",
    );
    expect(rows[0]?.actor_name).toBe('Alex Harbor (API key Ledger write)');
    const today = { from: TODAY, to: '2026-08-01' };
    await staff.trpc.admin.openDays.mutate(today);
  });

  test('books like a guest and never touches an account', async () => {
    const { key } = await make('write');
    const order = { ...ORDER, customerPhone: '(269) 555-0117' };
    const booked = await call(key, 'POST', '/api/appointments', order);
    expect(booked.status).toBe(201);
    expect(booked.body.manageToken).toBeString();
    expect(booked.headers.getSetCookie()).toEqual([]);
    const change = { currentPassword: 'boss-password', newPassword: 'stolen-one' };
    for (const [method, path, body] of [
      ['GET', '/api/auth/me'],
      ['PUT', '/api/auth/profile', { email: 'thief@lake.example' }],
      ['POST', '/api/auth/change-password', change],
      ['POST', '/api/auth/logout'],
    ] as const) {
      expect([path, (await call(key, method, path, body)).status]).toEqual([path, 403]);
    }
  });

  test("is refused immediately if it's revoked, unknown, or orphaned, even along with a session", async () => {
    const { key, id } = await make('write');
    expect((await call(key, 'GET', '/api/admin/customers')).status).toBe(200);
    await staff.trpc.admin.apiKeys.revoke.mutate({ id });
    const refused = await call(key, 'GET', '/api/admin/customers');
    expect(refused).toMatchObject({ status: 401, body: { message: 'This API key isn’t valid.' } });
    expect(refused.headers.get('www-authenticate')).toBe('Bearer');
    for (const wrong of ['dk_', `dk_${'x'.repeat(43)}`, 'x', `dk_${'x'.repeat(5000)}`]) {
      expect((await call(wrong, 'GET', '/api/support')).status).toBe(401);
    }
    const withSession = await staff.fetch('/api/admin/customers', {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(withSession.status).toBe(401);

    const orphan = await make('read');
    await app.deps.db.client.execute("update users set role = 'customer' where username = 'boss'");
    expect((await call(orphan.key, 'GET', '/api/admin/customers')).status).toBe(401);
    await app.deps.db.client.execute("update users set role = 'admin' where username = 'boss'");
  });

  test('is ignored over tRPC', async () => {
    const { key } = await make('write');
    const answer = await call(key, 'GET', '/api/trpc/admin.drivers');
    expect(answer.status).toBe(401);
  });

  test('is listed without its hash, and creating and revoking it write audit entries', async () => {
    const keys = await staff.trpc.admin.apiKeys.list.query();
    expect(keys.length).toBeGreaterThan(3);
    for (const key of keys) {
      expect(key.start).toMatch(/^dk_[\w-]{5}$/);
      expect(Object.keys(key)).not.toContain('tokenHash');
    }
    expect(keys.some(({ lastUsedAt }) => lastUsedAt !== null)).toBe(true);
    const { rows } = await app.deps.db.client.execute(
      "select distinct action from audit_log where action like 'api_key.%' order by action",
    );
    expect(rows.map(({ action }) => action)).toEqual(['api_key.created', 'api_key.revoked']);
    const stored = await app.deps.db.client.execute('select token_hash from api_keys');
    for (const { token_hash } of stored.rows) expect(String(token_hash)).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('the ETag of the time slots', () => {
  test('gets a 304 until a booking changes the tag', async () => {
    const visitor = app.visitor();
    const path = `/api/time-slots/${TOMORROW}`;
    const first = await visitor.fetch(path);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"\w+"$/);
    const again = (tag: string) => visitor.fetch(path, { headers: { 'if-none-match': tag } });
    const unchanged = await again(etag);
    expect(unchanged.status).toBe(304);
    expect(await unchanged.text()).toBe('');
    expect((await again(`"other", W/${etag}`)).status).toBe(304);
    expect((await again('"other"')).status).toBe(200);
    await staff.trpc.admin.switchTimeSlot.mutate({
      date: TOMORROW,
      time: ORDER.time,
      isAvailable: false,
    });
    const changed = await again(etag);
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
    await staff.trpc.admin.switchTimeSlot.mutate({
      date: TOMORROW,
      time: ORDER.time,
      isAvailable: true,
    });
  });
});

test('a delivery is one event in a file and a feed, and a move in the same second counts', async () => {
  const [dana, sam] = [await driver(app), await customer(app)];
  const id = await book(sam, { date: TOMORROW, time: '12:00 PM - 2:00 PM' });
  await readyToDeliver(staff, id, dana.driverId);
  const { url } = await dana.visitor.trpc.calendar.createLink.mutate({ name: 'My phone' });
  const shown = async () => {
    const answer = await app.visitor().fetch(new URL(url).pathname);
    const feed = (await answer.text()).replaceAll('\r\n ', '');
    const { times } = await sam.trpc.booking.get.query({ id });
    const file = icsText([{ ...times, title: '', location: '', description: '' }], 'Dockside');
    for (const name of ['UID', 'DTSTAMP', 'SEQUENCE', 'DTSTART', 'DTEND', 'STATUS']) {
      const [line = ''] = new RegExp(`^${name}:.*$`, 'm').exec(file) ?? [];
      expect(feed).toContain(line);
    }
    return times;
  };
  const before = await shown();
  await sam.trpc.booking.patch.mutate({ id, date: TOMORROW, time: '2:00 PM - 4:00 PM' });
  const after = await shown();
  expect(after.uid).toBe(before.uid);
  expect(after.start).toBe(before.start + 2 * 3_600_000);
  expect(after.sequence).toBeGreaterThan(before.sequence);
});

describe('calendar links', () => {
  const read = async (url: string) => {
    const answer = await app.visitor().fetch(new URL(url).pathname);
    return {
      status: answer.status,
      type: answer.headers.get('content-type'),
      text: (await answer.text()).replaceAll('\r\n ', ''),
    };
  };

  test("show a driver's deliveries at the right hours, with stable IDs", async () => {
    const [dana, eve, sam] = [await driver(app), await driver(app), await customer(app)];
    const id = await book(sam, { location: 'Dock, 7; north\nend' });
    await readyToDeliver(staff, id, dana.driverId);
    const link = await dana.visitor.trpc.calendar.createLink.mutate({ name: 'My phone' });
    const first = await read(link.url);
    expect(first).toMatchObject({ status: 200, type: 'text/calendar; charset=utf-8' });
    expect(first.text).toContain(`UID:${id}@dockside\r\n`);
    // 10 AM in New York, in June.
    expect(first.text).toContain('DTSTART:20260614T140000Z\r\nDTEND:20260614T160000Z\r\n');
    expect(first.text).toContain('LOCATION:Dock\\, 7\\; north end\\, Slip 12\r\n');
    // The ID is random and may contain any digits. The customer's number is nowhere else.
    expect(first.text.replaceAll(id, '')).not.toContain('555');

    const others = await eve.visitor.trpc.calendar.createLink.mutate({ name: 'Eve' });
    expect((await read(others.url)).text).not.toContain(id);
    const all = await staff.trpc.calendar.createLink.mutate({ name: 'Office' });
    expect((await read(all.url)).text).toContain(id);

    await staff.trpc.admin.cancel.mutate({ id, reason: 'Storm' });
    expect((await read(link.url)).text).not.toContain(id);
  });

  test('show the same time slot an hour later in UTC in winter', async () => {
    const winter = await startTestApp({ now: Date.parse('2026-11-01T05:30:00Z') });
    const [boss, sam] = [await admin(winter), await customer(winter)];
    await book(sam, { date: '2026-11-01' });
    const link = await boss.trpc.calendar.createLink.mutate({ name: 'Office' });
    const answer = await winter.visitor().fetch(new URL(link.url).pathname);
    expect(await answer.text()).toContain('DTSTART:20261101T150000Z');
    await winter.close();
  });

  test('disappear when revoked, and drivers create and revoke only their own', async () => {
    const [dana, eve] = [await driver(app), await driver(app)];
    const link = await dana.visitor.trpc.calendar.createLink.mutate({
      name: 'Phone',
      driverId: eve.driverId,
    });
    const [own] = await dana.visitor.trpc.calendar.links.query();
    expect(own).toMatchObject({ id: link.id, driverId: dana.driverId });
    const theft = eve.visitor.trpc.calendar.revokeLink.mutate({ id: link.id });
    expect((await refusal(theft)).status).toBe(404);
    expect((await read(link.url)).status).toBe(200);
    await dana.visitor.trpc.calendar.revokeLink.mutate({ id: link.id });
    expect((await read(link.url)).status).toBe(404);
    const retired = await eve.visitor.trpc.calendar.createLink.mutate({ name: 'Eve' });
    await staff.trpc.admin.retireDriver.mutate({ id: eve.driverId });
    expect((await read(retired.url)).status).toBe(404);
    expect((await read('http://x/api/calendar/guessed-guessed-guessed-guessed.ics')).status).toBe(
      404,
    );
  });

  test('show nothing once their creator is no longer an admin', async () => {
    const { url } = await staff.trpc.calendar.createLink.mutate({ name: 'Former office' });
    const become = (role: string) =>
      app.deps.db.client.execute({
        sql: "update users set role = ? where username = 'boss'",
        args: [role],
      });
    expect((await read(url)).status).toBe(200);
    await become('customer');
    expect((await read(url)).status).toBe(404);
    await become('admin');
  });
});
