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

/** A unique index said no. */
export function isUniqueViolation(error: unknown): boolean {
  return /^SQLITE_CONSTRAINT(_UNIQUE|_PRIMARYKEY)?$/.test(sqliteCode(error) ?? '');
}
