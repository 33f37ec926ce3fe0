/** A database that records every statement, so that a test can check its plan. */
import { drizzle } from 'drizzle-orm/libsql';
import { fillPlaceholders, type Query, type SQL } from 'drizzle-orm/sql';
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';
import type { Db } from '@/db/client';
import type { Values } from '@/db/engine/compile';
import type { FileConnection } from '@/db/engine/file-connection';

export type Statement = { text: string; values: unknown[] };

/** Wraps a database. `take` returns its statements since the last call. */
export function noting(db: Db): { db: Db; take(): Statement[] } {
  let statements: Statement[] = [];
  const note = (text: string, values: unknown[]) => statements.push({ text, values });
  const orm = drizzle(db.client, { logger: { logQuery: note } });
  const dialect = new SQLiteAsyncDialect();
  const compiled = (query: SQL) => {
    const { sql, params } = dialect.sqlToQuery(query);
    return { text: sql, values: params };
  };
  function noted<Answer>(query: SQL, ask: (named?: Values) => Answer) {
    const { text, values } = compiled(query);
    return (named: Values = {}) => {
      note(text, fillPlaceholders(values, named));
      return ask(named);
    };
  }
  const noteAll = (queries: readonly unknown[]) => {
    for (const query of queries) {
      const { sql, params } = (query as { toSQL(): Query }).toSQL();
      note(sql, params);
    }
  };
  return {
    db: {
      ...db,
      orm,
      remembered: (query) => noted(query, db.remembered(query)),
      whenChanged(queries) {
        const compiledQueries = queries.map(compiled);
        const read = db.whenChanged(queries);
        return (known, named) => {
          for (const { text, values } of compiledQueries) {
            note(text, fillPlaceholders(values, { ...named, known }));
          }
          return read(known, named);
        };
      },
      write: (job) => db.write(() => job(orm)),
      // A batch doesn't call the logger.
      read(queries) {
        noteAll(queries(orm));
        return db.read(queries);
      },
      recent(queries) {
        noteAll(queries(orm));
        return db.recent(queries);
      },
      batch(queries) {
        noteAll(queries(orm));
        return db.batch(queries);
      },
    },
    take() {
      const taken = statements;
      statements = [];
      return taken;
    },
  };
}

/** Returns the lines of SQLite's plan for a statement. */
export function planOf(file: FileConnection, { text, values }: Statement): string[] {
  const rows = file.all({ text: `explain query plan ${text}`, values }) as { detail: string }[];
  return rows.map(({ detail }) => detail);
}
