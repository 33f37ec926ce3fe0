import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@libsql/client';
import { createDb } from '@/db/client';
import { migrateDb } from '@/db/migrate';
import {
  brokenBy,
  DATABASE,
  INVARIANTS,
  keptStatements,
  MIGRATIONS,
  migrationChecksums,
  rowsOf,
} from '../upgrade/release';

const folder = mkdtempSync(join(tmpdir(), 'dockside-upgrade-'));
const path = (name: string) => join(folder, `${name}.db`);
const clients: Client[] = [];
const open = (name: string) => {
  const client = createClient({ url: `file:${path(name)}` });
  clients.push(client);
  return client;
};

let kept: Client;
let migrated: Client;
beforeAll(async () => {
  kept = open('kept');
  await kept.executeMultiple(await Bun.file(DATABASE).text());
  await copyFile(path('kept'), path('migrated'));
  const db = await createDb({ url: `file:${path('migrated')}` });
  await migrateDb(db);
  await db.close();
  migrated = open('migrated');
});
afterAll(() => {
  for (const client of clients) client.close();
  rmSync(folder, { recursive: true, force: true });
});

test("a migration of the last release hasn't changed since", async () => {
  const now = await migrationChecksums();
  expect(now).toMatchObject(await Bun.file(MIGRATIONS).json());
});

test('the stored database has a row of every kind, with every table and column filled', async () => {
  const empty: string[] = [];
  const { rows: tables } = await kept.execute(
    "select name from sqlite_master where type = 'table' and name not in ('sqlite_sequence', '__drizzle_migrations')",
  );
  for (const { name } of tables) {
    const { rows: columns } = await kept.execute(`select name from pragma_table_info('${name}')`);
    for (const column of columns) {
      const filled = `select 1 from "${name}" where "${column.name}" is not null limit 1`;
      if ((await kept.execute(filled)).rows.length === 0) empty.push(`${name}.${column.name}`);
    }
  }
  expect(empty).toEqual([]);
});

test('an upgrade keeps every row of the last release, and may only add others', async () => {
  const after = await rowsOf(migrated, kept);
  for (const [table, rows] of Object.entries(await rowsOf(kept, kept))) {
    expect({ [table]: after[table] }).toEqual({ [table]: expect.arrayContaining(rows) });
  }
});

describe.each(Object.entries(INVARIANTS))('%s', (_name, query) => {
  test('a start works before the upgrade and after it', async () => {
    expect((await kept.execute(query)).rows).toEqual([]);
    expect((await migrated.execute(query)).rows).toEqual([]);
  });
});

test('a start after the upgrade changes nothing more', async () => {
  const before = await rowsOf(migrated, migrated);
  const db = await createDb({ url: `file:${path('migrated')}` });
  await migrateDb(db);
  await db.close();
  expect(await rowsOf(migrated, migrated)).toEqual(before);
});

test('an old process runs alongside a new one: its statements compile and its writes succeed', async () => {
  expect(await brokenBy(kept, migrated, await keptStatements())).toEqual([]);
});

test.each([
  [
    'drops a column',
    'use appointments.cancel_reason',
    'alter table appointments drop column cancel_reason',
  ],
  [
    'renames a column',
    'use users.boat_name',
    'alter table users rename column boat_name to vessel',
  ],
  ['renames a table', 'use outbox.body', 'alter table outbox rename to letters'],
  ['drops a table', 'use refunds.state', 'drop table refunds'],
  [
    'demands what old programs do not know',
    'do not fill customer_notes.urgency',
    `drop table customer_notes; create table customer_notes (id text primary key, user_id text not null,
     text text not null, author_name text not null, created_at integer not null, urgency integer not null)`,
  ],
])('a migration that %s is detected', async (name, why, migration) => {
  const copy = path(name.replaceAll(' ', '-'));
  await copyFile(path('kept'), copy);
  const client = open(name.replaceAll(' ', '-'));
  await client.executeMultiple(`pragma foreign_keys = off; ${migration}`);
  expect(await brokenBy(kept, client, await keptStatements())).toEqual(
    expect.arrayContaining([expect.stringContaining(why)]),
  );
});
