import type { Client, InArgs, InStatement, ResultSet } from '@libsql/client';
import { drizzle } from 'drizzle-orm/libsql/sqlite3';
import { type SQL, sql } from 'drizzle-orm/sql';
import type { Db, Queryable } from './client';
import { asQuery } from './engine/compile';
import type { Query, ResultOf, ResultsOf } from './engine/queries';

/** A condition of a call: that its session stands, say. The call counts only where the condition holds. */
export type Precondition = {
  /** Stand before the statements of a trip of the call; `unless` among them ends that trip. */
  statements: readonly Query[];
  /** Whether the statements write. */
  writes: boolean;
  /** Why it did not hold, read after it has ended a trip; null where it does hold. */
  refusal(): Promise<Error | null>;
};

/** A statement that ends its batch, which then writes nothing, unless the condition holds. */
export const abortUnless = (condition: SQL): SQL =>
  sql`select case when ${condition} then 1 else json('no') end`;

/** That one statement of `unless` holds; refused with what `refused` makes. */
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

/** How often a trip is made again that was ended, and every precondition holds by now. */
const MOST_TRIPS = 3;

/** Whether a batch wrote anything, by what its statements returned. */
export type HasWritten = (results: readonly unknown[]) => boolean;
const always: HasWritten = () => true;

/**
 * The database as one call sees it. The preconditions of the call travel with its first trip, so
 * that they cost no trip of their own to a far database. A read may begin before the answer of that trip; a write
 * waits for it. A precondition that does not hold makes every later statement fail too.
 *
 * A precondition that must still hold when the call writes travels with its first write as well. Every
 * later write follows from that one, and goes through even where the session has ended meanwhile.
 *
 * Await `settled` before answering a call: a call without a trip makes one then.
 */
export class RequestDb implements Db {
  readonly root: Db;
  #waiting: Precondition[] = [];
  /** The preconditions for the first write; empty after it. */
  #untilWritten: Precondition[] = [];
  /** The trips under way that carry preconditions. */
  readonly #asking = new Set<Promise<unknown>>();
  #refusal: Error | null = null;
  #orm: Queryable | null = null;

  constructor(db: Db) {
    this.root = db;
  }

  require(precondition: Precondition): void {
    this.#waiting.push(precondition);
  }

  /** Requires it of the first write, even where the first trip has carried it already. */
  requireOfWrite(precondition: Precondition): void {
    this.#untilWritten.push(precondition);
  }

  /** Resolves once every precondition holds. Throws the refusal of one that does not. */
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

  /** The preconditions travel to the server, and the read with them. */
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
   * Runs the queries in one round trip, with what is still required before them.
   *
   * @param hasWritten null where the queries only read
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
      const writes = hasWritten !== null || first.some((one) => one.writes);
      const sent = this.#send(writes, [...ahead, ...queries]);
      if (required.length === 0) return (await sent) as ResultsOf<T>;
      const answered = sent.then(
        (results) => results.slice(ahead.length) as ResultsOf<T>,
        (error) => this.#ended(error, { first, required }),
      );
      const results = await (first.length > 0 ? this.#whileAsking(answered) : answered);
      if (results && hasWritten?.(results)) this.#untilWritten = [];
      if (results) return results;
      if (count === MOST_TRIPS) throw new Error('a trip was ended again and again');
    }
  }

  async #whileAsking<T>(answered: Promise<T>): Promise<T> {
    this.#asking.add(answered);
    return answered.finally(() => this.#asking.delete(answered));
  }

  #send(writes: boolean, queries: readonly Query[]): Promise<readonly unknown[]> {
    return writes ? this.root.batch(() => queries) : this.root.read(() => queries);
  }

  /** Why a trip failed: throws the refusal, or what else it met; null where it may be made again. */
  async #ended(
    error: unknown,
    { first, required }: Record<'first' | 'required', readonly Precondition[]>,
  ): Promise<null> {
    // Nothing is known of them yet: the next trip takes them along again.
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

/** The database behind that of a call: what is kept for longer than a call is kept by it. */
export const rootOf = (db: Db): Db => (db instanceof RequestDb ? db.root : db);

const isWriting = (text: string) => !/^\s*(select|with)\b/i.test(text);

/** What drizzle needs of a client to run a query that stands by itself. */
function clientOf(db: RequestDb): Client {
  const execute = async (statement: InStatement): Promise<ResultSet> => {
    const { sql: text, args } = typeof statement === 'string' ? { sql: statement } : statement;
    const query = asQuery({ text, values: valuesOf(args) });
    const [rows] = await db.trip(isWriting(text) ? always : null, [query]);
    // drizzle reads the rows alone, by their position.
    return { rows } as unknown as ResultSet;
  };
  return { execute } as unknown as Client;
}

function valuesOf(args: InArgs | undefined): unknown[] {
  if (args === undefined || Array.isArray(args)) return args ?? [];
  throw new Error('values by name are not supported');
}

/** Whether a trip failed because of an `unless` in it, however deeply that is wrapped. */
function isEndedByCondition(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.message.includes('malformed JSON')) return true;
  }
  return false;
}
