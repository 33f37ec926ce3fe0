import type { Client, InStatement, InValue, Transaction } from '@libsql/client';

/** Number of rows in each table. A copy must have the same. */
export type Counts = Record<string, number>;

/** Rows per answer. Even with the largest rows, this stays below the limit of 10 MB. */
const PAGE = 200;
/** Maximum number of values in one SQLite statement. */
const MOST_VALUES = 32_000;

/**
 * Selects our own tables in `sqlite_master`. SQLite, the libSQL server, and search tables store
 * theirs there too.
 */
const OURS = [
  'sqlite\\_%',
  'libsql\\_%',
  ...['data', 'idx', 'docsize', 'config'].map((part) => `%\\_search\\_${part}`),
]
  .map((names) => `name not like '${names}' escape '\\'`)
  .join(' and ');
const SEQUENCES = 'sqlite_sequence';

/** A query that returns a row if the database has any program's tables. */
export const ANY_TABLE = `select 1 from sqlite_master where type = 'table' and ${OURS} limit 1`;

type Part = { type: string; name: string; sql: string };
/** The parts of a database: its tables, and the parts that are created after they're filled. */
export type Parts = { tables: Part[]; indexes: Part[]; searches: Part[]; triggers: Part[] };

/** Runs one statement. Both a client and a transaction can. */
type Source = Pick<Client | Transaction, 'execute'>;

/** Reads a database's tables, indexes, search tables, and triggers, in order of creation. */
export async function partsOf(source: Source): Promise<Parts> {
  const { rows } = await source.execute(
    `select type, name, sql from sqlite_master where sql is not null and ${OURS} order by rowid`,
  );
  const parts = rows.map(({ type, name, sql }) => ({
    type: String(type),
    name: String(name),
    sql: String(sql),
  }));
  const of = (type: string) => parts.filter((part) => part.type === type);
  const isSearch = ({ sql }: Part) => /^create virtual table/i.test(sql);
  return {
    tables: of('table').filter((part) => !isSearch(part)),
    indexes: of('index'),
    searches: of('table').filter(isSearch),
    triggers: of('trigger'),
  };
}

/** Returns the statements that create a search table and fill it from its texts. */
export function searchStatements({ name, sql }: Part): string[] {
  return [sql, `insert into ${name} (${name}) values ('rebuild')`];
}

/** Counts the rows of each of our tables. */
export async function countRows(source: Source): Promise<Counts> {
  const counts: Counts = {};
  for (const { name } of (await partsOf(source)).tables) {
    const { rows } = await source.execute(`select count(*) as n from ${quoted(name)}`);
    counts[name] = Number(rows[0]?.n);
  }
  return counts;
}

/**
 * Copies the rows of a table page by page, so that only one page is in memory. Both clients must
 * return integers as bigint, because large ones would lose digits otherwise.
 * @param source a transaction, so that all pages are from one moment
 * @param write runs statements on a database with the empty table, without checking references
 */
export async function copyRows(
  source: Transaction,
  write: (statements: InStatement[]) => Promise<unknown>,
  table: string,
): Promise<void> {
  for await (const statement of insertsOf(source, table)) await write([statement]);
}

/** Yields the statements that fill a table, one per page. */
export async function* insertsOf(source: Transaction, table: string): AsyncGenerator<InStatement> {
  const from = quoted(table);
  let after: InValue = -(2n ** 63n);
  for (let size = PAGE; size === PAGE; ) {
    const { rows, columns } = await source.execute({
      sql: `select rowid, * from ${from} where rowid > ? order by rowid limit ${PAGE}`,
      args: [after],
    });
    size = rows.length;
    after = rows.at(-1)?.[0] ?? after;
    yield* inserts(
      from,
      columns.slice(1),
      rows.map((row) => Array.from(row).slice(1)),
    );
  }
}

/**
 * Returns the statements that restore AUTOINCREMENT counters. Otherwise, counting would continue
 * from the highest remaining row.
 */
export async function sequenceStatements(source: Transaction): Promise<InStatement[]> {
  const { rows: found } = await source.execute({
    sql: 'select 1 from sqlite_master where name = ?',
    args: [SEQUENCES],
  });
  if (found.length === 0) return [];
  const { rows, columns } = await source.execute(`select name, seq from ${SEQUENCES}`);
  return [
    `delete from ${SEQUENCES}`,
    ...inserts(
      SEQUENCES,
      columns,
      rows.map((row) => Array.from(row)),
    ),
  ];
}

function* inserts(into: string, columns: string[], rows: InValue[][]): Generator<InStatement> {
  const together = Math.floor(MOST_VALUES / columns.length);
  const one = `(${columns.map(() => '?').join(', ')})`;
  for (let first = 0; first < rows.length; first += together) {
    const some = rows.slice(first, first + together);
    yield {
      sql: `insert into ${into} (${columns.map(quoted).join(', ')}) values ${some.map(() => one).join(', ')}`,
      args: some.flat(),
    };
  }
}

/** Quotes the name of a table or a column for SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
