import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { copyDatabase } from '@/db/backup';
import { book, complete, DUE, PAID, rowsOf } from '../support/drill';
import { type Product, startProduct } from '../support/product';
import { runProgram } from '../support/programs';
import { sqldName, sqldPath, startSqld } from '../support/sqld';

const folder = mkdtempSync(join(tmpdir(), 'dockside-restore-server-'));
const stops: (() => unknown)[] = [];
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A fresh server's address. */
async function server(name: string): Promise<string> {
  const { url, stop } = await startSqld(join(folder, name));
  stops.push(stop);
  return url;
}

/** A product's or program's settings for a database. Its photos and sandbox are in `place`. */
const settings = (database: string, place: string) => ({
  DATABASE_URL: database,
  APP_SECRET: 'one secret for all processes of this test',
  PHOTO_STORAGE: `file:${join(folder, place, 'photos')}`,
  STRIPE_SANDBOX_DB: join(folder, place, 'stripe-sandbox.db'),
});

async function product(database: string, place: string): Promise<Product> {
  const env = { ...settings(database, place), DEMO: '1', RATE_LIMIT_FACTOR: '100' };
  const started = await startProduct({ folder: join(folder, place), env });
  stops.push(started.stop);
  return started;
}

const run = (script: string, args: string[], database: string, place: string) =>
  runProgram([`scripts/${script}.ts`, ...args], settings(database, place));

/** A backup of a product without a demo on a separate server, made once for several tests. */
let emptyBackup: Promise<string> | null = null;
function anEmptyBackup(): Promise<string> {
  emptyBackup ??= (async () => {
    const url = await server('empty');
    expect(await run('migrate', [], url, 'empty')).toMatchObject({ code: 0 });
    const made = await run('backup', [join(folder, 'empty-backups')], url, 'empty');
    expect(made).toMatchObject({ code: 0 });
    return made.out;
  })();
  return emptyBackup;
}

/** A database's tables, indexes, and triggers. */
const schemaOf = (place: string) =>
  rowsOf(
    place,
    `select type, name, sql from sqlite_master
     where sql is not null and name not like 'sqlite_%' and name not like 'libsql_%' order by name`,
  );

const isRefused = (why: string) => ({ code: 1, err: expect.stringContaining(why) });

/** Forwards to a server until the first row of `table` is sent, and then breaks the connection. */
function lostBefore(target: string, table: string): string {
  let isLost = false;
  const line = Bun.serve({
    port: 0,
    async fetch(request) {
      const body = await request.text();
      isLost ||= body.includes(`insert into \\"${table}\\"`);
      if (isLost) return new Response('', { status: 503 });
      const { pathname } = new URL(request.url);
      const { method } = request;
      const answer = await fetch(target + pathname, { method, body: body || undefined });
      return new Response(await answer.arrayBuffer(), { status: answer.status });
    },
  });
  stops.push(() => line.stop(true));
  return `http://127.0.0.1:${line.port}`;
}

