import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { LiveNews } from '@/server/config/live';
import { bucketOf } from '@/server/modules/limits/addresses';
import { createLive } from '@/server/modules/live/live';
import { startTestApp, type TestApp } from '../support/app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('an address can have 100 open streams, and a closed page frees its own', async () => {
  const live = createLive(app.deps.db, app.deps.log);
  const listen = async (address: string, controller = new AbortController()) => {
    const news = live.listen(
      { kind: 'visitor' },
      { after: null, from: bucketOf(address), signal: controller.signal },
    );
    await news?.next();
    return news && { news, controller };
  };
  const open = [];
  for (let index = 0; index < 100; index += 1) open.push(await listen('203.0.113.9'));
  expect(open.every((page) => page !== null)).toBe(true);
  expect(await listen('203.0.113.9')).toBeNull();
  expect(await listen('::ffff:203.0.113.9')).toBeNull();
  expect(await listen('198.51.100.7')).not.toBeNull();

  const [closed] = open;
  closed?.controller.abort();
  expect((await closed?.news.next())?.done).toBe(true);
  expect(await listen('203.0.113.9')).not.toBeNull();
  live.close();
});

test("a crowd of simultaneous requests can't pass the limit, and abandoned pages don't count", () => {
  const live = createLive(app.deps.db, app.deps.log);
  const listen = (signal: AbortSignal) =>
    live.listen({ kind: 'visitor' }, { after: null, from: bucketOf('203.0.113.9'), signal });
  const leaving = new AbortController();
  const open = Array.from({ length: 150 }, () => listen(leaving.signal));
  expect(open.filter((news) => news !== null)).toHaveLength(100);
  leaving.abort();
  expect(listen(new AbortController().signal)).not.toBeNull();
  live.close();
});

test('a page above the limit gets a message, and its stream ends', async () => {
  const other = await startTestApp({ settings: { trustProxy: 1, limitFactor: 1 } });
  const full = createLive(other.deps.db, other.deps.log);
  other.deps.live = { ...full, listen: () => null };
  const answer = await other.handle(
    new Request('http://dockside.test/api/trpc/live.changes', {
      headers: { accept: 'text/event-stream', 'x-forwarded-for': '203.0.113.9' },
    }),
  );
  expect(await answer.text()).toContain('Too many pages are open.');
  full.close();
  await other.close();
});

test('a new staff page gets its news once more, because it was read before the stream started', async () => {
  const live = createLive(app.deps.db, app.deps.log);
  const first = async (role: 'admin' | 'driver' | 'customer', after: number | null) => {
    const news = live.listen(
      { kind: 'user', userId: role, role, name: role, driverId: null },
      { after, from: bucketOf('203.0.113.9'), signal: new AbortController().signal },
    );
    const { value } = (await news?.next()) ?? {};
    return value as LiveNews;
  };
  const { seq, topics } = await first('admin', null);
  expect(topics).toEqual(['staff', 'deliveries']);
  expect((await first('driver', null)).topics).toEqual(['deliveries']);
  expect((await first('customer', null)).topics).toEqual([]);
  expect((await first('admin', seq)).topics).toEqual([]);
  live.close();
});
