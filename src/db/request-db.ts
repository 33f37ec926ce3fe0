import type { Client, InArgs, InStatement, ResultSet } from '@libsql/client';
import { drizzle } from 'drizzle-orm/libsql/sqlite3';
import { type SQL, sql } from 'drizzle-orm/sql';
import type { Db, Queryable } from './client';
import { asQuery } from './engine/compile';
import type { Query, ResultOf, ResultsOf } from './engine/queries';

/** A condition of a call, such as a valid session. If it isn't met, the call does nothing. */
export type Precondition = {
  /** Run before the statements of a round trip. An `abortUnless` among them can abort it. */
  statements: readonly Query[];
  /** True if the statements write. */
  writes: boolean;
  /**
   * Called after the condition aborted a round trip. Returns why the condition isn't met, or null if it's met
   * by now.
   */
  refusal(): Promise<Error | null>;
};

/**
 * Builds a statement that aborts its batch, so nothing is written, unless the condition is true.
 */
export const abortUnless = (condition: SQL): SQL =>
  sql`select case when ${condition} then 1 else json('no') end`;

/** Creates a precondition from one `abortUnless` statement. `refused` creates its error. */
export function preconditionOf(
  db: Pick<Db, 'read'>,
  statement: Query,
  refused: () => Error,
): Precondition {
  return {
    statements: [statement],
    writes: false,
    async refusal() {
      try {
        await db.read(() => [statement]);
        return null;
      } catch (error) {
        if (isEndedByCondition(error)) return refused();
        throw error;
      }
    },
  };
}

/**
 * Maximum number of attempts if a round trip is aborted but its preconditions are met afterward.
 */
const MOST_TRIPS = 3;

/** Decides from a batch's results whether it wrote anything. */
export type HasWritten = (results: readonly unknown[]) => boolean;
const always: HasWritten = () => true;

/**
 * The database as one call uses it. The call's preconditions are sent with its first round trip, so
 * they don't need an extra one to a distant database. Reads may start before that round trip ends,
 * but writes wait for it. If a precondition isn't met, all later statements fail too.
 * A precondition that must also be met when the call writes is sent again with its first write.
 * Later writes complete the same change, so they succeed even if the session has ended in between.
 * Await `settled` before answering a call. If the call made no round trip, `settled` makes one.
 */
export class RequestDb implements Db {
  readonly root: Db;
  #waiting: Precondition[] = [];
  /** The preconditions that are sent with the first write. Empty afterward. */
  #untilWritten: Precondition[] = [];
  /** Round trips in progress that carry preconditions. */
  readonly #asking = new Set<Promise<unknown>>();
  #refusal: Error | null = null;
  #orm: Queryable | null = null;

  constructor(db: Db) {
    this.root = db;
  }

  require(precondition: Precondition): void {
    this.#waiting.push(precondition);
  }

  /**
   * Requires a precondition for the first write, even if an earlier round trip already checked it.
   */
  requireOfWrite(precondition: Precondition): void {
    this.#untilWritten.push(precondition);
  }