describe.skipIf(!sqldPath())(sqldName, () => {
  test('a backup made during bookings restores to a file, and from that file to a fresh server', async () => {
    const database = await server('first');
    const first = await product(database, 'first');
    const before: number[] = [];
    for (const index of [0, 1, 2]) {
      if ((await book(first.url, index)).status === 201) before.push(index);
    }
    expect(before.length).toBeGreaterThan(0);
    // Bookings continue while the copy is made.
    const during = [3, 4, 5, 6].map((index) => book(first.url, index));
    const made = await run('backup', [join(folder, 'backups')], database, 'first');
    expect(made).toMatchObject({ code: 0 });
    await Promise.all(during);
    await first.stop();

    const path = join(folder, 'second', 'dockside.db');
    const onFile = await run('restore', [made.out], `file:${path}`, 'second');
    expect(onFile).toMatchObject({ code: 0 });
    const second = await product(`file:${path}`, 'second');
    for (const index of before) expect((await book(second.url, index)).status).toBe(409);
    const copied = await run('backup', [join(folder, 'backups')], `file:${path}`, 'second');
    expect(copied).toMatchObject({ code: 0 });
    await second.stop();

    const fresh = await server('third');
    const onServer = await run('restore', [copied.out], fresh, 'third');
    expect(onServer).toMatchObject({
      code: 0,
      out: expect.stringContaining('Restored '),
    });
    expect(await schemaOf(fresh)).toEqual(await schemaOf(path));
    const third = await product(fresh, 'third');
    for (const index of before) expect((await book(third.url, index)).status).toBe(409);
    await third.stop();
  }, 120_000);

  test('deliveries completed after the backup are completed again after the restore, and charged once', async () => {
    const database = await server('drill');
    const first = await product(database, 'drill');
    const backup = await run('backup', [join(folder, 'drill-backups')], database, 'drill');
    expect(backup).toMatchObject({ code: 0 });
    const ids = (await rowsOf(database, DUE)).map(({ id }) => String(id));
    expect(ids.length).toBe(2);
    for (const id of ids)
      expect(await complete(first.url, id)).toMatchObject({ balancePaid: true });
    await first.stop();
    const sandbox = join(folder, 'drill', 'stripe-sandbox.db');
    const payments = await rowsOf(sandbox, PAID);
    // Stripe forgets its keys after a day.
    await rowsOf(sandbox, 'delete from idempotency');

    const fresh = await server('drilled');
    const restored = await run('restore', [backup.out], fresh, 'drill');
    expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('bun run reconcile') });
    const second = await product(fresh, 'drill');
    // A payment that's already at Stripe may be found by then, but no new one is made.
    for (const id of ids) await complete(second.url, id);
    expect(await rowsOf(sandbox, PAID)).toEqual(payments);
    await second.stop();
    const reconciled = await run('reconcile', [], fresh, 'drill');
    expect(reconciled.out).toContain('The restore is reconciled');
    const settled = `select id from appointments where balance_paid and id in ('${ids.join("','")}')`;
    expect(await rowsOf(fresh, settled)).toHaveLength(ids.length);
    expect(await rowsOf(sandbox, PAID)).toEqual(payments);
  }, 120_000);

  test('restore refuses a server that holds data, with every option', async () => {
    const backup = await anEmptyBackup();
    const used = await server('used');
    expect(await run('migrate', [], used, 'used')).toMatchObject({ code: 0 });
    for (const args of [[backup], [backup, '--replace']]) {
      expect(await run('restore', args, used, 'used')).toMatchObject(isRefused('already has data'));
    }
    // Even one table of another program counts as data.
    const foreign = await server('foreign');
    await rowsOf(foreign, 'create table notes (text text)');
    expect(await run('restore', [backup, '--replace'], foreign, 'used')).toMatchObject(
      isRefused('already has data'),
    );
    expect(await rowsOf(foreign, 'select * from notes')).toEqual([]);
  }, 120_000);

  test("nothing starts after an interrupted restore until it's started again and finishes", async () => {
    const backup = await anEmptyBackup();
    const target = await server('cut');
    const lost = await run('restore', [backup], lostBefore(target, '__drizzle_migrations'), 'cut');
    expect(lost.code).toBe(1);

    const start = { ...settings(target, 'cut'), PORT: '0' };
    expect(await runProgram(['src/server/main.ts'], start)).toMatchObject(
      isRefused('A backup is being restored'),
    );
    expect(await run('migrate', [], target, 'cut')).toMatchObject(
      isRefused('A backup is being restored'),
    );
    expect(await run('backup', [join(folder, 'no-backups')], target, 'cut')).toMatchObject(
      isRefused('A backup is being restored'),
    );
    expect(await run('restore', [backup], target, 'cut')).toMatchObject(
      isRefused("isn't finished"),
    );
    expect(await run('restore', [backup, '--replace'], target, 'cut')).toMatchObject({ code: 0 });
    const served = await product(target, 'cut');
    expect((await book(served.url, 0)).status).toBe(201);
    await served.stop();
  }, 120_000);

  test('a copy is from one moment, so rows written together are all in it', async () => {
    const url = await server('pairs');
    const client = createClient({ url });
    await client.batch(
      ['first', 'last'].map((name) => `create table ${name} (id integer primary key, text text)`),
      'write',
    );
    const pair = ['first', 'last'].map(
      (name) => `insert into ${name} (text) values (hex(randomblob(500)))`,
    );
    await client.batch(Array.from({ length: 1_000 }, () => pair).flat(), 'write');
    let isCopied = false;
    let written = 0;
    const writing = (async () => {
      for (; !isCopied; written += 1) await client.batch(pair, 'write');
    })();
    const copy = join(folder, 'pairs.db');
    await copyDatabase({ url }, copy);
    isCopied = true;
    await writing;
    client.close();
    expect(written).toBeGreaterThan(0);
    const counts = await rowsOf(
      copy,
      'select (select count(*) from first) as first, (select count(*) from last) as last',
    );
    expect(counts[0]?.first).toBe(counts[0]?.last);
    expect(Number(counts[0]?.first)).toBeGreaterThanOrEqual(1_000);
  }, 120_000);

  test('large numbers, bytes, and AUTOINCREMENT numbers survive the round trip', async () => {
    const url = await server('exact');
    await rowsOf(url, 'create table kept (id integer primary key autoincrement, value)');
    await rowsOf(
      url,
      `insert into kept (value) values (9007199254740993), (1.5), ('it''s "so"'), (x'00ff'), (null)`,
    );
    await rowsOf(url, 'delete from kept where id = 5');
    const copy = join(folder, 'exact.db');
    await copyDatabase({ url }, copy);
    const exact = 'select id, quote(value) as value, typeof(value) as type from kept order by id';
    expect(await rowsOf(copy, exact)).toEqual(await rowsOf(url, exact));
    await rowsOf(copy, "insert into kept (value) values ('next')");
    expect(await rowsOf(copy, "select id from kept where value = 'next'")).toEqual([{ id: 6 }]);
  }, 120_000);

  test('100,000 rows are copied with bounded memory', async () => {
    const url = await server('large');
    expect(await run('migrate', [], url, 'large')).toMatchObject({ code: 0 });
    const small = await peakOfBackup(url);
    await rowsOf(
      url,
      `insert into outbox (id, recipient, subject, body, dedupe_key, created_at)
       with recursive n(i) as (select 1 union all select i + 1 from n where i < 100000)
       select i, 'a@dockside.example', 'subject', hex(zeroblob(500)), i, 0 from n`,
    );
    const large = await peakOfBackup(url);
    // The rows are 100 MB of text.
    expect(large - small).toBeLessThan(80e6);
  }, 120_000);
});

/** Peak memory use of a backup, in bytes. */
async function peakOfBackup(database: string): Promise<number> {
  const child = Bun.spawn(
    [process.execPath, '--no-env-file', 'scripts/backup.ts', join(folder, 'large-backups')],
    { env: { ...process.env, ...settings(database, 'large') }, stdout: 'ignore' },
  );
  expect(await child.exited).toBe(0);
  return child.resourceUsage()?.maxRSS ?? Number.NaN;
}
