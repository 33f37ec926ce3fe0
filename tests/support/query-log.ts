/** A database that notes every statement it is asked, so that a test can look at its plan. */
import { drizzle } from 'drizzle-orm/libsql';
import { fillPlaceholders, type SQL } from 'drizzle-orm/sql';
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';
import type { Db } from '@/db/client';
import * as schema from '@/db/schema';

export type Asked = { text: string; values: unknown[] };

/** The same database, and what was asked of it since the last `take`. */
export function noting(db: Db): { db: Db; take(): Asked[] } {
  let asked: Asked[] = [];
  const note = (text: string, values: unknown[]) => asked.push({ text, values });
  const orm = drizzle(db.client, { schema, logger: { logQuery: note } });
  const dialect = new SQLiteAsyncDialect();
  const compiled = (query: SQL) => {
    const { sql, params } = dialect.sqlToQuery(query);
    return { text: sql, values: params };
  };
  return {
    db: {
      ...db,
      orm,
      guarded(statement) {
        const { text, values } = compiled(statement);
        note(text, values);
        return db.guarded(statement);
      },
      hot<Row>(query: SQL) {
        const { text, values } = compiled(query);
        const ask = db.hot<Row>(query);
        return (named) => {
          note(text, fillPlaceholders(values, named));
          return ask(named);
        };
      },
      write: (job) => db.write(() => job(orm)),
      transaction: (job) => db.write(() => orm.transaction(job)),
    },
    take() {
      const taken = asked;
      asked = [];
      return taken;
    },
  };
}

/** The lines of the plan SQLite makes for a statement. */
export async function planOf(db: Db, { text, values }: Asked): Promise<string[]> {
  const { rows } = await db.client.execute({
    sql: `explain query plan ${text}`,
    args: values as never[],
  });
  return rows.map((row) => String(row.detail));
}
