/**
 * `bun run release:keep` saves this release for the upgrade test (tests/upgrade): a small database
 * with a row of every kind, all SQL statements that the integration tests run, and the checksums of
 * the migrations. Run it and commit the result with each release, and only then, because the test
 * compares the next release with the saved one.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@libsql/client';
import { createDb } from '@/db/client';
import { migrateDb } from '@/db/migrate';
import { partsOf, quoted, searchStatements } from '@/db/table-copy';
import { endAtUncaught } from '@/server/config/uncaught';
import { keptTables } from '../tests/upgrade/kept-rows';
import { DATABASE, MIGRATIONS, migrationChecksums, STATEMENTS } from '../tests/upgrade/release';

endAtUncaught();
const root = join(import.meta.dir, '..');
const folder = mkdtempSync(join(tmpdir(), 'dockside-release-'));
try {
  const statements = await usedStatements(join(folder, 'statements.jsonl'));
  await Bun.write(STATEMENTS, `${statements.join('\n')}\n`);
  await Bun.write(DATABASE, await filledDatabase(join(folder, 'dockside.db')));
  await Bun.write(MIGRATIONS, `${JSON.stringify(await migrationChecksums(), null, 2)}\n`);
  console.log(
    `Saved ${statements.length} statements and a database. Commit tests/upgrade/last-release.`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Runs the integration tests and returns the statements that tests/support/app.ts records, without duplicates. */
async function usedStatements(file: string): Promise<string[]> {
  const tests = Bun.spawn(
    [process.execPath, '--no-env-file', 'test', '--timeout=120000', './tests/integration'],
    { cwd: root, env: { ...process.env, KEEP_STATEMENTS: file }, stdout: 'ignore' },
  );
  if ((await tests.exited) !== 0) throw new Error('The integration tests must pass first.');
  const lines = (await Bun.file(file).text()).trim().split('\n');
  return [...new Set(lines.map((line) => onOneLine(JSON.parse(line) as string)))].sort();
}

/** Replaces lists of different lengths, so that the statements become the same. */
function onOneLine(statement: string): string {
  return statement
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\bin \(\?(?:, ?\?)+\)/gi, 'in (?)');
}

/** Statements that create the current database with a row of every kind. */
async function filledDatabase(file: string): Promise<string> {
  const db = await createDb({ url: `file:${file}` });
  await migrateDb(db);
  const { tables, indexes, searches, triggers } = await partsOf(db.client);
  // Triggers are dropped first, because they'd add rows and refuse some of these statements.
  await db.client.batch(triggers.map(({ name }) => `drop trigger ${quoted(name)}`));
  for (const { table, rows } of keptTables()) {
    // Migrations have already added rows to this table.
    await db.orm.delete(table);
    await db.orm.insert(table).values(rows);
  }
  const lines = ['pragma foreign_keys = off;'];
  for (const { name, sql } of tables) lines.push(`${sql};`, ...(await insertsOf(db.client, name)));
  for (const sql of [
    ...indexes.map((part) => part.sql),
    ...searches.flatMap(searchStatements),
    ...triggers.map((part) => part.sql),
  ])
    lines.push(`${sql};`);
  await db.close();
  return `${lines.join('\n')}\n`;
}

async function insertsOf(client: Client, table: string): Promise<string[]> {
  const { rows: columns } = await client.execute(`select name from pragma_table_info('${table}')`);
  const names = columns.map(({ name }) => quoted(String(name)));
  const { rows } = await client.execute(
    `select ${names.map((name) => `quote(${name})`).join(', ')} from ${quoted(table)}`,
  );
  return rows.map(
    (row) =>
      `insert into ${quoted(table)} (${names.join(', ')}) values (${Array.from(row).join(', ')});`,
  );
}
