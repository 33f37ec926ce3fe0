import { afterAll, beforeEach, expect, test } from 'bun:test';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Glob } from 'bun';
import Database from 'libsql';
import { createDb, type Db } from './client';
import { DatabaseTooOldError } from './engine/failures';
import { migrateDb } from './migrate';
import { TRIGGERS } from './triggers';

const folder = mkdtempSync(join(tmpdir(), 'dockside-migrate-'));
const template = join(folder, 'template.db');
let file: string;
let db: Db;
let number = 0;

beforeEach(async () => {
  if (number === 0) {
    const first = await createDb({ url: `file:${template}` });
    await migrateDb(first);
    await first.client.execute('PRAGMA wal_checkpoint(TRUNCATE)');
    await first.close();
  }
  await db?.close();
  number += 1;
  file = join(folder, `${number}.db`);
  copyFileSync(template, file);
  db = await createDb({ url: `file:${file}` });
});
afterAll(async () => {
  await db.close();
  rmSync(folder, { recursive: true, force: true });
});

const WANTED = Object.entries(TRIGGERS)
  .map(([name, text]) => `CREATE TRIGGER ${name} ${text}`)
  .sort();

async function triggers(from: Db): Promise<string[]> {
  const { rows } = await from.client.execute(
    "select sql from sqlite_master where type = 'trigger'",
  );
  return rows.map(({ sql }) => String(sql)).sort();
}
async function numberOf(sql: string): Promise<number> {
  const { rows } = await db.client.execute(sql);
  return Number(rows[0]?.[0]);
}

/** Runs `bun run db:migrate` in a separate process. */
function startOn(path: string) {
  return Bun.spawn([process.execPath, '--no-env-file', 'scripts/migrate.ts'], {
    cwd: join(import.meta.dir, '../..'),
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL: `file:${path}` },
    stdout: 'ignore',
    stderr: 'pipe',
  });
}

test('a new database has every trigger and a first version', async () => {
  expect(await triggers(db)).toEqual(WANTED);
  expect(await numberOf('select count(*) from changes where slots')).toBe(1);
});

test('a start that finds everything in place writes nothing', async () => {
  const schema = await numberOf('pragma schema_version');
  const data = await numberOf('pragma data_version');
  await migrateDb(db);
  expect(await numberOf('pragma schema_version')).toBe(schema);
  expect(await numberOf('pragma data_version')).toBe(data);
  expect(await numberOf('select max(seq) from changes')).toBe(1);
});

test('changed, missing, and unknown triggers are corrected, and every process reads again', async () => {
  await db.client.executeMultiple(`
    drop trigger changes_appointment_made;
    drop trigger changes_fuel_prices_made;
    create trigger changes_fuel_prices_made after insert on fuel_prices
      begin insert into changes (topic) values ('weather'); end;
    create trigger of_an_earlier_version after insert on boats
      begin insert into changes (topic) values ('slots'); end;
  `);
  await migrateDb(db);
  expect(await triggers(db)).toEqual(WANTED);
  expect(await numberOf('select max(seq) from changes')).toBe(2);
});

test('a database of a newer version keeps its triggers', async () => {
  await db.client.executeMultiple(`
    insert into __drizzle_migrations (hash, created_at)
      select 'newer', max(created_at) + 1 from __drizzle_migrations;
    drop trigger changes_appointment_made;
  `);
  await migrateDb(db);
  expect(await triggers(db)).toHaveLength(WANTED.length - 1);
});

/**
 * Leaves only the migration that creates the tables, as in a database from before the migrations
 * were merged.
 */
const AGE = `
  delete from __drizzle_migrations
    where created_at > (select min(created_at) from __drizzle_migrations);
  update __drizzle_migrations set created_at = created_at - 1;
`;

test.each([
  ['a database', []],
  ['a database without a trigger', Object.keys(TRIGGERS)],
])('%s that lacks squashed migrations is refused and left as it is', async (_which, dropped) => {
  await db.client.executeMultiple(`
    ${AGE}
    ${dropped.map((name) => `drop trigger ${name};`).join('')}
    drop table loads;
  `);
  const parts = async () => (await db.client.execute('select * from sqlite_master')).rows;
  const before = await parts();
  const writes = await numberOf('select total_changes()');
  await expect(migrateDb(db)).rejects.toThrow(DatabaseTooOldError);
  expect(await parts()).toEqual(before);
  expect(await numberOf('select total_changes()')).toBe(writes);
});

test('a start reports in one sentence that the database is too old', async () => {
  await db.client.executeMultiple(AGE);
  const start = startOn(file);
  const said = await new Response(start.stderr).text();
  expect({ code: await start.exited, said }).toEqual({
    code: 1,
    said: 'The database at DATABASE_URL is too old for this version to upgrade. Nothing was changed. See Upgrades in docs/operations.md.\n',
  });
});

test('a migration waits for another process’s lock and doesn’t keep it', async () => {
  await db.client.execute('drop trigger changes_appointment_made');
  const other = new Database(file);
  other.exec('BEGIN IMMEDIATE');
  other.exec("insert into changes (topic) values ('slots')");
  const batch = db.client.batch.bind(db.client);
  let refusals = 0;
  db.client.batch = async (...statements) => {
    try {
      return await batch(...statements);
    } catch (error) {
      refusals += 1;
      if (refusals === 1) other.exec('COMMIT');
      throw error;
    }
  };
  await migrateDb(db);
  other.close();
  expect(refusals).toBe(1);
  expect(await triggers(db)).toEqual(WANTED);
});

test('processes that start together on an empty file all find it complete', async () => {
  const empty = join(folder, 'empty.db');
  const starts = Array.from({ length: 4 }, () => startOn(empty));
  for (const start of starts) {
    const said = await new Response(start.stderr).text();
    expect({ code: await start.exited, said }).toEqual({ code: 0, said: '' });
  }
  const shared = await createDb({ url: `file:${empty}` });
  expect(await triggers(shared)).toEqual(WANTED);
  const { rows } = await shared.client.execute('select * from __drizzle_migrations');
  const migrations = [...new Glob('drizzle/*.sql').scanSync()];
  expect(rows).toHaveLength(migrations.length);
  await shared.close();
});
