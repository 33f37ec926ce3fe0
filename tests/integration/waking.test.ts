/** POST /api/wake, for a timer outside of a sleeping host. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { LIMITS } from '@/domain/limits';
import { startJobs } from '@/server/jobs/schedule';
import { startTestApp, type TestApp } from '../support/app';

const TOKEN = 'a token of many characters';

let app: TestApp;
let stop: () => Promise<void>;
beforeAll(async () => {
  app = await startTestApp({ settings: { wakeToken: TOKEN, limitFactor: 1, trustProxy: 1 } });
  const jobs = startJobs(app.deps);
  app.deps.wake = jobs.wake;
  stop = jobs.stop;
});
afterAll(async () => {
  await stop();
  await app.close();
});

const wake = (headers: Record<string, string>, of: TestApp = app) =>
  of.visitor().fetch('/api/wake', { method: 'POST', headers });

test('a wake with its token runs the due jobs and names them in the answer', async () => {
  const answer = await wake({ 'x-wake-token': TOKEN });
  expect(answer.status).toBe(200);
  const { done, failed, underWay } = await answer.json();
  expect(done).toContain('expire holds');
  expect({ failed, underWay }).toEqual({ failed: [], underWay: [] });
});

test("a wake without its token does nothing, and a token in another header doesn't count", async () => {
  for (const token of ['', `${TOKEN}.`, TOKEN.toUpperCase()]) {
    expect((await wake({ 'x-wake-token': token })).status).toBe(401);
  }
  expect((await wake({})).status).toBe(401);
  expect((await wake({ authorization: `Bearer ${TOKEN}` })).status).toBe(401);
});

test('a wake without a token in the settings refuses everyone', async () => {
  const closed = await startTestApp();
  for (const token of ['', 'undefined', TOKEN]) {
    expect((await wake({ 'x-wake-token': token }, closed)).status).toBe(401);
  }
  await closed.close();
});

test("an address that tries many tokens is refused, and another one isn't", async () => {
  const tries = LIMITS.wake.allowances.address.burst;
  const from = { 'x-forwarded-for': '203.0.113.7' };
  for (let count = 0; count < tries; count += 1) {
    expect((await wake({ ...from, 'x-wake-token': `wrong ${count}` })).status).toBe(401);
  }
  const refused = await wake({ ...from, 'x-wake-token': TOKEN });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const elsewhere = { 'x-forwarded-for': '203.0.113.8', 'x-wake-token': TOKEN };
  expect((await wake(elsewhere)).status).toBe(200);
});
