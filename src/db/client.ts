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

/** What a query needs. Without `transaction`, which would keep a server waiting between statements. */
export type Queryable = Omit<LibSQLDatabase, 'transaction'>;

/** How long one statement waits for a writer in another process; short, because it blocks ours. */
const BUSY_TIMEOUT_MS = 150;
/** How long one call of a database server may take; a write gives up its place in line a second earlier. */
const SERVER_LIMIT_MS = 9_000;
const SOONER_MS = 1_000;
/** Trips that are under way at once; 20, the client's own limit, is 166 trips a second at 120 ms. */
const SERVER_TRIPS_AT_ONCE = 100;

/**
 * One database: a file, or a libSQL server (Turso). Reads go straight to `orm`. Every write goes
 * through `write` or `batch`, so that a file has one writer at a time in this process, on one connection.
 * (A connection of the client must not write to a file that others write to: libsql keeps a statement that
 * was refused the lock, and rolls back with it what the connection wrote later and reported as written.)
 */
export type Db = {
  orm: Queryable;
  /**
   * Compiles a query that many requests ask, without placeholders, of tables whose changes move
   * `version`. A file is read again only after a change, and its callers share the rows. A server
   * is read every time.
   */
  remembered<Row>(query: SQL): () => readonly Row[] | Promise<readonly Row[]>;
  /**
   * Compiles queries for many repeats, of tables whose changes move the version, a number that grows with
   * every change of the database (schema/coordination.ts). The result gives the version as read after its
   * call began, and the rows of each query by column name; no rows where that version is `known`
   * (NOTHING_KNOWN knows none). Each query begins with CHANGED in its FROM, so that it reads nothing then.
   * A file answers at once; before a server a copy that is at most a second old may.
   */
  whenChanged(
    queries: readonly SQL[],
  ): (known: number, values: Values) => Changed | Promise<Changed>;
  /** Writes one statement of drizzle, at once and all of it; `batch` takes several. */
  write<Q extends Query>(statement: (orm: Queryable) => Q): Promise<ResultOf<Q>>;
  /** Several queries as of one moment, in one round trip. */
  read<const T extends readonly Query[]>(queries: (orm: Queryable) => T): Promise<ResultsOf<T>>;
  /**
   * The same for public rows that no decision rests on. Before a server a copy beside the process may
   * answer, which is at most a second old and has all that this process wrote.
   */
  recent<const T extends readonly Query[]>(queries: (orm: Queryable) => T): Promise<ResultsOf<T>>;
  /**
   * Several statements, all or nothing, in one round trip; each sees what those before it wrote.
   * Batches that arrive together at a file are committed together, and each has its own outcome.
   *
   * @param hasWritten tells of what they returned whether they wrote; left out, they do (CallDb)
   */
  batch<const T extends readonly Query[]>(
    statements: (orm: Queryable) => T,
    hasWritten?: (results: readonly unknown[]) => boolean,
  ): Promise<ResultsOf<T>>;
  /**
   * Reads, and writes a probe where no write succeeded for 30 seconds, or where one failed or waits;
   * throws where the database does not do its work. It may take as long as the longest write.
   */
  checkHealth(): Promise<void>;
  /** Calls `listener` after every write of this process that succeeded. */
  onWrite(listener: () => void): void;
  /** Writes that wait in this process; always 0 on a server. */
  queueDepth(): number;
  client: Client;
  close(): Promise<void>;
};

/**
 * Opens a database address: `file:…`, `http(s)://…`, `ws(s)://…` or `libsql://…`. A file is marked as
 * in use until `close`, or until the process ends in any way.
 *
 * @throws DatabaseReplacedError while a backup is restored to the file
 */
export async function createDb(options: {
  url: string;
  authToken?: string;
  /** Beside a server: keeps a copy of it, which public reads come from. */
  copy?: CopyOptions;
  /**
   * How long one call of a server may take, in ms, and nearly so long a write waits for its turn; a migration
   * of much data needs more than usual.
   */
  serverLimitMs?: number;
}): Promise<Db> {
  const { authToken, copy, serverLimitMs = SERVER_LIMIT_MS } = options;
  // A websocket goes to the same server as http, but has no time limit.
  const url = options.url.replace(/^ws(?=s?:)/, 'http');
  const path = url.startsWith('file:') ? filePath(url) : null;
  if (path === null && url.includes(':memory:')) {
    throw new Error('a database in memory is not supported');
  }
  // Before anything touches the file: a restore must see that it is in use.
  const lock = path === null ? null : lockOf(path);

  // Each address has a client of its own: what speaks to servers takes a file longer to start.
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

/** The path of a `file:` address, without its query. */
export function filePath(url: string): string {
  return url.replace(/^file:(\/\/(?=\/))?/, '').replace(/\?.*$/, '');
}
