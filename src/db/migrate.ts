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
/** Processes that start together may each try; one wins, the others find it done. */
const TRIES = 5;

/**
 * Brings the tables to the newest version and the triggers to those of `triggers.ts`. One question
 * to the database says whether there is anything to do. Several processes may start at once: a
 * migration and the change of the triggers are one transaction each, and repeating either is harmless.
 *
 * @throws DatabaseReplacedError while a backup is restored to a server
 * @throws DatabaseTooOldError where the database lacks a migration that was squashed since
 */
export async function migrateDb(db: Db): Promise<void> {
  const { oldest, newest } = migrationDates();
  let found = await read(db);
  if (found.migration < newest) {
    // Our oldest migration makes every table, so it is only for an empty database.
    if (found.migration > 0 && found.migration < oldest) throw new DatabaseTooOldError();
    if (await isUnderRestore(db.client)) throw new DatabaseReplacedError('the database server');
    await migrateTables(db);
    await refuseOrphans(db);
    found = await read(db);
  }
  // A newer program has migrated this database, and its triggers go with its tables.
  if (found.migration > newest) return;
  const changes = triggerChanges(found.triggers);
  if (changes.length === 0) return;
  // Whatever was written without the right triggers counts as a change now, in every process.
  const missed = [changeFor('slots'), NUMBER_AUDIT_ENTRIES];
  await retryAnew(db, () => db.client.batch([...changes, ...missed], 'write'));
}

/**
 * Repeats a transaction of the client that another process kept out, each time on new connections: in
 * libsql the refused BEGIN stays under way, and its connection can never write again.
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

/** The statements after which the database has exactly the triggers of `triggers.ts`. */
function triggerChanges(found: ReadonlyMap<string, string>): string[] {
  const drop = (name: string) => `DROP TRIGGER IF EXISTS "${name}"`;
  const unknown = [...found.keys()].filter((name) => !(name in TRIGGERS));
  const differing = Object.entries(TRIGGERS)
    .map(([name, text]) => ({ name, sql: `CREATE TRIGGER ${name} ${text}` }))
    .filter(({ name, sql }) => found.get(name) !== sql);
  return [...unknown.map(drop), ...differing.flatMap(({ name, sql }) => [drop(name), sql])];
}

/**
 * Throws when a row refers to one that is not there: the migrator works with foreign keys off. It
 * reads every table, so a start without a migration does it once it answers; it does it, because
 * the process that migrated may have been stopped before.
 */
export async function refuseOrphans(db: Db): Promise<void> {
  const { rows } = await db.client.execute('PRAGMA foreign_key_check');
  if (rows.length > 0)
    throw new DatabaseDamagedError(`The database has rows without their parent: ${rows.length}.`);
}

/** When our first and our last migration were written, in ms: the migrator knows them by that. */
function migrationDates(): { oldest: number; newest: number } {
  const journal = JSON.parse(readFileSync(`${MIGRATIONS}/meta/_journal.json`, 'utf8')) as {
    entries: { when: number }[];
  };
  const dates = journal.entries.map(({ when }) => when);
  return { oldest: dates[0] ?? 0, newest: dates.at(-1) ?? 0 };
}

/**
 * The newest migration in the database, 0 where there is none, and its triggers: name to text, which
 * SQLite keeps as it was written.
 */
async function read(db: Db): Promise<{ migration: number; triggers: Map<string, string> }> {
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
    // An empty database; of any other failure the migrator says more.
    return { migration: 0, triggers: new Map() };
  }
}
