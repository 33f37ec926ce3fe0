/** The SQLite code of a failure ("SQLITE_BUSY", "SQLITE_CONSTRAINT_UNIQUE"), however deeply wrapped. */
export function sqliteCode(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { extendedCode, code } = cause as { extendedCode?: unknown; code?: unknown };
    if (typeof extendedCode === 'string') return extendedCode;
    if (typeof code === 'string' && code.startsWith('SQLITE_')) return code;
  }
  return null;
}

/** Another process holds the write lock; nothing was written, and the same call may be repeated. */
export function isBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(sqliteCode(error) ?? '');
}

/** A unique index refused the row. */
export function isUniqueViolation(error: unknown): boolean {
  return /^SQLITE_CONSTRAINT(_UNIQUE|_PRIMARYKEY)?$/.test(sqliteCode(error) ?? '');
}

/** What SQLite says of a disk, a lock or a file that is in the way, for any statement. */
const OUT_OF_ORDER = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|PROTOCOL)/;

/** The database cannot be used now: it is out of reach, locked, or its disk is full. */
export function isOutOfOrder(error: unknown): boolean {
  return isWithoutAnswer(error) || OUT_OF_ORDER.test(sqliteCode(error) ?? '');
}

/** No answer came, so that a write may have been made all the same. */
export function isWithoutAnswer(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof DatabaseUnreachableError) return true;
  }
  return false;
}

/** No answer came from the database, or none that says anything about the statement. */
export class DatabaseUnreachableError extends Error {
  override name = 'DatabaseUnreachableError';
}

/** The database, or a copy of it, lacks rows or is damaged. Its message names tables and counts only. */
export class DatabaseDamagedError extends Error {
  override name = 'DatabaseDamagedError';
}

/** A backup is being restored to the database, so it cannot be opened. */
export class DatabaseReplacedError extends Error {
  override name = 'DatabaseReplacedError';

  /** @param place the path of a file, or words for a server */
  constructor(place: string) {
    super(`A backup is being restored to ${place}. Start again when that has ended.`);
  }
}

/** The database lacks migrations that this version no longer has. */
export class DatabaseTooOldError extends Error {
  override name = 'DatabaseTooOldError';

  constructor() {
    super(
      'The database at DATABASE_URL is too old for this version to bring up to date, and was left as it is: see Upgrades in docs/operations.md.',
    );
  }
}
