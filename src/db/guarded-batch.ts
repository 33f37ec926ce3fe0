import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type {
  IndexColumn,
  SQLiteColumn,
  SQLiteInsertValue,
  SQLiteTable,
} from 'drizzle-orm/sqlite-core';
import { DomainError } from '@/domain/errors';
import type { Db, Queryable } from './client';
import type { Query, ResultOf, ResultsOf } from './engine/queries';
import { auditLog } from './schema';

/** A condition in the WHERE of a write. */
export type Guard = SQL;
/** A value that the database works out when it writes. */
export type Computed = SQL;
type UniqueColumns = IndexColumn | IndexColumn[];

/** A write that takes a condition; without one it is always made. Awaited, it is made by itself. */
export type ConditionalWrite = (orm: Queryable, onlyIf?: Guard) => Query & Promise<unknown>;

/** The entry of the audit log that a batch hangs on, its details where it has any, and what goes along. */
export type AuditWrite = {
  id: string;
  write: ConditionalWrite;
  details?: ConditionalWrite | null;
  /** Made with the entry, in every kind of batch. */
  along?: ConditionalWrite | null;
};

/**
 * A verb's writes (docs/decisions/2026-11-22-one-shape-for-a-verb.md). All of them are made or none.
 */
export type GuardedBatch<G extends Query, V extends readonly Query[]> = {
  /** An UPDATE or INSERT with RETURNING whose WHERE repeats every fact that the decision used. */
  guard: G;
  /** Made if the guard changed a row, in this order; what is null is left out. */
  also?: readonly (ConditionalWrite | null | undefined)[];
  /** Queries whose rows the verb returns, made in any case. */
  view?: V;
} & (
  | { /** Made if the guard changed a row; `also` hangs on it. */ audit: AuditWrite }
  | {
      /** For a change without an entry: holds only once the guard changed a row. */ matched: Guard;
    }
);

/** A condition of a write: the one before it in the batch changed a row. */
export const WROTE_BEFORE: Guard = sql`changes() > 0`;

/** What one verb adds to the write of another: what must hold besides, and what is written with it. */
export type ExtraWrites = {
  guards: readonly Guard[];
  also: readonly (ConditionalWrite | null | undefined)[];
};
export const NO_EXTRA_WRITES: ExtraWrites = { guards: [], also: [] };

type RowOf<Q extends Query> = ResultOf<Q> extends (infer Row)[] ? Row : never;

/**
 * Writes a batch in one round trip, and throws `LostRace` if the guard changed no row, so that
 * `retryOnConflict` reads and decides again. Nothing is written then.
 *
 * @returns the row as the guard left it, and the rows of each view
 */
export async function writeGuarded<G extends Query, const V extends readonly Query[] = []>(
  db: Db,
  batch: GuardedBatch<G, V>,
): Promise<{ changed: RowOf<G>; view: ResultsOf<V> }> {
  const written = await tryWriteGuarded(db, batch);
  if (!written) throw new LostRace();
  return written;
}

/** The one row of a view. Throws `LostRace` if the row was deleted, as `writeGuarded` does. */
export function oneRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new LostRace();
  return row;
}

/** Like `writeGuarded`, for a use case that ends differently if the guard changed no row: null then. */
export async function tryWriteGuarded<G extends Query, const V extends readonly Query[] = []>(
  db: Db,
  { guard, also = [], view, ...rest }: GuardedBatch<G, V>,
): Promise<{ changed: RowOf<G>; view: ResultsOf<V> } | null> {
  const audit = 'audit' in rest ? rest.audit : null;
  const matched = 'audit' in rest ? isWritten(rest.audit) : rest.matched;
  const views: readonly Query[] = view ?? [];
  const rowsOf = (results: readonly unknown[]) => results[0] as RowOf<G>[];
  const results = await db.batch(
    (orm) => [
      guard,
      ...(audit ? entryOf(orm, audit, WROTE_BEFORE) : []),
      ...also.flatMap((write) => write?.(orm, matched) ?? []),
      ...views,
    ],
    (written) => rowsOf(written).length > 0,
  );
  const [changed] = rowsOf(results);
  if (changed === undefined) return null;
  return { changed, view: results.slice(results.length - views.length) as ResultsOf<V> };
}

/** Writes an entry by itself, for what changes no row, and what hangs on it. */
export async function writeEntry(
  db: Db,
  entry: AuditWrite,
  also: readonly ConditionalWrite[] = [],
): Promise<void> {
  await db.batch((orm) => [
    ...entryOf(orm, entry),
    ...also.map((write) => write(orm, isWritten(entry))),
  ]);
}

