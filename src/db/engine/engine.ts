import type { Compiled } from './file-connection';

/** The rows of one statement, each an array of values in the order of its columns. */
export type Rows = readonly unknown[];

/** The version of a database, and the rows of the queries; null where the version was known. */
export type Changed = { version: number; rows: (readonly unknown[])[] | null };

/** Stands for no known version: none is so low. */
export const NOTHING_KNOWN = -1;

/** How statements reach one kind of database: a file, or a libSQL server. */
export type Engine = {
  /** The rows of one query, by column name; at once where the database is a file. */
  ask(query: Compiled): unknown[] | Promise<unknown[]>;
  /**
   * The newest change of the database, read after the call began, and the rows of several queries by
   * column name, in one round trip; no rows where that change is `known`. A copy may answer, and then
   * the change is the newest one of at most a second before.
   *
   * @param queriesFor the queries for what is known; on a server each has no rows at that version
   */
  whenChanged(known: number, queriesFor: (known: number) => Compiled[]): Changed | Promise<Changed>;
  /** Answers from memory while the version stays the same, where knowing it costs no round trip. */
  remember<T>(ask: () => T): () => T;
  /** Reads as of one moment, in one round trip. */
  read(queries: Compiled[]): Promise<Rows[]>;
  /** The same of what everyone may see; a copy that is at most a second old may answer. */
  recent(queries: Compiled[]): Promise<Rows[]>;
  /** Writes all or nothing, in one round trip. */
  batch(statements: Compiled[]): Promise<Rows[]>;
  /** Writes that wait in this process. */
  queueDepth(): number;
  /** Closes the connections, after the writes that wait. */
  close(): void | Promise<void>;
};
