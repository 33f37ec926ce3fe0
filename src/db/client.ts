import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Client, Config } from '@libsql/client';
import { createClient as createFileClient } from '@libsql/client/sqlite3';
import type { LibSQLDatabase } from 'drizzle-orm/libsql';
import { drizzle } from 'drizzle-orm/libsql/sqlite3';
import type { SQL } from 'drizzle-orm/sql';
import { compile, type Values } from './engine/compile';
import { type CopyOptions, openCopy } from './engine/copy';
import type { Changed } from './engine/engine';
import { isOutOfOrder } from './engine/failures';
import { createFileEngine } from './engine/file-engine';
import { type FileLock, shareFile } from './engine/file-lock';
import { PROBE, refuseFullDisk, WriteHealth } from './engine/health';
import { compileQueries, type Query, type ResultOf, type ResultsOf } from './engine/queries';
import { createServerEngine } from './engine/server-engine';
import { createServerFetch } from './engine/server-fetch';

/**
 * The methods to build queries. `transaction` is excluded because it would make a server wait
 * between statements.
 */
export type Queryable = Omit<LibSQLDatabase, 'transaction'>;

/**
 * How long a statement waits for a writer in another process. It's short because waiting blocks
 * ours.
 */
const BUSY_TIMEOUT_MS = 150;
/**
 * Time limit for one call to a database server. A write that's still waiting for its turn fails a
 * second earlier.
 */
const SERVER_LIMIT_MS = 9_000;
const SOONER_MS = 1_000;
/**
 * Maximum number of concurrent round trips. The client's own limit of 20 allows only 166 round
 * trips per second at 120 ms each.
 */
const SERVER_TRIPS_AT_ONCE = 100;

/**
 * A database: a file or a libSQL server (Turso). Reads use `orm` directly. Every write uses `write`
 * or `batch`, so that a file has only one writer in this process, on one connection. (A client's
 * connection must never write to a file that has other writers. If the lock is refused, libsql
 * keeps the statement open. Later it rolls the statement back, along with writes that were reported
 * as done.)
 */
export type Db = {
  orm: Queryable;
  /**
   * Compiles a frequent query without placeholders, for tables that increase the version when they
   * change. A file is read again only after a change, and all callers share the rows. A server is
   * always read.
   */
  remembered<Row>(query: SQL): () => readonly Row[] | Promise<readonly Row[]>;
  /**
   * Compiles frequent queries for tables that increase the version, a number that grows with every
   * change in the database (schema/coordination.ts). The result has the version, read after the
   * call started, and each query's rows by column name. If the version equals `known`, there are no
   * rows. To always get rows, pass NOTHING_KNOWN. Each query must have CHANGED first in its FROM,
   * so that it reads nothing if the version is known. A file answers immediately. For a server, a
   * copy up to a second old may answer.
   */
  whenChanged(
    queries: readonly SQL[],
  ): (known: number, values: Values) => Changed | Promise<Changed>;
  /** Writes a single drizzle statement. Use `batch` for several. */
  write<Q extends Query>(statement: (orm: Queryable) => Q): Promise<ResultOf<Q>>;
  /** Runs several queries in one round trip, as of one moment. */
  read<const T extends readonly Query[]>(queries: (orm: Queryable) => T): Promise<ResultsOf<T>>;
  /**
   * Like `read`, but only for public rows on which no decision depends. For a server, the copy next
   * to the process may answer. It's at most a second old and includes this process's own writes.
   */
  recent<const T extends readonly Query[]>(queries: (orm: Queryable) => T): Promise<ResultsOf<T>>;
  /**
   * Runs several statements in one round trip, all or none. Each sees the earlier ones' writes.
   * Batches that reach a file together are committed together, but each has its own outcome.
   *
   * @param hasWritten decides from the results whether anything was written. By default, it was
   * (RequestDb).
   */
  batch<const T extends readonly Query[]>(
    statements: (orm: Queryable) => T,
    hasWritten?: (results: readonly unknown[]) => boolean,
  ): Promise<ResultsOf<T>>;
  /**
   * Checks that the database can be read and written. It writes a probe row only if no write
   * succeeded in the last 30 seconds, or if one failed or is waiting. May take as long as the
   * longest write.
   * @throws if the database doesn't work
   */
  checkHealth(): Promise<void>;
  /** Calls `listener` after every successful write by this process. */
  onWrite(listener: () => void): void;
  /** Number of writes waiting in this process, always 0 for a server. */
  queueDepth(): number;
  client: Client;
  close(): Promise<void>;
};