/** The statements of an entry, for a batch without a guard; with `onlyIf` where that holds. */
export function entryOf(orm: Queryable, entry: AuditWrite, onlyIf?: Guard): Query[] {
  const also = [entry.details, entry.along].flatMap(
    (write) => write?.(orm, onlyIf && isWritten(entry)) ?? [],
  );
  return [entry.write(orm, onlyIf), ...also];
}

/** A guard: the entry stands in the audit log. */
function isWritten(audit: AuditWrite): Guard {
  return sql`exists (select 1 from ${auditLog} where ${eq(auditLog.id, audit.id)})`;
}

/** How often a verb decides again because another call was faster. */
const MOST_DECISIONS = 5;

/** Someone else's change was faster, so this one wasn't saved. The use case can be called again. */
export class WriteConflict extends DomainError {
  override readonly name: string = 'WriteConflict';

  constructor() {
    super('conflict', 'Someone else changed this. Reload the page and try again.');
  }
}

/** One guarded write found its row changed. `retryOnConflict` catches it. */
export class LostRace extends WriteConflict {
  override readonly name = 'LostRace';
}

/** For a `catch`: null instead of a lost race, so that a job goes on with its next row. */
export function nullIfLost(error: unknown): null {
  if (error instanceof LostRace) return null;
  throw error;
}

/**
 * Runs a use case again if another call changed what it had read. After five tries it throws
 * `WriteConflict`, a `conflict`.
 *
 * @param decide reads, decides, and writes with `writeGuarded`; null also means to try again
 * @param first facts that the caller has just read, for the first try only, so that it needs no read
 */
export async function retryOnConflict<T, Facts = never>(
  decide: (first: Facts | null) => Promise<T | null>,
  first: Facts | null = null,
): Promise<T> {
  for (let count = 0; count < MOST_DECISIONS; count += 1) {
    try {
      const done = await decide(count === 0 ? first : null);
      if (done !== null) return done;
    } catch (error) {
      if (!(error instanceof LostRace)) throw error;
    }
  }
  throw new WriteConflict();
}

/** A guard: the row stands as it was read, in every column that `row` has. */
export function unchanged<T extends SQLiteTable>(table: T, row: Partial<T['$inferSelect']>): Guard {
  const all = Object.entries(getTableColumns(table)) as [keyof typeof row, SQLiteColumn][];
  const columns = all.filter(([key]) => key in row);
  const names = columns.map(([, column]) => sql`${column}`);
  const values = columns.map(([key, column]) => sql.param(row[key], column));
  return sql`(${sql.join(names, sql`, `)}) is (${sql.join(values, sql`, `)})`;
}

/**
 * Inserts a row, where `onlyIf` holds.
 *
 * @param options.unlessKnown where a row has the same in these unique columns, nothing is inserted
 */
export function insertRow<T extends SQLiteTable>(
  orm: Queryable,
  table: T,
  row: SQLiteInsertValue<T>,
  { onlyIf, unlessKnown }: { onlyIf?: Guard | undefined; unlessKnown?: UniqueColumns } = {},
) {
  const insert = orm.insert(table);
  const statement = onlyIf ? insert.select(selectionOf(table, row, onlyIf)) : insert.values(row);
  return unlessKnown ? statement.onConflictDoNothing({ target: unlessKnown }) : statement;
}

/** The same as a write of a batch. */
export function inserting<T extends SQLiteTable>(
  table: T,
  row: SQLiteInsertValue<T>,
  options: { unlessKnown?: UniqueColumns } = {},
): ConditionalWrite {
  return (orm, onlyIf) => insertRow(orm, table, row, { ...options, onlyIf });
}

/** The values of a row, in the order of its table, as a SELECT that has a row only under a condition. */
function selectionOf<T extends SQLiteTable>(
  table: T,
  row: SQLiteInsertValue<T>,
  onlyIf: Guard,
): SQL {
  const columns = Object.entries(getTableColumns(table)) as [keyof typeof row, SQLiteColumn][];
  const values = columns.map(([key, column]) => {
    const value = row[key] === undefined ? (column.default ?? null) : row[key];
    return value instanceof Object && 'getSQL' in value ? sql`${value}` : sql.param(value, column);
  });
  return sql`select ${sql.join(values, sql`, `)} where ${onlyIf}`;
}
