import type { Client, InArgs } from '@libsql/client';
import { createClient } from '@libsql/client/sqlite3';
import { type CopyLine, layCopyLine } from './copy-line';
import type { CopyOrder } from './copy-thread';
import type { Rows } from './engine';
import type { Compiled } from './file-connection';

/** A copy that is older than this answers no read. */
const MOST_AGE_MS = 1_000;
/** The pause before the copy is brought up to date again, which takes two trips that overlap. */
const PAUSE_MS = 300;
/** The same after it failed. */
const FAILED_PAUSE_MS = 5_000;
/** For so long after its last read the copy is kept up to date: an idle process makes no trips. */
const WANTED_FOR_MS = 5_000;
/** How long the server may be silent. */
const SILENT_MS = 3_000;
/** How long an end waits for what is under way: first as it is, then with its line cut. */
const END_WITHIN_MS = { whole: 500, cut: 5_000 };
/** How long a read waits for a lock on the file; short, because it blocks the process. */
const BUSY_TIMEOUT_MS = 10;

/** A copy of a database server, as a file beside the process. Nothing is written through it. */
export type Copy = {
  /**
   * The rows of queries as of one moment in the last second, with every write of this process; null where
   * the copy is older and only the server can answer.
   */
  read(queries: readonly Compiled[]): Promise<Rows[] | null>;
  /** This process wrote to the server: the copy lacks that until it is brought up to date again. */
  written(): void;
  /** Ends its thread, once what is under way has ended; one that stands still ends with the process. */
  close(): Promise<void>;
};

export type CopyOptions = {
  /** The file. It belongs to the copy, and may be removed while no process has it open. */
  path: string;
  /** The program of the thread that keeps it. */
  thread: string;
};

/** Opens the copy of a server. It is brought up to date from the first read on, in another thread. */
export function openCopy(
  { path, thread: program }: CopyOptions,
  server: { url: string; authToken: string | undefined },
): Copy {
  let kept: { thread: Worker; line: CopyLine } | null = null;
  let reader: Client | null = null;
  /** By performance.now(): the moment that the copy shows at least. */
  let asOf = Number.NEGATIVE_INFINITY;
  let writtenAt = Number.NEGATIVE_INFINITY;
  let wantedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | null = null;
  /** Resolves when what is under way has ended. */
  let underWay: Promise<void> | null = null;
  let isClosed = false;

  function begin() {
    const line = layCopyLine(
      server.url.replace(/^libsql:/, 'https:').replace(/\/$/, ''),
      SILENT_MS,
    );
    return { thread: new Worker(program), line };
  }

  function bringUpToDate(): void {
    if (underWay || isClosed) return;
    const ended = Promise.withResolvers<void>();
    underWay = ended.promise;
    timer = null;
    kept ??= begin();
    const begunAt = performance.now();
    kept.thread.onmessage = ({ data: hasSucceeded }: { data: boolean }) => {
      underWay = null;
      ended.resolve();
      if (hasSucceeded && !isClosed) {
        asOf = begunAt;
        reader ??= createClient({ url: `file:${path}`, timeout: BUSY_TIMEOUT_MS });
      }
      const isWanted = performance.now() - wantedAt < WANTED_FOR_MS;
      if (isWanted && !isClosed) {
        timer = setTimeout(bringUpToDate, hasSucceeded ? PAUSE_MS : FAILED_PAUSE_MS);
      }
    };
    kept.thread.postMessage({ path, ...server, url: kept.line.url } satisfies CopyOrder);
  }

  return {
    async read(queries) {
      wantedAt = performance.now();
      if (!timer) bringUpToDate();
      if (!reader || asOf < writtenAt || wantedAt - asOf > MOST_AGE_MS) return null;
      try {
        const statements = queries.map(({ text, values }) => ({
          sql: text,
          args: values as InArgs,
        }));
        return (await reader.batch(statements, 'read')).map(({ rows }) => rows);
      } catch {
        return null;
      }
    },
    written() {
      writtenAt = performance.now();
    },
    async close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
      reader?.close();
      if (!kept) return;
      // A thread that ends inside libSQL takes the whole process with it (libsql 0.5.29).
      const hasEnded = await endsWithin(underWay, END_WITHIN_MS.whole);
      kept.line.close();
      if (hasEnded || (await endsWithin(underWay, END_WITHIN_MS.cut))) kept.thread.terminate();
    },
  };
}

async function endsWithin(underWay: Promise<void> | null, ms: number): Promise<boolean> {
  if (underWay === null) return true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  const hasEnded = await Promise.race([underWay.then(() => true), late]);
  clearTimeout(timer);
  return hasEnded;
}
