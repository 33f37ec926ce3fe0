import { afterAll, beforeAll, expect, test } from 'bun:test';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ORDER } from '../support/actors';
import { fetchApi } from '../support/api-document';
import { openBeside } from '../support/beside';
import { type Built, buildForTest } from '../support/built';
import { readiness } from '../support/database-health';
import { type Product, startProduct } from '../support/product';
import { type Sqld, sqldName, sqldPath, startSqld } from '../support/sqld';

const root = join(import.meta.dir, '../..');

let built: Built;
let folder: string;
let sqld: Sqld | null = null;
const started: Product[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dockside-built-'));
  built = await buildForTest();
  if (sqldPath()) sqld = await startSqld(join(folder, 'sqld'));
}, 120_000);
afterAll(async () => {
  await Promise.all(started.map((product) => product.stop()));
  await sqld?.stop();
  rmSync(folder, { recursive: true, force: true });
  built.remove();
});

async function start(env: Record<string, string>, program = built.program): Promise<Product> {
  const product = await startProduct({
    program,
    env: { DEMO: '0', LOG_LEVEL: 'warn', ...env },
  });
  started.push(product);
  return product;
}

const book = (url: string) =>
  fetchApi(`${url}/api/appointments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...ORDER,
      date: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10),
      customerPhone: '2695550100',
    }),
  });

test('the built server books in a file and refuses a taken time slot', async () => {
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
  }, 120_000);
}

test('a product built in another folder serves its own pages and creates its own tables', async () => {
  const moved = join(folder, 'moved');
  cpSync(built.folder, join(moved, 'dist/server'), { recursive: true });
  cpSync(join(root, 'drizzle'), join(moved, 'drizzle'), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(moved, 'node_modules'));
  const page = '<!doctype html><p>The pages of the moved copy';
  mkdirSync(join(moved, 'dist/client'));
  await Bun.write(join(moved, 'dist/client/index.html'), page);
  const journal = join(moved, 'drizzle/meta/_journal.json');
  const { entries, ...rest } = await Bun.file(journal).json();
  const next = { ...entries.at(-1), idx: entries.length, when: Date.now(), tag: '9999_moved' };
  await Bun.write(journal, JSON.stringify({ ...rest, entries: [...entries, next] }));
  await Bun.write(join(moved, 'drizzle/9999_moved.sql'), 'create table moved (id integer);');

  const { url, folder: own } = await start({}, join(moved, 'dist/server/main.js'));
  expect(await (await fetch(`${url}/`)).text()).toBe(page);
  await readiness(url);
  const client = openBeside(own);
  const { rows } = await client.execute("select name from sqlite_master where name = 'moved'");
  client.close();
  expect(rows).toHaveLength(1);
});

test('the built server contains no path of the machine that built it', async () => {
  const text = await Bun.file(built.program).text();
  expect(text).not.toContain(root);
});
