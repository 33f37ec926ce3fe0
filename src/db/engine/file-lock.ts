import Database from 'libsql';
import { DatabaseReplacedError, isBusy } from './failures';

/**
 * How long to wait for a lock that another process holds. A lock is either released quickly or held for a
 * long time, so waiting longer wouldn't help.
 */
const WAIT_MS = 1_000;

/** A process's lock on a database file. It ends with the process, even if the process is killed. */
export type FileLock = { release(): void };

/**
 * Marks a database file as in use, shared with all other processes that have it open. Call it
 * before opening the file, so the file is never open without a lock.
 *
 * @param path path of the database file, in an existing folder
 * @throws DatabaseReplacedError if another process has exclusive access
 */
export function shareFile(path: string): FileLock {
  const lock = take(path, 'BEGIN');
  if (lock) return lock;
  throw new DatabaseReplacedError(path);
}

/**
 * Claims exclusive access to a database file, in order to replace it.
 *
 * @param path path of the database file, which may be missing, in an existing folder
 * @returns null if any process has the database open
 */
export function claimFile(path: string): FileLock | null {
  return take(path, 'BEGIN EXCLUSIVE');
}

/**
 * Uses SQLite's own lock on an empty file next to the database, so the operating system releases it
 * when the process ends. The file is never deleted, because two processes could then lock two
 * different files with the same name.
 */
function take(path: string, begin: string): FileLock | null {
  const database = new Database(`${path}.lock`, { timeout: WAIT_MS });
  const release = () => {
    // Closing the database isn't enough. The lock would be kept until the statement below is
    // garbage collected.
    if (database.inTransaction) database.exec('ROLLBACK');
    database.close();
  };
  try {
    // Nothing is ever written. Without a journal on disk, no second file is created.
    database.exec(`PRAGMA journal_mode = MEMORY; ${begin}`);
    // The first read acquires the shared lock, and the end of the transaction releases it.
    database.prepare('select count(*) from sqlite_master').get([]);
    return { release };
  } catch (error) {
    release();
    if (isBusy(error)) return null;
    throw error;
  }
}
