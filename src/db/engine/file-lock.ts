import Database from 'libsql';
import { DatabaseReplacedError, isBusy } from './failures';

/** How long a holder of the other kind is waited for; both kinds keep it, or pass within moments. */
const WAIT_MS = 1_000;

/** A lock that a living process holds on a database file. It ends with the process, killed or not. */
export type FileLock = { release(): void };

/**
 * Marks a database file as in use, together with every other process that has it open. Taken before
 * the file is opened, so that no moment of a start goes without it.
 *
 * @param path of the database file, whose folder exists
 * @throws DatabaseReplacedError while another process holds the file alone
 */
export function shareFile(path: string): FileLock {
  const lock = take(path, 'BEGIN');
  if (lock) return lock;
  throw new DatabaseReplacedError(path);
}

/**
 * Takes a database file for this process alone, to put another in its place.
 *
 * @param path of the database file, which need not exist, in a folder that does
 * @returns null while any process has the database open
 */
export function claimFile(path: string): FileLock | null {
  return take(path, 'BEGIN EXCLUSIVE');
}

/**
 * The lock is one of SQLite's own, on an empty file beside the database: the operating system gives
 * it back when the process ends. The file stays, because removing it would let two processes lock
 * two different files of that name.
 */
function take(path: string, begin: string): FileLock | null {
  const database = new Database(`${path}.lock`, { timeout: WAIT_MS });
  const release = () => {
    // Closing alone would keep the lock until the statement below is collected as garbage.
    if (database.inTransaction) database.exec('ROLLBACK');
    database.close();
  };
  try {
    // Nothing is ever written, and without a journal nothing lies beside the empty file either.
    database.exec(`PRAGMA journal_mode = MEMORY; ${begin}`);
    // The first read takes the shared lock; the end of the transaction gives it back.
    database.prepare('select count(*) from sqlite_master').get([]);
    return { release };
  } catch (error) {
    release();
    if (isBusy(error)) return null;
    throw error;
  }
}
