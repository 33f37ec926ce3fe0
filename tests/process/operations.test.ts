import { afterAll, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ORDER } from '../support/actors';
import { startProduct } from '../support/product';

const root = join(import.meta.dir, '../..');
const folder = mkdtempSync(join(tmpdir(), 'dockside-operations-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const env = (where: string) => ({
  DATABASE_URL: `file:${join(where, 'dockside.db')}`,
  PHOTO_STORAGE: `file:${join(where, 'photos')}`,
});

async function run(script: string, args: string[], where: string) {
  const child = Bun.spawn([process.execPath, '--no-env-file', `scripts/${script}.ts`, ...args], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env(where) },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, out: out.trim(), err };
}

function book(url: string, index: number, phone = '2695550100') {
  const date = new Date(Date.now() + (2 + index) * 86_400_000).toISOString().slice(0, 10);
  return fetch(`${url}/api/appointments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...ORDER, date, customerName: 'Sam Secret', customerPhone: phone }),
  });
}

test('restore drill: a copy made while bookings come in holds them all, and serves again elsewhere', async () => {
  const here = join(folder, 'here');
  const settings = { DEMO: '1', LOG_LEVEL: 'info', RATE_LIMIT_FACTOR: '100' };
  const product = await startProduct({ folder: here, env: settings });
  const before: string[] = [];
  for (const index of [0, 1, 2]) {
    const answer = await book(product.url, index);
    if (answer.status === 201) before.push(((await answer.json()) as { id: string }).id);
  }
  expect(before.length).toBeGreaterThan(0);
  // Bookings go on while the copy is made.
  const during = [3, 4, 5, 6].map((index) => book(product.url, index));
  const made = await run('backup', [join(folder, 'backups')], here);
  expect(made).toMatchObject({ code: 0 });
  await Promise.all(during);
  expect(readdirSync(made.out).sort()).toEqual(
    expect.arrayContaining(['app-secret', 'backup.json', 'dockside.db']),
  );

  const busy = await run('restore', [made.out, '--replace'], here);
  expect(busy).toMatchObject({ code: 1, err: expect.stringContaining('running') });
  await product.stop();
  const careful = await run('restore', [made.out], here);
  expect(careful).toMatchObject({ code: 1, err: expect.stringContaining('--replace') });

  const there = join(folder, 'there');
  const restored = await run('restore', [made.out], there);
  expect(restored).toMatchObject({ code: 0 });
  const again = await startProduct({ folder: there, env: settings });
  const signIn = await fetch(`${again.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'customer', password: 'customer-demo' }),
  });
  expect(signIn.status).toBe(200);
  for (const index of before.keys()) {
    expect((await book(again.url, index)).status).toBe(409);
  }
  await again.stop();

  // A damaged copy is refused, and what is there stays.
  const file = Bun.file(join(made.out, 'dockside.db'));
  const bytes = await file.bytes();
  bytes.fill(0, bytes.length - 2_000);
  await Bun.write(file, bytes);
  const refused = await run('restore', [made.out, '--replace'], there);
  expect(refused).toMatchObject({ code: 1 });
  expect(existsSync(join(there, 'dockside.db'))).toBe(true);
}, 60_000);

test('asked to stop, it finishes what it began: the booking under way is answered and kept', async () => {
  const where = join(folder, 'stop');
  const product = await startProduct({
    folder: where,
    env: { DEMO: '0', LOG_LEVEL: 'info', RATE_LIMIT_FACTOR: '100' },
  });
  const under = Array.from({ length: 10 }, (_, index) => book(product.url, index));
  await Bun.sleep(5);
  product.process.kill('SIGTERM');
  const answers = await Promise.allSettled(under);
  await product.stop();
  expect(product.process.exitCode).toBe(0);
  const booked = answers.filter(
    (answer) => answer.status === 'fulfilled' && answer.value.status === 201,
  ).length;
  const again = await startProduct({ folder: where, env: { DEMO: '0', LOG_LEVEL: 'warn' } });
  const text = await (await fetch(`${again.url}/metrics`)).text();
  const stored = Number(/dockside_bookings\{status="pending"\} (\d+)/.exec(text)?.[1] ?? 0);
  // None that was acknowledged is missing; none is left half done.
  expect(stored).toBeGreaterThanOrEqual(booked);
  expect(booked + answers.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
  await again.stop();
}, 60_000);

test('metrics tell figures to this machine or with the token; nothing printed names a person', async () => {
  const where = join(folder, 'metrics');
  const product = await startProduct({
    folder: where,
    env: { DEMO: '0', LOG_LEVEL: 'debug', METRICS_TOKEN: 'a token of many letters' },
  });
  expect((await book(product.url, 0, '2695559876')).status).toBe(201);
  const metrics = (headers: Record<string, string>) => fetch(`${product.url}/metrics`, { headers });
  const text = await (await metrics({})).text();
  for (const line of [
    /dockside_request_seconds_count\{route="rest",status="2xx"\} \d+/,
    /dockside_bookings\{status="pending"\} 1/,
    /dockside_outbox_oldest_seconds \d/,
    /dockside_write_queue_depth 0/,
    /dockside_jobs_unowned_seconds 0/,
  ]) {
    expect(text).toMatch(line);
  }
  const forwarded = { 'x-forwarded-for': '203.0.113.9' };
  expect((await metrics(forwarded)).status).toBe(404);
  expect((await metrics({ ...forwarded, authorization: 'Bearer wrong' })).status).toBe(404);
  const right = { ...forwarded, authorization: 'Bearer a token of many letters' };
  expect((await metrics(right)).status).toBe(200);
  await product.stop();
  const printed = product.output();
  expect(printed).toMatch(/"message":"request","request":"[0-9a-f-]{36}"/);
  for (const personal of ['2695559876', 'Sam Secret', ORDER.location, 'a token of many']) {
    expect(printed).not.toContain(personal);
  }
}, 60_000);
