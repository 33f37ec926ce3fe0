import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Client, InArgs } from '@libsql/client';
import type { BatchItem, BatchResponse } from 'drizzle-orm/batch';
import { is } from 'drizzle-orm/entity';
import type { LibSQLDatabase } from 'drizzle-orm/libsql/driver-core';
import { Placeholder, type SQL } from 'drizzle-orm/sql';
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';
import { clientOf } from './client-of';
import type { FileConnection } from './file-connection';
import { FileVersion } from './file-version';
import { GroupCommit } from './group-commit';
import { createServerVersion } from './server-version';
import { retryWhileBusy, WriteQueue } from './write-queue';

export type Orm = LibSQLDatabase;
export type Transaction = Parameters<Parameters<Orm['transaction']>[0]>[0];
/** What a query needs: the database itself or a transaction on it. */
export type Queryable = Orm | Transaction;

/** What stands for the placeholders of a statement, by their names. */
export type Values = Record<string, unknown>;

/** How long one statement waits for a writer in another process; short, because it blocks ours. */
const BUSY_TIMEOUT_MS = 150;

/**
 * One database: a file, or a libSQL server (Turso). Reads go straight to `orm`; every write goes
 * through `write`, `batch` or `transaction`, so that a file has one writer at a time in this process.
 */
export type Db = {
  orm: Orm;
  /**
   * One statement that is atomic by itself (a guarded INSERT or UPDATE), ready to be written with the
   * values of its placeholders; gives its returned rows by column name. Those that arrive together
   * are committed together; each hears its own outcome.
   */
  guarded(statement: SQL): (values?: Values) => Promise<unknown[]>;
  /**
   * A query without placeholders that is asked often, of tables whose changes move `version`. Its
   * rows are plain, by column name, and belong to everybody. Of a file it is only asked again once
   * something has changed; a server is asked every time, and never the copy beside us.
   */
  remembered<Row>(query: SQL): () => readonly Row[] | Promise<readonly Row[]>;
  /**
   * A query of what goes with a `version`, ready to be asked with the values of its placeholders:
   * it may be read from the copy beside us. Its rows come at once where the database is a file.
   */
  hot<Row>(query: SQL): (values?: Values) => Row[] | Promise<Row[]>;
  /**
   * A number that every change of the database moves (see schema/coordination.ts), read after this
   * call began: what was read before the same number was given is still true.
   */
  version(): number | Promise<number>;
  /** One statement by drizzle; several may be written by `batch`. */
  write<T>(job: (orm: Orm) => Promise<T>): Promise<T>;
  /** Several statements, all or nothing, in one round trip. */
  batch<U extends BatchItem<'sqlite'>, T extends Readonly<[U, ...U[]]>>(
    statements: (orm: Orm) => T,
  ): Promise<BatchResponse<T>>;
  /**
   * Read, decide, write, all or nothing. Nothing but `tx` may be awaited inside: on a server a
   * transaction older than 5 seconds is rolled back, and on a file every other write waits.
   */
  transaction<T>(job: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Writes waiting in this process; always 0 on a server. */
  queueDepth(): number;
  client: Client;
  close(): Promise<void>;
};

/** Opens a database address: `file:…`, `http(s)://…`, `ws(s)://…` or `libsql://…`. */
export async function createDb(options: {
  url: string;
  authToken?: string;
  replicaPath?: string;
}): Promise<Db> {
  const isFile = options.url.startsWith('file:');
  if (isFile) mkdirSync(dirname(filePath(options.url)), { recursive: true });
  else if (options.url.includes(':memory:'))
    throw new Error('a database in memory is not supported');

  const client = await clientOf({
    url: options.url,
    authToken: options.authToken,
    timeout: BUSY_TIMEOUT_MS,
  });
  // The journal mode is a property of the file and stays with it; the rest is right by default:
  // foreign keys are on, and synchronous is FULL, so a committed booking survives a power cut.
  if (isFile) await retryWhileBusy(() => client.execute('PRAGMA journal_mode = WAL'));

  // Reads that carry a version may come from a copy beside us; everything else asks the server.
  const replica =
    !isFile && options.replicaPath
      ? await clientOf({
          url: `file:${options.replicaPath}`,
          syncUrl: options.url,
          authToken: options.authToken,
        })
      : null;

  const server = createServerVersion(client, replica);

  // It brings the library along, so it comes after `clientOf` has loaded that.
  const { drizzle } = await import('drizzle-orm/libsql/sqlite3');
  const orm = drizzle(client);
  const queue = new WriteQueue();
  const file = isFile ? await fileConnection(filePath(options.url)) : null;
  const group = file && new GroupCommit(queue, file);
  const version = file && new FileVersion(file);
  const inTurn = <T>(job: () => Promise<T>): Promise<T> =>
    isFile ? queue.run(job).finally(() => version?.forget()) : retryWhileBusy(job);

  function asked<Row>(query: SQL, source: () => Client) {
    const { text, fill } = compiled(query);
    return (named: Values = {}) => {
      const filled = fill(named);
      if (file) return file.all({ text, values: filled }) as Row[];
      return source()
        .execute(text, filled as InArgs)
        .then(({ rows }) => rows as Row[]);
    };
  }

  return {
    orm,
    guarded(statement) {
      const { text, fill } = compiled(statement);
      return async (named = {}) => {
        const filled = fill(named);
        if (group) return group.run({ text, values: filled }).finally(() => version?.forget());
        const { rows } = await retryWhileBusy(() => client.execute(text, filled as InArgs));
        return rows;
      };
    },
    remembered<Row>(query: SQL) {
      const ask = asked<Row>(query, () => client);
      if (!version) return ask;
      let kept: { at: number; rows: Row[] | Promise<Row[]> } | null = null;
      return () => {
        const at = version.read();
        if (kept?.at !== at) kept = { at, rows: ask() };
        return kept.rows;
      };
    },
    hot: (query) => asked(query, server.source),
    version: version?.read ?? server.read,
    write: (job) => inTurn(() => job(orm)),
    batch: (statements) => inTurn(() => orm.batch(statements(orm))),
    transaction: (job) => inTurn(() => orm.transaction(job)),
    queueDepth: () => queue.depth + (group?.depth ?? 0),
    client,
    async close() {
      await inTurn(async () => {});
      file?.close();
      replica?.close();
      client.close();
    },
  };
}

/** Not needed, and so not loaded, where the database is on a server. */
async function fileConnection(path: string): Promise<FileConnection> {
  const { FileConnection } = await import('./file-connection');
  return new FileConnection(path, { busyTimeoutMs: BUSY_TIMEOUT_MS });
}

const dialect = new SQLiteAsyncDialect();

/** A statement's text, and what makes its values out of those of its placeholders. */
function compiled(query: SQL): { text: string; fill(named: Values): unknown[] } {
  const { sql: text, params } = dialect.sqlToQuery(query);
  const makers = params.map((param): ((named: Values) => unknown) => {
    if (!is(param, Placeholder)) return () => param;
    const { name } = param;
    return (named) => {
      if (!(name in named)) throw new Error(`no value for the placeholder "${name}"`);
      return named[name];
    };
  });
  return { text, fill: (named) => makers.map((make) => make(named)) };
}

/** The path of a `file:` address, without its query. */
export function filePath(url: string): string {
  return url.replace(/^file:(\/\/(?=\/))?/, '').replace(/\?.*$/, '');
}
