import Database, { type Statement } from 'libsql';
import { isBusy } from './failures';

/** A statement's text and values. */
export type Compiled = { text: string; values: unknown[] };
/** The outcome of one member of a group: its result or its error. */
export type Outcome = { result: unknown } | { error: unknown };

/** Maximum number of prepared statements. The product has about 200. */
const MOST_STATEMENTS = 400;

/**
 * Our own connection to a database file. It uses the same library as @libsql/client. It's
 * synchronous, has no pool, and can commit a group with separate outcomes, which the client's batch
 * can't. (A second SQLite library in this process, such as bun:sqlite, would break the file's
 * locks.)
 * This reduces the CPU time of a booking from 1,155 to 401 µs, and of a read after a booking from
 * 1.72 to 0.61 ms.
 */
export class FileConnection {
  readonly #database: InstanceType<typeof Database>;
  readonly #statements = new Map<string, Statement<unknown[]>>();

  constructor(path: string, options: { busyTimeoutMs: number }) {
    this.#database = new Database(path, { timeout: options.busyTimeoutMs });
  }

  /** Runs one statement and returns rows as objects by column name. */
  all({ text, values }: Compiled): unknown[] {
    return this.#statement(text).all(values.map(bound));
  }

  /** Runs one statement and returns rows as arrays in column order. */
  rows({ text, values }: Compiled): unknown[][] {
    return this.#statement(text, 'rows').all(values.map(bound)) as unknown[][];
  }

  /** Reads several statements as of one moment. */
  read(statements: readonly Compiled[]): unknown[][][] {
    const [first, ...others] = statements;
    if (!first) return [];
    // A single statement is consistent without a transaction.
    if (others.length === 0) return [this.rows(first)];
    this.#run('BEGIN');
    try {
      return statements.map((statement) => this.rows(statement));
    } finally {
      this.#run('COMMIT');
    }
  }

  /** Runs several statements, all or none, as one member of a group. */
  runTogether(statements: readonly Compiled[]): unknown[][][] {
    const [first, ...others] = statements;
    // A single statement is atomic without a savepoint.
    if (first && others.length === 0) return [this.rows(first)];
    this.#run('SAVEPOINT member');
    try {
      const results = statements.map((statement) => this.rows(statement));
      this.#run('RELEASE member');
      return results;
    } catch (error) {
      // After a full disk or a lost file, everything has been rolled back, including the savepoint.
      if (this.#database.inTransaction) {
        this.#run('ROLLBACK TO member');
        this.#run('RELEASE member');
      }
      throw error;
    }
  }

  /** Prepares a statement that returns one number. This is the cheapest kind of query. */
  prepareNumber(text: string): () => number {
    const statement = this.#database.prepare(text).raw();
    return () => {
      const row = statement.get([]) as unknown[] | undefined;
      return Number(row?.[0] ?? 0);
    };
  }

  /**
   * Commits a group of writes durably in one transaction. Each member uses this connection and is
   * atomic: one that fails, such as on a unique index, writes nothing and doesn't affect the
   * others.
   *
   * @throws if the whole group wrote nothing
   */
  commitTogether(members: readonly (() => unknown)[]): Outcome[] {
    // A prepared statement can't be used here. If it can't get the lock, it stays active, and then
    // no transaction on this connection can commit, not even a read.
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const outcomes = members.map((member): Outcome => {
        try {
          return { result: member() };
        } catch (error) {
          // After a full disk or a lost file, SQLite has rolled back, so no member was written.
          if (!this.#database.inTransaction || isBusy(error)) throw error;
          return { error };
        }
      });
      this.#run('COMMIT');
      return outcomes;
    } catch (error) {
      if (this.#database.inTransaction) this.#run('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #run(text: string) {
    this.#statement(text).run();
  }

  #statement(text: string, form: 'objects' | 'rows' = 'objects'): Statement<unknown[]> {
    const key = `${form} ${text}`;
    const prepared = this.#statements.get(key);
    if (prepared) return prepared;
    if (this.#statements.size >= MOST_STATEMENTS) this.#statements.clear();
    const statement = this.#database.prepare(text);
    if (form === 'rows' && statement.reader) statement.raw();
    this.#statements.set(key, statement);
    return statement;
  }
}

/**
 * Converts a value for the library, which crashes the process on a boolean. `undefined` is a bug.
 */
function bound(value: unknown): string | number | bigint | Uint8Array | null {
  if (value === null || typeof value === 'string' || typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`a statement cannot take a value of type ${typeof value}`);
}
