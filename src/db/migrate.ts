import { readFileSync } from 'node:fs';
import type { Db } from './client';
import { retryWhileBusy } from './write-queue';

const MIGRATIONS = Bun.fileURLToPath(new URL('../../drizzle', import.meta.url));
/** Processes that start together may each try; one wins, the others find it done. */
const TRIES = 5;

/**
 * Brings the database to the newest version; does nothing when it is there already. A migration is
 * one transaction, so a second process that ran into the first one changed nothing and looks again.
 */
export async function migrateDb(db: Db): Promise<void> {
  if (await isNewest(db)) return;
  const { migrate } = await import('drizzle-orm/libsql/migrator');
  for (let attempt = 1; ; attempt += 1) {
    try {
      await retryWhileBusy(() => migrate(db.orm, { migrationsFolder: MIGRATIONS }));
      break;
    } catch (error) {
      if (attempt === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100 * attempt * (0.5 + Math.random())));
    }
  }
  await refuseOrphans(db);
}

/**
 * Throws when a row refers to one that is not there: the migrator works with foreign keys off. It
 * reads every table, so a start without a migration does it once it answers; it does it, because
 * whoever migrated may have been stopped before.
 */
export async function refuseOrphans(db: Db): Promise<void> {
  const { rows } = await db.client.execute('PRAGMA foreign_key_check');
  if (rows.length > 0)
    throw new Error(`the database has rows without their parent: ${rows.length}`);
}

/** What a start finds nearly always; the migrator would read and hash every migration to say it. */
async function isNewest(db: Db): Promise<boolean> {
  const journal = JSON.parse(readFileSync(`${MIGRATIONS}/meta/_journal.json`, 'utf8')) as {
    entries: { when: number }[];
  };
  try {
    const { rows } = await db.client.execute('select max(created_at) from __drizzle_migrations');
    return Number(rows[0]?.[0]) >= (journal.entries.at(-1)?.when ?? 0);
  } catch {
    // An empty database; of any other failure the migrator says more.
    return false;
  }
}
