/**
 * Tests how much callers may send. Each call in a request has its limit, and the smallest one
 * counts.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { admin, customer, driver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import type { Visitor } from '../support/visitor';

let app: TestApp;
let stranger: Visitor;
let sam: Visitor;
let dana: Visitor;
let staff: Visitor;
beforeAll(async () => {
  app = await startTestApp();
  stranger = app.visitor();
  [sam, staff] = [await customer(app), await admin(app)];
  dana = (await driver(app)).visitor;
});
afterAll(() => app.close());

const photo = (size: number) => `data:image/jpeg;base64,${'A'.repeat(size)}`;
const LONG = 400_000;
const BOAT = { json: { name: 'Gull', fillerPhoto: photo(LONG) } };
const DONE = { json: { id: 'x', actualGallons: 5, fuelPhoto: photo(LONG) } };

/**
 * Sends an unfinished body.
 * @returns the answer, and whether the body was read
 */
async function send(visitor: Visitor, path: string, body: unknown, method = 'POST') {
  const text = JSON.stringify(body);
  let isRead = false;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        isRead = true;
        controller.enqueue(new TextEncoder().encode(text));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const answer = await visitor.fetch(path, {
    method,
    headers: { 'content-type': 'application/json', 'content-length': String(text.length) },
    body: stream,
  });
  const json = (await answer.json()) as {
    reason?: string;
    error?: { json: { data: { reason: string } } };
  };
  return {
    status: answer.status,
    reason: json.reason ?? json.error?.json.data.reason ?? null,
    isRead,
  };
}

describe('a long body', () => {
  const batch = (...names: string[]) => `/api/trpc/${names.join(',')}?batch=1`;

  test('is refused unread if a call in the batch accepts no photo', async () => {
    const body = { 0: { json: { username: 'sam', password: 'x' } }, 1: DONE };
    for (const visitor of [stranger, sam, dana, staff]) {
      for (const names of [
        ['auth.login', 'driver.complete'],
        ['driver.complete', 'auth.login'],
        ['account.addBoat', 'no.such'],
        ['account.docks', 'account.addBoat'],
      ]) {
        const answer = await send(visitor, batch(...names), body);
        expect([names, answer]).toEqual([
          names,
          { status: 413, reason: 'too_large', isRead: false },
        ]);
      }
    }
  });

  test('is refused unread if the caller may not make the call, and a stranger must sign in', async () => {
    const unsigned = { status: 413, reason: 'unauthenticated', isRead: false };
    const tooLarge = { status: 413, reason: 'too_large', isRead: false };
    expect(await send(stranger, '/api/trpc/driver.complete', DONE)).toEqual(unsigned);
    expect(await send(stranger, '/api/trpc/account.addBoat', BOAT)).toEqual(unsigned);
    expect(await send(stranger, '/api/appointments/x/complete', DONE.json)).toEqual(unsigned);
    expect(await send(sam, '/api/trpc/driver.complete', DONE)).toEqual(tooLarge);
    expect(await send(dana, '/api/trpc/admin.complete', DONE)).toEqual(tooLarge);
    expect(await send(sam, '/api/appointments/x/complete', DONE.json)).toEqual(tooLarge);
    expect(await send(sam, '/api/appointments/x', DONE.json, 'PATCH')).toEqual(tooLarge);
  });

  test('is refused if the path only looks like one that accepts photos', async () => {
    for (const path of [
      '/api/trpc/auth.login?complete',
      '/api/trpc/auth.login,',
      '/api/trpc/driver.complete%2Cauth.login?batch=1',
      '/api/trpc/driver%2Ecomplete',
      '/complete',
    ]) {
      const { status, isRead } = await send(staff, path, DONE);
      expect([path, status, isRead]).toEqual([path, 413, false]);
    }
  });

  test('is read if the caller may make the call', async () => {
    expect(await send(sam, '/api/trpc/account.addBoat', BOAT)).toMatchObject({
      ...{ status: 400, isRead: true },
    });
    for (const visitor of [dana, staff]) {
      expect(await send(visitor, '/api/trpc/driver.complete', DONE)).toMatchObject({ status: 404 });
      expect(await send(visitor, '/api/appointments/x/complete', DONE.json)).toMatchObject({
        status: 404,
      });
    }
    const patch = { ...DONE.json, status: 'completed' };
    expect(await send(staff, '/api/appointments/x', patch, 'PATCH')).toMatchObject({ status: 404 });
  });

  test('is read from a deactivated driver if their device may still hand it over', async () => {
    const eve = await driver(app);
    await staff.trpc.admin.retireDriver.mutate({ id: eve.driverId });
    const late = { json: { id: 'x', actionKey: crypto.randomUUID(), photo: photo(LONG) } };
    expect(await send(eve.visitor, '/api/trpc/driver.completePhoto', late)).toMatchObject({
      status: 404,
    });
    expect(await send(eve.visitor, '/api/trpc/driver.complete', DONE)).toMatchObject({
      ...{ status: 413, isRead: false },
    });
  });

  test("may be only as long as the call's photos", async () => {
    const two = { json: { id: 'x', actualGallons: 5, fuelPhoto: photo(4_100_000) } };
    const both = { json: { ...two.json, receiptPhoto: photo(4_100_000) } };
    expect(await send(dana, '/api/trpc/driver.complete', both)).toMatchObject({ status: 404 });
    const boat = { json: { name: 'Gull', fillerPhoto: photo(4_500_000) } };
    expect(await send(sam, '/api/trpc/account.addBoat', boat)).toMatchObject({ status: 413 });
  });
});

describe('a body that takes long to parse', () => {
  const notes = (count: number) => {
    const values = Object.fromEntries(
      Array.from({ length: count }, (_, n) => [`fuelPhoto.${n}`, ['undefined']]),
    );
    return { json: DONE.json, meta: { values } };
  };
  const deep = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
  const BODIES: Record<string, unknown> = {
    'many notes': notes(30_000),
    'many notes beside a photo': notes(50_000),
    'a long bigint': { json: '9'.repeat(5_000_000), meta: { values: ['bigint'] } },
    'deep nesting': { json: { id: 'x', notes: deep(100) } },
    'deep nesting beside a photo': { json: { ...DONE.json, notes: deep(5_000) } },
    'many small lists': { json: { ...DONE.json, notes: Array(60_000).fill([]) } },
    'a long text that is no photo': { json: { ...DONE.json, notes: 'x'.repeat(400_000) } },
  };
  for (const [name, body] of Object.entries(BODIES)) {
    test(`${name} is refused before it is parsed`, async () => {
      const answer = await send(dana, '/api/trpc/driver.complete', body);
      expect(answer).toMatchObject({ status: 400, reason: 'invalid_input' });
    });
  }
});
