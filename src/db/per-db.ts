import type { Db } from './client';
import { rootOf } from './request-db';

/**
 * Creates one value per database on first use, such as a remembered query. A request's database
 * gets the value of the database behind it.
 */
export function perDb<T>(make: (db: Db) => T): (db: Db) => T {
  const values = new WeakMap<Db, { value: T }>();
  return (db) => {
    const root = rootOf(db);
    let entry = values.get(root);
    if (!entry) {
      entry = { value: make(root) };
      values.set(root, entry);
    }
    return entry.value;
  };
}
