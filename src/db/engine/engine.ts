import type { Compiled } from './file-connection';

/** Rows of one statement. Each is an array of values in column order. */
export type Rows = readonly unknown[];

/**
 * The database's version, and the rows of the queries, or null if the version was already known.
 */
export type Changed = { version: number; rows: (readonly unknown[])[] | null };

/** A version lower than any real one, for callers that know none. */
export const NOTHING_KNOWN = -1;

/** Runs statements on one kind of database: a file or a libSQL server. */
export type Engine = {
  /** Runs one query and returns its rows by column name, immediately for a file. */
  ask(query: Compiled): unknown[] | Promise<unknown[]>;
  /**
   * Returns the version, read after the call started, and the rows of several queries by column
   * name, in one round trip. If the version equals `known`, there are no rows. A copy may answer
   * with a version up to a second old.
   *
   * @param queriesFor builds the queries for a known version. On a server, each returns no rows if
   * that's still the version.
   */
  whenChanged(known: number, queriesFor: (known: number) => Compiled[]): Changed | Promise<Changed>;
  /** Caches an answer while the version stays the same, if checking that needs no round trip. */
  remember<T>(ask: () => T): () => T;
  /** Reads in one round trip, as of one moment. */
  read(queries: Compiled[]): Promise<Rows[]>;
  /** Like `read`, for public rows. A copy up to a second old may answer. */
  recent(queries: Compiled[]): Promise<Rows[]>;
  /** Writes all or nothing, in one round trip. */
  batch(statements: Compiled[]): Promise<Rows[]>;
  /** Number of writes waiting in this process. */
  queueDepth(): number;
  /** Closes the connections after all waiting writes. */
  close(): void | Promise<void>;
};
