import type { Db } from './client';
import { rootOf } from './request-db';

/**
 * Keeps one value for each database, made at its first use, such as a query that is remembered. A
 * call's own database shares it with the one behind it.
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
