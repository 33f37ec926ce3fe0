import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Line, layLine } from '../../../tests/support/line';
import { DatabaseUnreachableError } from './failures';
import { createServerFetch } from './server-fetch';

let server: Bun.Server<undefined>;
let line: Line;
/** Answers are delayed until this resolves. */
let gate = Promise.resolve();

beforeAll(async () => {
  server = Bun.serve({
    port: 0,
    async fetch() {
      await gate;
      return new Response('an answer');
    },
  });
  line = await layLine(`http://127.0.0.1:${server.port}`);
});
afterAll(async () => {
  await line.cut();
  await server.stop(true);
});

const asking = (fetch: ReturnType<typeof createServerFetch>) => async () =>
  (await fetch(new Request(line.url, { method: 'POST', body: 'a question' }))).text();

test('calls after a timeout don’t reuse older connections', async () => {
  const ask = asking(createServerFetch(500));
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  const together = Array.from({ length: 8 }, ask);
  resolve();
  expect(await Promise.all(together)).toEqual(Array(8).fill('an answer'));
  line.silence();
  await expect(ask()).rejects.toThrow(DatabaseUnreachableError);
  await line.mend();
  for (let call = 1; call <= 8; call += 1) expect(await ask()).toBe('an answer');
});

test('the limit also ends a call with a partial answer', async () => {
  const half = Bun.serve({
    port: 0,
    fetch() {
      const endless = new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode('an ans')),
      });
      return new Response(endless);
    },
  });
  const fetch = createServerFetch(100);
  const answer = fetch(new Request(`http://127.0.0.1:${half.port}`));
  await expect(answer).rejects.toThrow(DatabaseUnreachableError);
  await half.stop(true);
});

test.each([429, 500, 502, 503, 504])(
  'an answer with status %i counts as no answer',
  async (status) => {
    const busy = Bun.serve({
      port: 0,
      fetch: () => Response.json({ error: 'Too many concurrent requests' }, { status }),
    });
    const answer = createServerFetch(1_000)(new Request(`http://127.0.0.1:${busy.port}`));
    await expect(answer).rejects.toThrow(DatabaseUnreachableError);
    await busy.stop(true);
  },
);
