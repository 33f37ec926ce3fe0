import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/libsql/sqlite3';
import type { Db } from './client';
import {
  DatabaseDamagedError,
  DatabaseReplacedError,
  DatabaseTooOldError,
  isBusy,
} from './engine/failures';
import { retryWhileBusy } from './engine/write-queue';
import { isUnderRestore } from './restore-mark';
import { changeFor, NUMBER_AUDIT_ENTRIES, TRIGGERS } from './triggers';

const MIGRATIONS = join(import.meta.dir, '../../drizzle');
/** Processes that start together may all try. One succeeds, and the others find it done. */
const TRIES = 5;

/**
 * Migrates the tables to the newest version and replaces the triggers with those in `triggers.ts`.
 * A single query shows whether there's anything to do. Several processes may start at the same
 * time: the migration and the trigger changes are one transaction each, and repeating them is
 * harmless.
 *
 * @throws DatabaseReplacedError if a backup is being restored to a server
 * @throws DatabaseTooOldError if the database needs a migration that was squashed
 */
export async function migrateDb(db: Db): Promise<void> {
  const { oldest, newest } = migrationDates();
  let present = await readState(db);
  if (present.migration < newest) {
    // Our oldest migration creates all tables, so it can only run on an empty database.
    if (present.migration > 0 && present.migration < oldest) throw new DatabaseTooOldError();
    if (await isUnderRestore(db.client)) throw new DatabaseReplacedError('the database server');
    await migrateTables(db);
    await refuseOrphans(db);
    present = await readState(db);
  }
  // A newer version migrated this database, and its triggers match its tables.
  if (present.migration > newest) return;
  const changes = triggerChanges(present.triggers);
  if (changes.length === 0) return;
  // Whatever was written without the right triggers counts as a change, so that all processes
  // notice it.
  const missed = [changeFor('slots'), NUMBER_AUDIT_ENTRIES];
  await retryAnew(db, () => db.client.batch([...changes, ...missed], 'write'));
}

/**
 * Repeats a client's transaction that another process blocked, each time on new connections. In
 * libsql, a BEGIN that couldn't get the lock stays active, and its connection can never write
 * again.
 */
function retryAnew<T>({ client }: Db, job: () => Promise<T>): Promise<T> {
  return retryWhileBusy(async () => {
    try {
      return await job();
    } catch (error) {
      if (isBusy(error)) await client.reconnect();
      throw error;
    }
  });
}

async function migrateTables(db: Db): Promise<void> {
  const { migrate } = await import('drizzle-orm/libsql/migrator');
  for (let attempt = 1; ; attempt += 1) {
    try {
      await retryAnew(db, () => migrate(drizzle(db.client), { migrationsFolder: MIGRATIONS }));
      return;
    } catch (error) {
      if (attempt === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100 * attempt * (0.5 + Math.random())));
    }
  }
}

/** Returns the statements that replace a database's triggers with those in `triggers.ts`. */
function triggerChanges(found: ReadonlyMap<string, string>): string[] {
  const drop = (name: string) => `DROP TRIGGER IF EXISTS "${name}"`;
  const unknown = [...found.keys()].filter((name) => !(name in TRIGGERS));
  const differing = Object.entries(TRIGGERS)
    .map(([name, text]) => ({ name, sql: `CREATE TRIGGER ${name} ${text}` }))
    .filter(({ name, sql }) => found.get(name) !== sql);
  return [...unknown.map(drop), ...differing.flatMap(({ name, sql }) => [drop(name), sql])];
}

/**
 * Checks references, because the migrator turns foreign keys off. The check reads every table, so
 * if a start runs no migration, it happens after the product is already serving. It must run even
 * then, because the process that migrated may have been stopped before its check.
 * @throws DatabaseDamagedError if a row refers to a missing one
 */
export async function refuseOrphans(db: Db): Promise<void> {
  const { rows } = await db.client.execute('PRAGMA foreign_key_check');
  if (rows.length > 0)
    throw new DatabaseDamagedError(
      `The database is damaged: ${rows.length} rows refer to missing rows.`,
    );
}

/**
 * Returns the dates of our first and last migrations, in ms. The migrator identifies them by date.
 */
function migrationDates(): { oldest: number; newest: number } {
  const journal = JSON.parse(readFileSync(`${MIGRATIONS}/meta/_journal.json`, 'utf8')) as {
    entries: { when: number }[];
  };
  const dates = journal.entries.map(({ when }) => when);
  return { oldest: dates[0] ?? 0, newest: dates.at(-1) ?? 0 };
}

/**
 * Reads the newest migration in the database, or 0 if there's none, and the texts of its triggers
 * by name. SQLite stores these texts unchanged.
 */
async function readState(db: Db): Promise<{ migration: number; triggers: Map<string, string> }> {
  try {
    const { rows } = await db.client.execute(
      `select name, sql, migration
       from (select max(created_at) as migration from __drizzle_migrations)
         left join sqlite_master on type = 'trigger'`,
    );
    const triggers = rows.filter(({ name }) => name !== null);
    return {
      migration: Number(rows[0]?.migration ?? 0),
      triggers: new Map(triggers.map(({ name, sql }) => [String(name), String(sql)])),
    };
  } catch {
    // The database is empty. For any other failure, the migrator's own error says more.
    return { migration: 0, triggers: new Map() };
  }
}
