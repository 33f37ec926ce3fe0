/**
 * Returns the code of SQLite ("SQLITE_BUSY", "SQLITE_CONSTRAINT_UNIQUE") or of a libSQL server
 * ("TRANSACTION_TIMEOUT") in an error, even if it's wrapped in others.
 */
export function sqliteCode(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { extendedCode, code } = cause as { extendedCode?: unknown; code?: unknown };
    if (typeof extendedCode === 'string') return extendedCode;
    if (typeof code === 'string' && /^(SQLITE|TRANSACTION)_/.test(code)) return code;
  }
  return null;
}

/**
 * The codes if a write couldn't get the lock or lost it. If a transaction takes more than 5
 * seconds, a libSQL server takes the lock away and rolls the transaction back. On a busy machine,
 * that happens to a batch.
 */
const BUSY = /^(SQLITE_(BUSY|LOCKED)|TRANSACTION_(BUSY|TIMEOUT))/;

/**
 * True if another process had the write lock. Nothing was written, and the call may be repeated.
 */
export function isBusy(error: unknown): boolean {
  return BUSY.test(sqliteCode(error) ?? '');
}

/**
 * True if a rejection without a handler is a step of a failed batch on a libSQL server. After the
 * server took the write lock away, both a statement and the commit fail. The client gives the
 * first failure to its caller, and the second to nobody.
 */
export function isStepOfFailedBatch(error: unknown): boolean {
  return error instanceof Error && error.name === 'ResponseError' && isBusy(error);
}

/** True if a unique index rejected the row. */
export function isUniqueViolation(error: unknown): boolean {
  return /^SQLITE_CONSTRAINT(_UNIQUE|_PRIMARYKEY)?$/.test(sqliteCode(error) ?? '');
}

/** SQLite codes for problems with the disk or the file, which can hit any statement. */
const OUT_OF_ORDER = /^SQLITE_(FULL|IOERR|CANTOPEN|READONLY|PROTOCOL)/;

/** True if the database can't be used now: it's unreachable, locked, or its disk is full. */
export function isOutOfOrder(error: unknown): boolean {
  return isWithoutAnswer(error) || isBusy(error) || OUT_OF_ORDER.test(sqliteCode(error) ?? '');
}

/** True if no answer arrived, so a write may have succeeded anyway. */
export function isWithoutAnswer(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof DatabaseUnreachableError) return true;
  }
  return false;
}

/** Thrown if the database didn't answer, or its answer wasn't about the statement. */
export class DatabaseUnreachableError extends Error {
  override name = 'DatabaseUnreachableError';
}

/**
 * Thrown if a database or its copy is damaged or lacks rows. The message contains only table names
 * and counts.
 */
export class DatabaseDamagedError extends Error {
  override name = 'DatabaseDamagedError';
}

/** Thrown if a database can't be opened because a backup is being restored to it. */
export class DatabaseReplacedError extends Error {
  override name = 'DatabaseReplacedError';

  /** @param place the path of a file, or a description of a server */
  constructor(place: string) {
    super(`A backup is being restored to ${place}. Start again after the restore is finished.`);
  }
}

/** Thrown if the database needs migrations that this version no longer contains. */
export class DatabaseTooOldError extends Error {
  override name = 'DatabaseTooOldError';

  constructor() {
    super(
      'The database at DATABASE_URL is too old for this version to upgrade. Nothing was changed. See Upgrades in docs/operations.md.',
    );
  }
}
