import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildServer } from '../../scripts/server-build';
import { ORDER } from '../support/actors';
import { type Product, startProduct } from '../support/product';
import { type Sqld, sqldName, sqldPath, startSqld } from '../support/sqld';

/** As deep as dist/server, which somebody may be serving. */
const BUNDLE = `node_modules/.test-server-${process.pid}`;

let folder: string;
let sqld: Sqld | null = null;
const started: Product[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dockside-built-'));
  await buildServer(BUNDLE);
  if (sqldPath()) sqld = await startSqld(join(folder, 'sqld'));
}, 60_000);
afterAll(async () => {
  await Promise.all(started.map((product) => product.stop()));
  await sqld?.stop();
  rmSync(folder, { recursive: true, force: true });
  rmSync(join(import.meta.dir, '../..', BUNDLE), { recursive: true, force: true });
});

async function start(env: Record<string, string>): Promise<Product> {
  const product = await startProduct({
    program: `${BUNDLE}/main.js`,
    env: { DEMO: '0', LOG_LEVEL: 'warn', ...env },
  });
  started.push(product);
  return product;
}

const book = (url: string) =>
  fetch(`${url}/api/appointments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...ORDER,
      date: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10),
      customerPhone: '2695550100',
    }),
  });

test('the built server books in a file, and refuses the place when it is taken', async () => {
  const { url } = await start({});
  expect((await book(url)).status).toBe(201);
  expect((await book(url)).status).toBe(409);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
});

if (sqldPath()) {
  test(`the built server books on a libSQL server (${sqldName})`, async () => {
    const { url } = await start({ DATABASE_URL: sqld!.url });
    expect((await book(url)).status).toBe(201);
    expect((await book(url)).status).toBe(409);
  }, 60_000);
}
