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
/** A value that the database computes during the write. */
export type Computed = SQL;
type UniqueColumns = IndexColumn | IndexColumn[];

/** A write with an optional condition. Awaited on its own, it runs immediately. */
export type ConditionalWrite = (orm: Queryable, onlyIf?: Guard) => Query & Promise<unknown>;

/** The audit entry of a batch, with its personal details and anything else written with it. */
export type AuditWrite = {
  id: string;
  write: ConditionalWrite;
  details?: ConditionalWrite | null;
  /** Written with the entry, in every kind of batch. */
  along?: ConditionalWrite | null;
};

/**
 * The writes of a use case (docs/decisions/2026-11-22-one-shape-for-a-verb.md). All of them are
 * made, or none.
 */
export type GuardedBatch<G extends Query, V extends readonly Query[]> = {
  /**
   * An UPDATE or INSERT with RETURNING. Its WHERE repeats every fact that the decision depends on.
   */
  guard: G;
  /** Written in this order, if the guard changed a row. Null entries are skipped. */
  also?: readonly (ConditionalWrite | null | undefined)[];
  /** Queries for the result. They always run. */
  view?: V;
} & (
  | { /** Written if the guard changed a row. `also` depends on it. */ audit: AuditWrite }
  | {
      /**
       * Used if there's no audit entry: a condition that's true only if the guard changed a row.
       */ matched: Guard;
    }
);

/** A condition that's true if the previous write in the batch changed a row. */
export const WROTE_BEFORE: Guard = sql`changes() > 0`;

/** The parts that one use case adds to the write of another: more guards and more writes. */
export type ExtraWrites = {
  guards: readonly Guard[];
  also: readonly (ConditionalWrite | null | undefined)[];
};
export const NO_EXTRA_WRITES: ExtraWrites = { guards: [], also: [] };

type RowOf<Q extends Query> = ResultOf<Q> extends (infer Row)[] ? Row : never;

/**
 * Writes a batch in one round trip.
 *
 * @returns the row after the change, and the rows of each view
 * @throws LostRace if the guard changed no row. Nothing was written, and `retryOnConflict` decides
 * again.
 */
export async function writeGuarded<G extends Query, const V extends readonly Query[] = []>(
  db: Db,
  batch: GuardedBatch<G, V>,
): Promise<{ changed: RowOf<G>; view: ResultsOf<V> }> {
  const written = await tryWriteGuarded(db, batch);
  if (!written) throw new LostRace();
  return written;
}

/**
 * Returns the single row of a view.
 *
 * @throws LostRace if the row was deleted
 */
export function oneRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new LostRace();
  return row;
}

/**
 * Like `writeGuarded`, but returns null if the guard changed no row, for a use case that handles
 * that itself.
 */
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

/** Writes an audit entry without changing a row, along with the writes that depend on it. */
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

/**
 * Returns the statements of an audit entry, for a batch without a guard. With `onlyIf`, they run
 * only if it's true.
 */
export function entryOf(orm: Queryable, entry: AuditWrite, onlyIf?: Guard): Query[] {
  const also = [entry.details, entry.along].flatMap(
    (write) => write?.(orm, onlyIf && isWritten(entry)) ?? [],
  );
  return [entry.write(orm, onlyIf), ...also];
}

/** A guard that's true if the entry is in the audit log. */
function isWritten(audit: AuditWrite): Guard {
  return sql`exists (select 1 from ${auditLog} where ${eq(auditLog.id, audit.id)})`;
}

/** Maximum number of attempts to decide when other calls keep changing the data. */
const MOST_DECISIONS = 5;

/**
 * Thrown if someone else changed the data first, so this change wasn't saved. The use case can be
 * called again.
 */
export class WriteConflict extends DomainError {
  override readonly name: string = 'WriteConflict';

  constructor() {
    super('conflict', 'Someone else changed this. Reload the page and try again.');
  }
}

/** Thrown if a guarded write found its row changed. `retryOnConflict` catches it. */
export class LostRace extends WriteConflict {
  override readonly name = 'LostRace';
}

/**
 * For a `catch` in a job: returns null for a lost race, so the job continues with its next row.
 *
 * @throws any other error unchanged
 */
export function nullIfLost(error: unknown): null {
  if (error instanceof LostRace) return null;
  throw error;
}

/**
 * Runs a use case again if another call changed the data it had read.
 *
 * @param decide reads, decides, and writes with `writeGuarded`. Returning null also means to try
 * again.
 * @param first facts that the caller has just read. They save the first attempt a read.
 * @throws WriteConflict, a `conflict`, after 5 attempts
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

/** A guard that's true if the stored row still has the same value in every column of `row`. */
export function unchanged<T extends SQLiteTable>(table: T, row: Partial<T['$inferSelect']>): Guard {
  const all = Object.entries(getTableColumns(table)) as [keyof typeof row, SQLiteColumn][];
  const columns = all.filter(([key]) => key in row);
  const names = columns.map(([, column]) => sql`${column}`);
  const values = columns.map(([key, column]) => sql.param(row[key], column));
  return sql`(${sql.join(names, sql`, `)}) is (${sql.join(values, sql`, `)})`;
}

/**
 * Inserts a row if `onlyIf` is true.
 *
 * @param options.unlessKnown skips the insert if a row has the same values in these unique columns
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

/** Inserts several rows in one statement, each only if its own condition is true. */
export function insertRows<T extends SQLiteTable>(
  orm: Queryable,
  table: T,
  rows: readonly { row: SQLiteInsertValue<T>; onlyIf: Guard | undefined }[],
  { unlessKnown }: { unlessKnown: UniqueColumns },
) {
  const selections = rows.map(({ row, onlyIf }) => selectionOf(table, row, onlyIf ?? sql`true`));
  return orm
    .insert(table)
    .select(sql.join(selections, sql` union all `))
    .onConflictDoNothing({ target: unlessKnown });
}

/** Like `insertRow`, as a write in a batch. */
export function inserting<T extends SQLiteTable>(
  table: T,
  row: SQLiteInsertValue<T>,
  options: { unlessKnown?: UniqueColumns } = {},
): ConditionalWrite {
  return (orm, onlyIf) => insertRow(orm, table, row, { ...options, onlyIf });
}

/** Builds a SELECT of a row's values, in table order, that returns a row only under a condition. */
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
