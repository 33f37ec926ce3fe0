import Database, { type Statement } from 'libsql';
import { isBusy } from './failures';

/** A statement with its values, as the file takes them. */
export type Compiled = { text: string; values: unknown[] };
/** What became of one member of a group: its rows, or its own failure. */
export type Outcome = { rows: unknown[] } | { error: unknown };

/** Different statements kept ready; the product has a few dozen. */
const KEPT_STATEMENTS = 200;

/**
 * A connection of our own to a database file, through the same library that @libsql/client uses,
 * for what is asked all the time. It answers at once, without promises or a pool, and it can tell
 * the members of a group commit apart, which a batch of the client cannot. (A second SQLite library
 * in this process, such as bun:sqlite, would break the file's locks.)
 */
export class FileConnection {
  readonly #database: InstanceType<typeof Database>;
  readonly #statements = new Map<string, Statement<unknown[]>>();

  constructor(path: string, options: { busyTimeoutMs: number }) {
    this.#database = new Database(path, { timeout: options.busyTimeoutMs });
  }

  /** Runs one statement; its rows are objects by column name. */
  all({ text, values }: Compiled): unknown[] {
    return this.#statement(text).all(values.map(bound));
  }

  /** A statement without values that answers with one number; the cheapest question there is. */
  prepareNumber(text: string): () => number {
    const statement = this.#database.prepare(text).raw();
    return () => {
      const row = statement.get([]) as unknown[] | undefined;
      return Number(row?.[0] ?? 0);
    };
  }

  /**
   * Commits all of them at once, durably. A member that fails (a unique index said no) wrote
   * nothing and spoils nothing. Throws when the whole group wrote nothing.
   */
  commitTogether(members: readonly Compiled[]): Outcome[] {
    this.#run('BEGIN IMMEDIATE');
    try {
      const outcomes = members.map((member): Outcome => {
        try {
          return { rows: this.all(member) };
        } catch (error) {
          // Full disk, lost file: SQLite itself has rolled back, so nobody was written.
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

  #statement(text: string): Statement<unknown[]> {
    const kept = this.#statements.get(text);
    if (kept) return kept;
    if (this.#statements.size >= KEPT_STATEMENTS) this.#statements.clear();
    const statement = this.#database.prepare(text);
    this.#statements.set(text, statement);
    return statement;
  }
}

/** What the library takes; it ends the whole process at a boolean, and `undefined` is a mistake. */
function bound(value: unknown): string | number | bigint | Uint8Array | null {
  if (value === null || typeof value === 'string' || typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`a statement cannot take a value of type ${typeof value}`);
}
