import type { Client, InStatement, InValue, Transaction } from '@libsql/client';

/** The number of rows of each table; a copy must hold as many. */
export type Counts = Record<string, number>;

/** Rows in one answer: few enough that the largest ones stay below the 10 MB of an answer. */
const PAGE = 200;
/** SQLite takes no more values than this in one statement. */
const MOST_VALUES = 32_000;

/** What is ours in `sqlite_master`: SQLite, the libSQL server and search tables keep tables of their own there. */
const OURS = [
  'sqlite\\_%',
  'libsql\\_%',
  ...['data', 'idx', 'docsize', 'config'].map((part) => `%\\_search\\_${part}`),
]
  .map((names) => `name not like '${names}' escape '\\'`)
  .join(' and ');
const SEQUENCES = 'sqlite_sequence';

/** A question with an answer where the database holds tables of ours, or of any other program. */
export const ANY_TABLE = `select 1 from sqlite_master where type = 'table' and ${OURS} limit 1`;

type Part = { type: string; name: string; sql: string };
/** What a database is made of: its tables, and what is made once they are full. */
export type Parts = { tables: Part[]; indexes: Part[]; searches: Part[]; triggers: Part[] };

/** Reads or writes one statement; a client and a transaction both do. */
type Source = Pick<Client | Transaction, 'execute'>;

/** The tables, indexes, search tables and triggers of a database, in the order in which they were made. */
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

/** The statements that make a search table and fill it from the texts that it indexes. */
export function searchStatements({ name, sql }: Part): string[] {
  return [sql, `insert into ${name} (${name}) values ('rebuild')`];
}

/** The rows of each of our tables. */
export async function countRows(source: Source): Promise<Counts> {
  const counts: Counts = {};
  for (const { name } of (await partsOf(source)).tables) {
    const { rows } = await source.execute(`select count(*) as n from ${quoted(name)}`);
    counts[name] = Number(rows[0]?.n);
  }
  return counts;
}

/**
 * Copies the rows of a table page by page, so that memory holds one page, however long the table is.
 * Both clients give integers as bigint; otherwise large ones would lose digits.
 *
 * @param source a transaction, so that all pages are of one moment
 * @param write writes statements to a database that holds the empty table, without checking references
 */
export async function copyRows(
  source: Transaction,
  write: (statements: InStatement[]) => Promise<unknown>,
  table: string,
): Promise<void> {
  for await (const statement of insertsOf(source, table)) await write([statement]);
}

/** The statements that fill a table; one for each page. */
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

/** Sets the numbers that AUTOINCREMENT gave last; they would otherwise follow the rows that are left. */
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

/** A name of a table or a column as SQL reads it, in double quotes. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
