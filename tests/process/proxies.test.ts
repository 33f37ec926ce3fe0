import { afterAll, expect, test } from 'bun:test';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { IDLE_SECONDS } from '@/server/http/app';
import { readiness } from '../support/database-health';
import { startProduct } from '../support/product';

const folder = mkdtempSync(join(tmpdir(), 'dockside-proxies-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** How long proxies keep an idle connection to us: Caddy 120 seconds, nginx 60. */
const PROXY_IDLE_SECONDS = 120;

/** Reads one answer over a connection that stays open. */
async function raw(port: number, host: string, path: string, lines: string[] = []) {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write([`GET ${path} HTTP/1.1`, `Host: ${host}`, ...lines, '', ''].join('\r\n'));
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  const text = bytes.toString();
  return { status: Number(text.slice(9, 12)), text };
}

test('a proxy closes an idle connection before the product does', () => {
  expect(IDLE_SECONDS).toBeGreaterThan(PROXY_IDLE_SECONDS);
});

test('a host name of any length reaches every part of the product', async () => {
  const product = await startProduct({ folder: join(folder, 'hosts'), env: { DEMO: '0' } });
  await readiness(product.url);
  const port = Number(new URL(product.url).port);
  for (const host of ['x', 'app', 'db1', `web:${port}`, 'dock.example', 'localhost']) {
    for (const path of ['/healthz', '/readyz', '/api/weather', '/api/openapi.json']) {
      expect({ host, path, status: (await raw(port, host, path)).status }).toEqual({
        host,
        path,
        status: 200,
      });
    }
  }
  expect((await raw(port, 'app', '/api/no-such-call')).status).toBe(404);
  // With a short host name, the caller is still the connection's other end.
  const forged = ['X-Forwarded-For: 203.0.113.9'];
  expect((await raw(port, 'app', '/metrics')).status).toBe(200);
  expect((await raw(port, 'app', '/metrics', forged)).status).toBe(404);
  await product.stop();
}, 120_000);

test('a stopping process sends proxies elsewhere, keeps serving, and then exits', async () => {
  const product = await startProduct({
    folder: join(folder, 'drain'),
    env: { DEMO: '0', DRAIN_SECONDS: '60' },
  });
  const port = Number(new URL(product.url).port);
  await readiness(product.url);
  product.process.kill('SIGTERM');
  let ready: number;
  do ready = (await fetch(`${product.url}/readyz`)).status;
  while (ready === 200);
  expect(ready).toBe(503);
  const served = await raw(port, 'dock.example', '/api/fuel-prices');
  expect(served.status).toBe(200);
  expect(served.text.toLowerCase()).toContain('\r\nconnection: close\r\n');
  // A second signal ends the product without the wait.
  product.process.kill('SIGTERM');
  await once(product.process, 'exit');
  expect(product.process.exitCode).toBe(0);
  await product.stop();
}, 120_000);

const lan = Object.values(networkInterfaces())
  .flat()
  .find((one) => one && !one.internal && one.family === 'IPv4')?.address;
// Only a machine on a network has an address that a neighbor could call.
test.skipIf(!lan)(
  "a product behind a proxy on this machine can't be reached by neighbors",
  async () => {
    const product = await startProduct({
      folder: join(folder, 'neighbor'),
      env: { DEMO: '0', TRUST_PROXY: '1' },
    });
    const port = Number(new URL(product.url).port);
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    await expect(fetch(`http://${lan}:${port}/healthz`)).rejects.toThrow();
    await product.stop();
  },
  120_000,
);
