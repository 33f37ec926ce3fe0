import type { Client, InArgs } from '@libsql/client';
import { createClient } from '@libsql/client/sqlite3';
import { type CopyLine, startCopyProxy } from './copy-line';
import type { CopyOrder } from './copy-thread';
import type { Rows } from './engine';
import type { Compiled } from './file-connection';

/** A copy older than this isn't used for reads. */
const MOST_AGE_MS = 1_000;
/** Pause between updates of the copy. Each takes two overlapping round trips. */
const PAUSE_MS = 300;
/** Pause after a failed update. */
const FAILED_PAUSE_MS = 5_000;
/**
 * The copy is updated for this long after its last read. Then an idle process makes no more round
 * trips.
 */
const WANTED_FOR_MS = 5_000;
/** How long the server may be silent. */
const SILENT_MS = 3_000;
/**
 * How long closing waits for an update in progress: first without interrupting it, then after
 * closing its connection.
 */
const END_WITHIN_MS = { whole: 500, cut: 5_000 };
/** How long a read waits for a lock on the file. It's short because waiting blocks the process. */
const BUSY_TIMEOUT_MS = 10;

/** A read-only copy of a database server, in a file next to the process. */
export type Copy = {
  /**
   * Runs queries as of one moment within the last second, including all writes of this process.
   * Returns null if the copy is older, so only the server can answer.
   */
  read(queries: readonly Compiled[]): Promise<Rows[] | null>;
  /** Records a write to the server. The copy isn't used until its next update. */
  written(): void;
  /**
   * Stops the thread after the update in progress. If that update hangs, the thread ends together
   * with the process.
   */
  close(): Promise<void>;
};

export type CopyOptions = {
  /** Path of the copy. It may be deleted while no process has it open. */
  path: string;
  /** Path of the thread's program. */
  thread: string;
};

/** Opens a server's copy. A thread updates it from the first read on. */
export function openCopy(
  { path, thread: program }: CopyOptions,
  server: { url: string; authToken: string | undefined },
): Copy {
  let keeper: { thread: Worker; line: CopyLine } | null = null;
  let reader: Client | null = null;
  /** The copy contains everything up to this time (performance.now()). */
  let asOf = Number.NEGATIVE_INFINITY;
  let writtenAt = Number.NEGATIVE_INFINITY;
  let wantedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | null = null;
  /** Resolves when the update in progress ends. */
  let underWay: Promise<void> | null = null;
  let isClosed = false;

  function begin() {
    const line = startCopyProxy(
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
    keeper ??= begin();
    const begunAt = performance.now();
    keeper.thread.onmessage = ({ data: hasSucceeded }: { data: boolean }) => {
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
    keeper.thread.postMessage({ path, ...server, url: keeper.line.url } satisfies CopyOrder);
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
      if (!keeper) return;
      // Terminating a thread inside libSQL crashes the whole process (libsql 0.5.29).
      const hasEnded = await endsWithin(underWay, END_WITHIN_MS.whole);
      keeper.line.close();
      if (hasEnded || (await endsWithin(underWay, END_WITHIN_MS.cut))) keeper.thread.terminate();
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
