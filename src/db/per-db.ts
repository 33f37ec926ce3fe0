import type { Db } from './client';
import { rootOf } from './first-trip';

/**
 * Keeps one value for each database, made at its first use, such as a compiled statement. What it
 * writes passes a call's preconditions by: see `CallDb.settled`. Compiling at every call instead: a
 * booking takes 719 µs of the processor and not 415 (`bun run bench:pieces compiled`).
 */
export function perDb<T>(make: (db: Db) => T): (db: Db) => T {
  const kept = new WeakMap<Db, { value: T }>();
  return (db) => {
    const root = rootOf(db);
    let found = kept.get(root);
    if (!found) {
      found = { value: make(root) };
      kept.set(root, found);
    }
    return found.value;
  };
}