/**
 * Opens a database address: `file:…`, `http(s)://…`, `ws(s)://…`, or `libsql://…`. A file is marked
 * as in use until `close`, or until the process ends for any reason.
 *
 * @throws DatabaseReplacedError if a backup is being restored to the file
 */
export async function createDb(options: {
  url: string;
  authToken?: string;
  /** For a server: keeps a copy of it for public reads. */
  copy?: CopyOptions;
  /**
   * Time limit for one call to a server, in ms. A write that waits for its turn may take almost as
   * long. Migrating a lot of data needs more than the default.
   */
  serverLimitMs?: number;
}): Promise<Db> {
  const { authToken, copy, serverLimitMs = SERVER_LIMIT_MS } = options;
  // A websocket connection reaches the same server but has no time limit, so http is used instead.
  const url = options.url.replace(/^ws(?=s?:)/, 'http');
  const path = url.startsWith('file:') ? filePath(url) : null;
  if (path === null && url.includes(':memory:')) {
    throw new Error("a database in memory isn't supported");
  }
  // The lock comes first, so that a restore notices that the file is in use.
  const lock = path === null ? null : lockOf(path);

  // Only the client that's needed is loaded, because the one for servers would delay the start.
  const createClient: (config: Config) => Client =
    path === null ? (await import('@libsql/client/http')).createClient : createFileClient;
  const client = createClient({
    url,
    concurrency: path === null ? SERVER_TRIPS_AT_ONCE : undefined,
    authToken,
    timeout: BUSY_TIMEOUT_MS,
    fetch: createServerFetch(serverLimitMs),
  });
  const engine =
    path === null
      ? createServerEngine(
          client,
          copy ? openCopy(copy, { url, authToken }) : null,
          serverLimitMs - SOONER_MS,
        )
      : await createFileEngine(path, client, { busyTimeoutMs: BUSY_TIMEOUT_MS });
  const orm = drizzle(client);
  const health = new WriteHealth();
  const watched = <T>(write: Promise<T>) => health.watch(write, isOutOfOrder);

  return {
    orm,
    remembered<Row>(query: SQL) {
      const filled = compile(query);
      return engine.remember(() => engine.ask(filled({})) as Row[] | Promise<Row[]>);
    },
    whenChanged(queries) {
      const filled = queries.map(compile);
      return (known, values) =>
        engine.whenChanged(known, (version) =>
          filled.map((fill) => fill({ ...values, known: version })),
        );
    },
    async write(statement) {
      const { statements, typed } = compileQueries([statement(orm)] as const);
      return typed(await watched(engine.batch(statements)))[0];
    },
    async read(queries) {
      const { statements, typed } = compileQueries(queries(orm));
      return typed(await engine.read(statements));
    },
    async recent(queries) {
      const { statements, typed } = compileQueries(queries(orm));
      return typed(await engine.recent(statements));
    },
    async batch(queries) {
      const { statements, typed } = compileQueries(queries(orm));
      return typed(await watched(engine.batch(statements)));
    },
    async checkHealth() {
      if (path !== null) await refuseFullDisk(dirname(path));
      await client.execute('select 1');
      if (!health.isDoubtful()) return;
      await watched(engine.batch(PROBE.map((text) => ({ text, values: [] }))));
      health.proven();
    },
    onWrite: (listener) => health.onWrite(listener),
    queueDepth: engine.queueDepth,
    client,
    async close() {
      await engine.close();
      client.close();
      lock?.release();
    },
  };
}

function lockOf(path: string): FileLock {
  mkdirSync(dirname(path), { recursive: true });
  return shareFile(path);
}

/** Returns the path of a `file:` address, without its query. */
export function filePath(url: string): string {
  return url.replace(/^file:(\/\/(?=\/))?/, '').replace(/\?.*$/, '');
}
