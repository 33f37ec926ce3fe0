/** Tests the news that open pages get about time slots, and how a crowd of them is notified. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { bucketOf } from '@/server/modules/limits/addresses';
import { createLive } from '@/server/modules/live/live';
import { admin, customer, ORDER } from '../support/actors';
import { startTestApp, type TestApp, TOMORROW } from '../support/app';
import type { Visitor } from '../support/visitor';

type Told = { topics: string[] };

const MORNING = '10:00 AM - 12:00 PM';
const NOON = '12:00 PM - 2:00 PM';

let app: TestApp;
let pages: AbortController;
beforeEach(async () => {
  app = await startTestApp({ capacity: 2 });
  pages = new AbortController();
});
afterEach(async () => {
  pages.abort();
  await app.close();
});

/** Yields the events that an open page gets, one after the other. */
async function* eventsOf(headers: Record<string, string> = {}): AsyncGenerator<Told> {
  const answer = await app.handle(
    new Request('http://dockside.test/api/trpc/live.changes', { headers, signal: pages.signal }),
  );
  let text = '';
  for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const messages = text.split('\n\n');
    text = messages.pop() ?? '';
    for (const message of messages) {
      const data = /^data: (\{"json".*)$/m.exec(message)?.[1];
      if (data) yield JSON.parse(data).json;
    }
  }
}

async function book(time: string) {
  const visitor = await customer(app);
  await visitor.trpc.booking.create.mutate({ ...ORDER, date: TOMORROW, time });
}

test('a page is notified of time slots only when one fills or opens', async () => {
  const events = eventsOf();
  const next = async () => (await events.next()).value as Told;
  expect(await next()).toEqual({ topics: [] });
  const count = async (visitor: Visitor) =>
    (await visitor.trpc.slots.open.query({ date: TOMORROW })).length;
  const page = app.visitor();
  await book(MORNING);
  // The page may have read its time slots before the stream started, so it reads them again.
  expect(await next()).toEqual({ topics: ['slots'] });
  expect(await count(page)).toBe(3);
  await book(NOON);
  await book(MORNING);
  expect(await next()).toEqual({ topics: ['slots'] });
  // The noon order didn't fill its window, so the event is about the morning.
  expect(await count(page)).toBe(2);
});

test('staff pages are notified of every order, because they show more than visitors see', async () => {
  const staff = await admin(app);
  const cookie = `dockside_session=${staff.cookie('dockside_session')}`;
  const events = eventsOf({ cookie });
  const next = async () => (await events.next()).value as Told;
  await next();
  for (const time of [MORNING, NOON]) {
    await book(time);
    let told: Told;
    do told = await next();
    while (!told.topics.includes('slots'));
  }
});

test('a few pages of a crowd are notified at a time, after those that the change concerns', async () => {
  const live = createLive(app.deps.db, app.deps.log);
  const told: string[] = [];
  const open = async (name: string, actor: Parameters<typeof live.listen>[0], index: number) => {
    const from = bucketOf(`203.0.113.${index}`);
    const news = live.listen(actor, { after: null, from, signal: pages.signal });
    await news?.next();
    return async () => {
      await news?.next();
      told.push(name);
      return told.length;
    };
  };
  const visitors = [];
  for (let index = 1; index <= 200; index += 1) {
    visitors.push(await open('visitor', { kind: 'visitor' }, index));
  }
  const role = 'admin' as const;
  const boss = { kind: 'user', userId: 'boss', role, name: 'Boss', driverId: null } as const;
  const staff = await open('staff', boss, 201);
  const counts = [...visitors, staff].map((next) => next());
  await book(MORNING);
  await Promise.any(counts.slice(0, -1));
  expect(told[0]).toBe('staff');
  expect(told.length).toBeLessThan(100);
  await Promise.all(counts);
  expect(told).toHaveLength(201);
  live.close();
});