  /**
   * Resolves once all preconditions are met.
   * @throws the refusal of a precondition that isn't met
   */
  async settled(): Promise<void> {
    await this.#answered();
    if (this.#waiting.length > 0 || this.#refusal) await this.trip(null, []);
  }

  get orm(): Queryable {
    this.#orm ??= drizzle(clientOf(this));
    return this.#orm;
  }

  read<const T extends readonly Query[]>(queries: (orm: Db['orm']) => T): Promise<ResultsOf<T>> {
    return this.trip(null, queries(this.root.orm));
  }

  /**
   * If preconditions are waiting, the server must check them, so the read goes to the server too.
   */
  recent<const T extends readonly Query[]>(queries: (orm: Db['orm']) => T): Promise<ResultsOf<T>> {
    const isAlone = this.#waiting.length === 0 && !this.#refusal;
    return isAlone ? this.root.recent(queries) : this.read(queries);
  }

  batch<const T extends readonly Query[]>(
    queries: (orm: Db['orm']) => T,
    hasWritten: HasWritten = always,
  ): Promise<ResultsOf<T>> {
    return this.trip(hasWritten, queries(this.root.orm));
  }

  /**
   * Runs the queries in one round trip, after the preconditions that are still unchecked.
   *
   * @param hasWritten null if the queries only read
   */
  async trip<const T extends readonly Query[]>(
    hasWritten: HasWritten | null,
    queries: T,
  ): Promise<ResultsOf<T>> {
    if (hasWritten) await this.#answered();
    for (let count = 1; ; count += 1) {
      if (this.#refusal) throw this.#refusal;
      const first = this.#waiting.splice(0);
      const required = hasWritten ? [...new Set([...first, ...this.#untilWritten])] : first;
      const ahead = required.flatMap(({ statements }) => statements);
      const writes = hasWritten !== null || first.some((precondition) => precondition.writes);
      const sent = this.#send(writes, [...ahead, ...queries]);
      if (required.length === 0) return (await sent) as ResultsOf<T>;
      const answered = sent.then(
        (results) => results.slice(ahead.length) as ResultsOf<T>,
        (error) => this.#ended(error, { first, required }),
      );
      const results = await (first.length > 0 ? this.#whileAsking(answered) : answered);
      if (results && hasWritten?.(results)) this.#untilWritten = [];
      if (results) return results;
      if (count === MOST_TRIPS) throw new Error('a round trip kept failing its preconditions');
    }
  }

  async #whileAsking<T>(answered: Promise<T>): Promise<T> {
    this.#asking.add(answered);
    return answered.finally(() => this.#asking.delete(answered));
  }

  #send(writes: boolean, queries: readonly Query[]): Promise<readonly unknown[]> {
    return writes ? this.root.batch(() => queries) : this.root.read(() => queries);
  }

  /**
   * Handles a failed round trip: throws the refusal or the original error, or returns null to try
   * again.
   */
  async #ended(
    error: unknown,
    { first, required }: Record<'first' | 'required', readonly Precondition[]>,
  ): Promise<null> {
    // We don't know whether the preconditions were met, so they're sent again with the next round
    // trip.
    this.#waiting.unshift(...first);
    if (!isEndedByCondition(error)) throw error;
    for (const { refusal } of required) {
      this.#refusal ??= await refusal();
    }
    return null;
  }

  async #answered(): Promise<void> {
    while (this.#asking.size > 0) await Promise.allSettled(this.#asking);
  }

  async write<Q extends Query>(statement: (orm: Queryable) => Q): Promise<ResultOf<Q>> {
    return (await this.trip(always, [statement(this.root.orm)] as const))[0];
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

/** Returns the database behind a request's database, for values that outlive the request. */
export const rootOf = (db: Db): Db => (db instanceof RequestDb ? db.root : db);

const isWriting = (text: string) => !/^\s*(select|with)\b/i.test(text);

/** The client interface that drizzle needs to run a single query. */
function clientOf(db: RequestDb): Client {
  const execute = async (statement: InStatement): Promise<ResultSet> => {
    const { sql: text, args } = typeof statement === 'string' ? { sql: statement } : statement;
    const query = asQuery({ text, values: valuesOf(args) });
    const [rows] = await db.trip(isWriting(text) ? always : null, [query]);
    // drizzle uses only the rows, by position.
    return { rows } as unknown as ResultSet;
  };
  return { execute } as unknown as Client;
}

function valuesOf(args: InArgs | undefined): unknown[] {
  if (args === undefined || Array.isArray(args)) return args ?? [];
  throw new Error('values by name are not supported');
}

/** True if a round trip failed because of an `abortUnless`, even if the error is wrapped. */
function isEndedByCondition(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.message.includes('malformed JSON')) return true;
  }
  return false;
}
