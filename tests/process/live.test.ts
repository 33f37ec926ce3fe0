import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ORDER } from '../support/actors';
import { fetchApi } from '../support/api-document';
import { type Product, startProduct } from '../support/product';

let folder: string;
let one: Product;
let two: Product;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dockside-live-'));
  const env = { DEMO: '0', LOG_LEVEL: 'warn' };
  one = await startProduct({ folder, env });
  two = await startProduct({ folder, env });
  // Pages that listen are also notified of the first forecast.
  const forecast = async () => (await fetchApi(`${one.url}/api/weather`)).json();
  while ((await forecast()).length === 0) await Bun.sleep(50);
}, 120_000);
afterAll(async () => {
  await Promise.all([one.stop(), two.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

type News = { id: string; topics: string[]; at: number };

/** A listening page, and the events it received with their times. */
function listen(url: string, lastEventId?: string) {
  const received: News[] = [];
  const controller = new AbortController();
  const ended = (async () => {
    const response = await fetch(`${url}/api/trpc/live.changes`, {
      signal: controller.signal,
      headers: lastEventId ? { 'last-event-id': lastEventId } : {},
    });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const messages = text.split('\n\n');
      text = messages.pop() ?? '';
      for (const message of messages) {
        const id = /^id: (.*)$/m.exec(message)?.[1];
        const data = /^data: (.*)$/m.exec(message)?.[1];
        if (id && data) received.push({ id, topics: JSON.parse(data).json.topics, at: Date.now() });
      }
    }
  })().catch((error) => {
    if (error.name !== 'AbortError') throw error;
  });
  const receive = async (count: number) => {
    const giveUpAt = Date.now() + 15_000;
    while (received.length < count && Date.now() < giveUpAt) await Bun.sleep(20);
    return received;
  };
  return { received, receive, stop: () => controller.abort(), ended };
}

/** Books as a guest whose phone has no other hold, because a phone may have two. */
async function book(url: string, days: number) {
  const date = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const answer = await fetchApi(`${url}/api/appointments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...ORDER, date, customerPhone: `269555010${days}` }),
  });
  expect(answer.status).toBe(201);
}

test('a page of one process is notified of a booking in the other within 2 seconds', async () => {
  const page = listen(two.url);
  await page.receive(1);
  expect(page.received[0]?.topics).toEqual([]);
  // Uses the fastest of several, because a single one may have waited for the machine.
  const took: number[] = [];
  for (const days of [3, 6, 7]) {
    const startedAt = Date.now();
    await book(one.url, days);
    const news = (await page.receive(took.length + 2))[took.length + 1];
    expect(news?.topics).toEqual(['slots']);
    took.push((news?.at ?? Number.POSITIVE_INFINITY) - startedAt);
  }
  expect(Math.min(...took)).toBeLessThan(2_000);
  page.stop();
  await page.ended;
});

test('a page that comes back gets the changes it missed, and nothing if there were none', async () => {
  const before = listen(two.url);
  const last = (await before.receive(1))[0]!.id;
  before.stop();
  await before.ended;
  const unchanged = listen(two.url, last);
  expect((await unchanged.receive(1))[0]?.topics).toEqual([]);
  unchanged.stop();
  await unchanged.ended;
  await book(one.url, 4);
  const again = listen(two.url, last);
  expect((await again.receive(1))[0]?.topics).toContain('slots');
  again.stop();
  await again.ended;
});

test("a stream stays open past the server's idle limit, and ends when the server stops", async () => {
  const page = listen(one.url);
  await page.receive(1);
  await Bun.sleep(12_000);
  await book(two.url, 5);
  expect((await page.receive(2))[1]?.topics).toEqual(['slots']);
  await one.stop();
  await page.ended;
  // Exit code 1 would mean that the process had to be killed.
  expect(one.process.exitCode).toBe(0);
}, 120_000);
