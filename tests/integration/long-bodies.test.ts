/** The long bodies of strangers fill no memory without end, and keep out no person who is signed in. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { admin } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';

const AT_ONCE = 8;
/** More than an ordinary call may send. */
const LONG = JSON.stringify({ notes: 'x'.repeat(300_000) });
const PATHS = ['/api/appointments/none/complete', '/api/trpc/driver.complete'] as const;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Calls as a stranger, with a body that comes once `end` is called; `isRead` resolves once it is waited for. */
function send(path: string) {
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
  const url = new URL(path, app.deps.settings.appUrl);
  const headers = { 'content-type': 'application/json' };
  const answer = app.handle(new Request(url, { method: 'POST', headers, body }));
  return { answer, isRead: isRead.promise, end: ended.resolve };
}

test.each(PATHS)('%s: beyond eight of strangers at once, no more is read', async (path) => {
  const staff = await admin(app);
  const first = Array.from({ length: AT_ONCE }, () => send(path));
  await Promise.all(first.map(({ isRead }) => isRead));

  const further = await send(path).answer;
  expect(further.status).toBe(503);
  expect(further.headers.get('retry-after')).not.toBeNull();
  expect(await further.text()).toContain('Too much is being sent to us right now.');
  // Staff are let through, as far as a delivery that is not there.
  expect((await staff.rest('POST', PATHS[0], { actualGallons: 20 })).status).toBe(404);

  for (const { end } of first) end();
  for (const { answer } of first) expect((await answer).status).toBe(401);
  const next = send(path);
  next.end();
  expect((await next.answer).status).toBe(401);
});
