import type { ResultSet } from '@libsql/client';
import type { BatchItem } from 'drizzle-orm/batch';
import type { Compiled } from './file-connection';

/** A query built with drizzle that hasn't run yet. */
export type Query = BatchItem<'sqlite'>;

/** The rows of a SELECT or a RETURNING. Other statements have no result. */
export type ResultOf<Q extends Query> = Q['_']['result'] extends ResultSet
  ? unknown
  : Q['_']['result'];
export type ResultsOf<T extends readonly Query[]> = { -readonly [K in keyof T]: ResultOf<T[K]> };

/** A query's internals in drizzle: its text, its values, and the conversion of its rows. */
type Prepared = {
  getQuery(): { sql: string; params: unknown[] };
  mapResult(response: { rows: readonly unknown[] }, isFromBatch: true): unknown;
};

/**
 * Extracts statements from drizzle queries, so we decide how they run. (drizzle's own batch starts
 * deferred, and if it reads first, it can fail with SQLITE_BUSY when others write.)
 *
 * @returns the statements, and a function that converts their rows (arrays of values in column
 * order) to the types of the queries
 */
export function compileQueries<T extends readonly Query[]>(
  queries: T,
): { statements: Compiled[]; typed(rows: readonly (readonly unknown[])[]): ResultsOf<T> } {
  const prepared = queries.map((query) =>
    (query as unknown as { _prepare(): Prepared })._prepare(),
  );
  return {
    statements: prepared.map((query) => {
      const { sql: text, params: values } = query.getQuery();
      return { text, values };
    }),
    typed: (rows) =>
      prepared.map((query, index) =>
        query.mapResult({ rows: rows[index] ?? [] }, true),
      ) as ResultsOf<T>,
  };
}
