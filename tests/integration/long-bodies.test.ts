/**
 * Long bodies use bounded memory: strangers can't send any, and users have a limited number of
 * turns.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { admin, customer } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import type { Visitor } from '../support/visitor';

const AT_ONCE = 8;
/** More than an ordinary call may send. */
const LONG = JSON.stringify({ notes: 'x'.repeat(300_000) });
const PATHS = ['/api/appointments/none/complete', '/api/trpc/driver.complete'] as const;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/**
 * Makes calls whose body arrives once `end` is called. `isRead` resolves once the server waits for
 * it.
 */
function send(visitor: Visitor, path: string, length?: number) {
  const isRead = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        isRead.resolve();
        await ended.promise;
        controller.enqueue(new TextEncoder().encode(LONG));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const headers = {
    'content-type': 'application/json',
    ...(length !== undefined && { 'content-length': String(length) }),
  };
  const answer = visitor.fetch(path, { method: 'POST', headers, body });
  return { answer, isRead: isRead.promise, end: ended.resolve };
}

test.each(PATHS)('a stranger must sign in before a long body is read: %s', async (path) => {
  const staff = await admin(app);
  const unknown = Array.from({ length: AT_ONCE + 1 }, () => send(app.visitor(), path));
  await Promise.all(unknown.map(({ isRead }) => isRead));
  // Staff get through, up to a delivery that doesn't exist.
  expect((await staff.rest('POST', PATHS[0], { actualGallons: 20 })).status).toBe(404);
  for (const { end } of unknown) end();
  for (const { answer } of unknown) {
    const refused = await answer;
    expect(refused.status).toBe(413);
    expect(await refused.text()).toContain('Please sign in first.');
  }
  // A body with a length isn't read at all.
  const announced = send(app.visitor(), path, LONG.length);
  expect((await announced.answer).status).toBe(413);
});

test("more than two long bodies of an account, or eight of all customers, aren't read", async () => {
  const path = '/api/trpc/account.addBoat';
  const sams = await Promise.all(Array.from({ length: AT_ONCE / 2 + 1 }, () => customer(app)));
  const last = sams.pop() as Visitor;
  const full = async (visitor: Visitor) => {
    const further = await send(visitor, path, LONG.length).answer;
    expect(further.status).toBe(503);
    expect(further.headers.get('retry-after')).not.toBeNull();
    expect(await further.text()).toContain('We’re receiving too much at once.');
  };
  const first = sams[0] as Visitor;
  const own = [1, 2].map(() => send(first, path, LONG.length));
  await Promise.all(own.map(({ isRead }) => isRead));
  await full(first);

  const others = sams
    .slice(1)
    .flatMap((sam) => [...[send(sam, path, LONG.length), send(sam, path, LONG.length)]]);
  await Promise.all(others.map(({ isRead }) => isRead));
  await full(last);
  // Staff and drivers have separate turns.
  const staff = send(await admin(app), PATHS[1], LONG.length);
  await staff.isRead;
  staff.end();
  expect((await staff.answer).status).toBe(400);

  for (const { end } of [...own, ...others]) end();
  for (const { answer } of [...own, ...others]) expect((await answer).status).toBe(400);
  const next = send(last, path, LONG.length);
  next.end();
  expect((await next.answer).status).toBe(400);
});

test('a body whose connection breaks frees its turn', async () => {
  const sam = await customer(app);
  const broken = Array.from({ length: 2 }, () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const answer = sam.fetch('/api/trpc/account.addBoat', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': String(LONG.length) },
      body: readable,
    });
    return { answer, writer: writable.getWriter() };
  });
  for (const { answer, writer } of broken) {
    await writer.abort(new Error('gone'));
    expect((await answer).status).toBe(408);
  }
  const next = send(sam, '/api/trpc/account.addBoat', LONG.length);
  next.end();
  expect((await next.answer).status).toBe(400);
});
