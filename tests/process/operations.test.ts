import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ORDER } from '../support/actors';
import { fetchApi } from '../support/api-document';
import { startProduct } from '../support/product';

const folder = mkdtempSync(join(tmpdir(), 'dockside-operations-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function book(url: string, index: number, phone = '2695550100') {
  const date = new Date(Date.now() + (2 + index) * 86_400_000).toISOString().slice(0, 10);
  return fetchApi(`${url}/api/appointments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...ORDER, date, customerName: 'Sam Secret', customerPhone: phone }),
  });
}

test('on SIGTERM the product answers its requests in progress and stores their bookings', async () => {
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
  const stored = Number(/dockside_appointments\{status="pending"\} (\d+)/.exec(text)?.[1] ?? 0);
  // Every acknowledged appointment is there and complete.
  expect(stored).toBeGreaterThanOrEqual(booked);
  expect(booked + answers.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
  await again.stop();
}, 120_000);

test('only this machine and the token can read metrics, and the log names no person', async () => {
  const where = join(folder, 'metrics');
  const product = await startProduct({
    folder: where,
    env: { DEMO: '0', LOG_LEVEL: 'debug', METRICS_TOKEN: 'a token of many characters' },
  });
  expect((await book(product.url, 0, '2695559876')).status).toBe(201);
  const metrics = (headers: Record<string, string>) => fetch(`${product.url}/metrics`, { headers });
  const text = await (await metrics({})).text();
  for (const line of [
    /dockside_request_seconds_count\{route="rest",status="2xx"\} \d+/,
    /dockside_appointments\{status="pending"\} 1/,
    /dockside_outbox_oldest_seconds \d/,
    // A server's job may be writing at that moment.
    /dockside_write_queue_depth \d/,
    /dockside_jobs_unowned_seconds 0/,
  ]) {
    expect(text).toMatch(line);
  }
  const forwarded = { 'x-forwarded-for': '203.0.113.9' };
  expect((await metrics(forwarded)).status).toBe(404);
  expect((await metrics({ ...forwarded, authorization: 'Bearer wrong' })).status).toBe(404);
  const right = { ...forwarded, authorization: 'Bearer a token of many characters' };
  expect((await metrics(right)).status).toBe(200);
  await product.stop();
  const printed = product.output();
  expect(printed).toMatch(/"message":"request","request":"[0-9a-f-]{36}"/);
  for (const personal of ['2695559876', 'Sam Secret', ORDER.location, 'a token of many']) {
    expect(printed).not.toContain(personal);
  }
}, 120_000);
