import type { Compiled } from './file-connection';

/** The rows of one statement, each an array of values in the order of its columns. */
export type Rows = readonly unknown[];

/** How statements reach one kind of database: a file, or a libSQL server. */
export type Engine = {
  /** The rows of one query, by column name; at once where the database is a file. */
  ask(query: Compiled): unknown[] | Promise<unknown[]>;
  /** `ask` for a query about data that `version` covers: a replica beside the process may answer. */
  askReplica(query: Compiled): unknown[] | Promise<unknown[]>;
  /** The newest change of the database, read after the call began. */
  version(): number | Promise<number>;
  /** Answers from memory while the version stays the same, where knowing it costs no round trip. */
  remember<T>(ask: () => T): () => T;
  /** Runs one statement that is atomic by itself; its rows by column name. */
  write(statement: Compiled): Promise<unknown[]>;
  /** Reads as of one moment, in one round trip. */
  read(queries: Compiled[]): Promise<Rows[]>;
  /** Writes all or nothing, in one round trip. */
  batch(statements: Compiled[]): Promise<Rows[]>;
  /** Runs a job that writes through the client, once it may write. */
  inTurn<T>(job: () => Promise<T>): Promise<T>;
  /** Writes that wait in this process. */
  queueDepth(): number;
  close(): void;
};
