/** Backs up and restores many rows while the database makes a checkpoint each second. */
import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@libsql/client';
import { type Counts, countRows } from '@/db/table-copy';
import { runProgram } from '../support/programs';
import { layRefusingLine } from '../support/refusing-line';
import { sqldName, sqldPath, startSqld } from '../support/sqld';
import { FULL, figures } from './seed';

const ROWS = FULL ? 200_000 : 20_000;
const CHECKPOINT_EACH_S = '1';
/** A checkpoint waits for a reader and blocks all writes until then, so a restore will meet one. */
const READER_STAYS_MS = 4_000;

const folder = mkdtempSync(join(tmpdir(), 'dockside-restore-drill-'));
const stops: (() => unknown)[] = [];
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
  rmSync(folder, { recursive: true, force: true });
});

const run = (script: string, args: string[], database: string) =>
  runProgram([`scripts/${script}.ts`, ...args], {
    DATABASE_URL: database,
    APP_SECRET: 'one secret for all programs of this test',
    PHOTO_STORAGE: `file:${join(folder, 'photos')}`,
  });

function open(url: string): Client {
  const client = createClient({ url, timeout: 5_000 });
  stops.push(() => client.close());
  return client;
}

async function server(name: string): Promise<string> {
  const flags = ['--checkpoint-interval-s', CHECKPOINT_EACH_S];
  const { url, stop } = await startSqld(join(folder, name), undefined, flags);
  stops.push(stop);
  return url;
}

const message = (ids: string) =>
  `insert into outbox (id, recipient, subject, body, dedupe_key, created_at)
   select id, 'a@dockside.example', 'subject', hex(zeroblob(500)), id, 0 from (${ids})`;

/** Fills a database, and continues writing to it until the returned function is called. */
async function filled(
  client: Client,
  beside: () => Promise<unknown>,
): Promise<() => Promise<void>> {
  await client.execute(
    message(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ROWS}) select 'row ' || i as id from n`,
    ),
  );
  let isOver = false;
  const writing = (async () => {
    for (let count = 0; !isOver; count += 1) {
      // The product's writers also repeat a refused write.
      await client.execute(message(`select 'later ${count}' as id`)).catch(() => {});
      await beside();
    }
  })();
  return async () => {
    isOver = true;
    await writing;
  };
}

async function backedUp(database: string): Promise<{ backup: string; counts: Counts }> {
  const made = await run('backup', [join(folder, 'backups')], database);
  expect(made).toMatchObject({ code: 0 });
  const { counts } = (await Bun.file(join(made.out, 'backup.json')).json()) as { counts: Counts };
  expect(counts.outbox).toBeGreaterThanOrEqual(ROWS);
  return { backup: made.out, counts };
}

/** The rows of a restored database, which has one more for the restore's mark. */
async function expectRestored(place: Client, counts: Counts): Promise<void> {
  const marked: Counts = { ...counts, stripe_events: Number(counts.stripe_events) + 1 };
  expect(await countRows(place)).toEqual(marked);
}

test(`a restore has all ${ROWS} rows of a file`, async () => {
  const url = `file:${join(folder, 'dockside.db')}`;
  expect(await run('migrate', [], url)).toMatchObject({ code: 0 });
  const client = open(url);
  let next = 0;
  const stopWriting = await filled(client, async () => {
    await Bun.sleep(1);
    if (performance.now() < next) return;
    next = performance.now() + Number(CHECKPOINT_EACH_S) * 1_000;
    await client.execute('PRAGMA wal_checkpoint(TRUNCATE)').catch(() => {});
  });
  const { backup, counts } = await backedUp(url);
  await stopWriting();
  const there = `file:${join(folder, 'restored.db')}`;
  expect(await run('restore', [backup], there)).toMatchObject({ code: 0 });
  await expectRestored(open(there), counts);
}, 900_000);

test.skipIf(!sqldPath())(
  `a restore copies ${ROWS} rows from one server to another: ${sqldName}`,
  async () => {
    const url = await server('first');
    expect(await run('migrate', [], url)).toMatchObject({ code: 0 });
    const stopWriting = await filled(open(url), () => Bun.sleep(1));
    const { backup, counts } = await backedUp(url);
    await stopWriting();

    const fresh = await server('second');
    const reader = await open(fresh).transaction('read');
    await reader.execute('select 1 from sqlite_master');
    setTimeout(() => reader.close(), READER_STAYS_MS);
    const line = layRefusingLine(fresh);
    stops.push(line.close);
    const restored = await run('restore', [backup], line.url);
    expect(restored).toMatchObject({ code: 0 });
    figures('a restore through checkpoints', { rows: ROWS, 'refused writes': line.busy() });
    expect(line.busy()).toBeGreaterThan(0);
    await expectRestored(open(fresh), counts);
  },
  900_000,
);
