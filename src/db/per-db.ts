import type { Db } from './client';

/** Something kept for each database, made when it is first needed, such as a prepared query. */
export function perDb<T>(make: (db: Db) => T): (db: Db) => T {
  const kept = new WeakMap<Db, { value: T }>();
  return (db) => {
    let found = kept.get(db);
    if (!found) {
      found = { value: make(db) };
      kept.set(db, found);
    }
    return found.value;
  };
}
