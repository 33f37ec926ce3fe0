import type { Client, InArgs, InStatement, ResultSet } from '@libsql/client';
import { drizzle } from 'drizzle-orm/libsql/sqlite3';
import { type SQL, sql } from 'drizzle-orm/sql';
import type { Db, Orm } from './client';
import { asQuery } from './engine/compile';
import type { Query, ResultsOf } from './engine/queries';

/** What must hold before a call counts: that its session stands, say. */
export type Precondition = {
  /** Stand before the statements of the call's first trip; `unless` among them ends that trip. */
  statements: readonly Query[];
  /** Whether they write. */
  writes: boolean;
  /** Why it did not hold, asked once a trip was ended; null where it does hold. */
  refusal(): Promise<Error | null>;
};

/** A statement that ends its batch, which then writes nothing, unless the condition holds. */
export const unless = (condition: SQL): SQL =>
  sql`select case when ${condition} then 1 else json('no') end`;

/** How often a trip is made again that was ended, and every precondition holds by now. */
const MOST_TRIPS = 3;

/**
 * The database as one call sees it. What the call requires travels with its first trip, so that a far
 * database is not asked for it before. A read may begin before that trip is answered; nothing is
 * written before. Once a precondition was refused, all that follows is refused with it.
 *
 * Who answers a call awaits `settled` before: a call without a trip makes one then.
 */
export class CallDb implements Db {
  readonly root: Db;
  #waiting: Precondition[] = [];
  /** The trips under way that carry preconditions. */
  readonly #asking = new Set<Promise<unknown>>();
  #refusal: Error | null = null;
  #orm: Orm | null = null;

  constructor(db: Db) {
    this.root = db;
  }

  require(precondition: Precondition): void {
    this.#waiting.push(precondition);
  }

  /** Resolves once all that was required holds. Throws its refusal. */
  async settled(): Promise<void> {
    await this.#answered();
    if (this.#waiting.length > 0 || this.#refusal) await this.trip(false, []);
  }

  get orm(): Orm {
    this.#orm ??= drizzle(clientOf(this));
    return this.#orm;
  }

  read<const T extends readonly Query[]>(queries: (orm: Db['orm']) => T): Promise<ResultsOf<T>> {
    return this.trip(false, queries(this.root.orm));
  }

  batch<const T extends readonly Query[]>(queries: (orm: Db['orm']) => T): Promise<ResultsOf<T>> {
    return this.trip(true, queries(this.root.orm));
  }

  /** Runs the queries in one round trip, with what is still required before them. */
  async trip<const T extends readonly Query[]>(
    isWrite: boolean,
    queries: T,
  ): Promise<ResultsOf<T>> {
    if (isWrite) await this.#answered();
    for (let count = 1; ; count += 1) {
      if (this.#refusal) throw this.#refusal;
      const required = this.#waiting.splice(0);
      const ahead = required.flatMap(({ statements }) => statements);
      const writes = isWrite || required.some((one) => one.writes);
      const sent = this.#send(writes, [...ahead, ...queries]);
      if (required.length === 0) return (await sent) as ResultsOf<T>;
      const asking = sent.then(
        (results) => results.slice(ahead.length) as ResultsOf<T>,
        (error) => this.#ended(error, required),
      );
      this.#asking.add(asking);
      const results = await asking.finally(() => this.#asking.delete(asking));
      if (results) return results;
      if (count === MOST_TRIPS) throw new Error('a trip was ended again and again');
    }
  }

  #send(writes: boolean, queries: readonly Query[]): Promise<readonly unknown[]> {
    return writes ? this.root.batch(() => queries) : this.root.read(() => queries);
  }

  /** Why a trip failed: throws the refusal, or what else it met; null where it may be made again. */
  async #ended(error: unknown, required: readonly Precondition[]): Promise<null> {
    // Nothing is known of them yet: the next trip takes them along again.
    this.#waiting.unshift(...required);
    if (!isEndedByCondition(error)) throw error;
    for (const { refusal } of required) {
      this.#refusal ??= await refusal();
    }
    return null;
  }

  async #answered(): Promise<void> {
    while (this.#asking.size > 0) await Promise.allSettled(this.#asking);
  }

  async write<T>(job: (orm: Orm) => Promise<T>): Promise<T> {
    await this.settled();
    return this.root.write(job);
  }

  guarded(statement: SQL): ReturnType<Db['guarded']> {
    const write = this.root.guarded(statement);
    return async (values) => {
      await this.settled();
      return write(values);
    };
  }

  remembered<Row>(query: SQL) {
    return this.root.remembered<Row>(query);
  }

  whenChanged(queries: readonly SQL[]) {
    return this.root.whenChanged(queries);
  }

  checkHealth() {
    return this.root.checkHealth();
  }

  onWrite(listener: () => void) {
    this.root.onWrite(listener);
  }

  queueDepth() {
    return this.root.queueDepth();
  }

  get client(): Client {
    return this.root.client;
  }

  close() {
    return this.root.close();
  }
}

/** The database behind that of a call: what is kept for longer than a call is kept by it. */
export const rootOf = (db: Db): Db => (db instanceof CallDb ? db.root : db);

/** Resolves once all that a call requires holds. To be awaited before a write that passes its database by. */
export const settled = async (db: Db): Promise<void> => {
  if (db instanceof CallDb) await db.settled();
};

/** What drizzle needs of a client to run a query that stands by itself. */
function clientOf(db: CallDb): Client {
  const execute = async (statement: InStatement): Promise<ResultSet> => {
    const { sql: text, args } = typeof statement === 'string' ? { sql: statement } : statement;
    const query = asQuery({ text, values: valuesOf(args) });
    const [rows] = await db.trip(!/^\s*(select|with)\b/i.test(text), [query]);
    return { rows } as unknown as ResultSet;
  };
  return { execute } as unknown as Client;
}

function valuesOf(args: InArgs | undefined): unknown[] {
  if (args === undefined || Array.isArray(args)) return args ?? [];
  throw new Error('values by name are not supported');
}

/** Whether a trip failed because of an `unless` in it, however deeply that is wrapped. */
export function isEndedByCondition(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.message.includes('malformed JSON')) return true;
  }
  return false;
}
