/** Tests that a database outage doesn't make proxies take every process out of service. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import type { Db } from '@/db/client';
import { type App, createApp } from '@/server/http/app';
import { startTestApp, type TestApp } from '../support/app';

let app: TestApp;
let served: App;
let checkHealth: Db['checkHealth'];
beforeEach(async () => {
  app = await startTestApp();
  const { db } = app.deps;
  checkHealth = () => db.checkHealth();
  const deps = { ...app.deps, db: { ...db, checkHealth: () => checkHealth() } };
  served = createApp({ deps, files: null, sandbox: null });
});
afterEach(() => app.close());

const statusOf = async (path: string) =>
  (await served.handle(new Request(`http://dockside.test${path}`))).status;

const OUTAGES: Record<string, Db['checkHealth']> = {
  'refuses every query': () => Promise.reject(new Error('no disk')),
  'never answers': () => new Promise(() => {}),
};

test.each(Object.entries(OUTAGES))(
  'a process stays ready while its database %s, and only the database check fails',
  async (_how, outage) => {
    expect(await statusOf('/readyz')).toBe(200);
    const works = checkHealth;
    checkHealth = outage;
    for (let count = 0; count < 3; count += 1) {
      expect(await statusOf('/healthz/database')).toBe(503);
      expect(await statusOf('/readyz')).toBe(200);
    }
    expect(await statusOf('/healthz')).toBe(200);
    if (outage === OUTAGES['never answers']) return;
    checkHealth = works;
    expect(await statusOf('/healthz/database')).toBe(200);
  },
);

test('a process is ready only once its database has answered, and never while it drains', async () => {
  const works = checkHealth;
  checkHealth = OUTAGES['refuses every query'] ?? works;
  expect(await statusOf('/readyz')).toBe(503);
  expect(await statusOf('/healthz')).toBe(200);
  checkHealth = works;
  expect(await statusOf('/readyz')).toBe(200);
  served.drain();
  expect(await statusOf('/readyz')).toBe(503);
});
