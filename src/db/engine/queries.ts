import type { ResultSet } from '@libsql/client';
import type { BatchItem } from 'drizzle-orm/batch';
import type { Compiled } from './file-connection';

/** A query of drizzle's builders that has not run yet. */
export type Query = BatchItem<'sqlite'>;

/** The rows of a SELECT or a RETURNING; a statement without rows has no result. */
export type ResultOf<Q extends Query> = Q['_']['result'] extends ResultSet
  ? unknown
  : Q['_']['result'];
export type ResultsOf<T extends readonly Query[]> = { -readonly [K in keyof T]: ResultOf<T[K]> };

/** What drizzle hides of a query: its text and values, and how its rows become typed. */
type Prepared = {
  getQuery(): { sql: string; params: unknown[] };
  mapResult(response: { rows: readonly unknown[] }, isFromBatch: true): unknown;
};

/**
 * Takes queries of drizzle apart, so that we decide how they run (drizzle's own batch begins
 * deferred, and a deferred one that reads first meets SQLITE_BUSY beside others).
 *
 * @returns the statements, and a function that gives their rows (arrays of values, in the order of
 *   the columns) the types of the queries
 */
export function compileQueries<T extends readonly Query[]>(
  queries: T,
): { statements: Compiled[]; typed(rows: readonly (readonly unknown[])[]): ResultsOf<T> } {
  const prepared = queries.map((query) =>
    (query as unknown as { _prepare(): Prepared })._prepare(),
  );
  return {
    statements: prepared.map((one) => {
      const { sql: text, params: values } = one.getQuery();
      return { text, values };
    }),
    typed: (rows) =>
      prepared.map((one, index) =>
        one.mapResult({ rows: rows[index] ?? [] }, true),
      ) as ResultsOf<T>,
  };
}
