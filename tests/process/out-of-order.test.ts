/** Tests an unusable database: a full disk, a locked file, and a silent server. */
import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ORDER } from '../support/actors';
import { fetchApi } from '../support/api-document';
import { openBeside } from '../support/beside';
import { databaseHealth, readiness } from '../support/database-health';
import { layLine } from '../support/line';
import { type Product, startProduct } from '../support/product';
import { sqldName, sqldPath, startSqld } from '../support/sqld';

const folder = mkdtempSync(join(tmpdir(), 'dockside-out-of-order-'));
const stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
  rmSync(folder, { recursive: true, force: true });
});

const ENV = { DEMO: '0', LOG_LEVEL: 'warn', RATE_LIMIT_FACTOR: '0' };
/** Longer than two lease writes, by which a process without visitors notices a fault. */

async function product(env: Record<string, string>): Promise<Product> {
  const started = await startProduct({ env: { ...ENV, ...env } });
  stops.push(started.stop);
  return started;
}

let days = 0;
async function book(url: string): Promise<Response> {
  days += 1;
  const date = new Date(Date.now() + (1 + days) * 86_400_000).toISOString().slice(0, 10);
  return fetchApi(`${url}/api/appointments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...ORDER, date, customerPhone: '2695550100' }),
  });
}

async function expectRefused(answer: Response): Promise<void> {
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('5');
  expect(await answer.json()).toMatchObject({
    message: expect.stringContaining('Try again in a few seconds'),
    reason: 'unavailable',
  });
}

test("while another process locks the file, writes are refused and the health check says so, until it's free", async () => {
  const { url, folder: own } = await product({});
  await readiness(url);
  const client = openBeside(own);
  const holder = await client.transaction('write');
  await databaseHealth(url, 503);
  const many = await Promise.all([book(url), book(url), book(url)]);
  for (const answer of many) await expectRefused(answer);
  // Reads still work.
  expect((await fetchApi(`${url}/api/fuel-prices`)).status).toBe(200);
  await holder.rollback();
  client.close();
  await databaseHealth(url, 200);
  expect((await book(url)).status).toBe(201);
}, 120_000);

const disk = join(folder, 'disk');
mkdirSync(disk);
const isMounted = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk]).success;
if (isMounted) stops.push(async () => Bun.spawnSync(['umount', '-l', disk]));
const diskName = isMounted ? 'a disk of 24 MB' : 'NOT RUN: only root may mount a small disk';
test.skipIf(!isMounted)(
  `on a full disk the health check says so and no answer is 500, until there's room (${diskName})`,
  async () => {
    const { url } = await product({ DATABASE_URL: `file:${join(disk, 'dockside.db')}` });
    await readiness(url);
    const filler = join(disk, 'filler');
    Bun.spawnSync(['dd', 'if=/dev/zero', `of=${filler}`, 'bs=4k'], { stderr: 'ignore' });
    await databaseHealth(url, 503);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const answer = await book(url);
      // A booking that still fits into the database's log succeeds.
      if (answer.status !== 201) await expectRefused(answer);
    }
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    rmSync(filler);
    await databaseHealth(url, 200);
    expect((await book(url)).status).toBe(201);
  },
  120_000,
);

test.skipIf(!sqldPath())(
  `a silent connection to the database is refused in time, and recovers (${sqldName})`,
  async () => {
    const server = await startSqld(join(folder, 'sqld'));
    stops.push(server.stop);
    const line = await layLine(server.url);
    stops.push(line.cut);
    const { url } = await product({ DATABASE_URL: line.url });
    await readiness(url);
    line.silence();
    await databaseHealth(url, 503);
    const answers = await Promise.all([
      ...Array.from({ length: 50 }, () => fetchApi(`${url}/api/fuel-prices`)),
      fetchApi(`${url}/api/time-slots/2030-01-01`),
      book(url),
    ]);
    for (const answer of answers) await expectRefused(answer);
    await line.mend();
    await databaseHealth(url, 200);
    expect((await book(url)).status).toBe(201);
  },
  120_000,
);
