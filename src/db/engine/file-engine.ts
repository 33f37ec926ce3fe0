import type { Client } from '@libsql/client';
import { type Engine, NOTHING_KNOWN } from './engine';
import { FileConnection } from './file-connection';
import { GroupCommit } from './group-commit';
import { retryWhileBusy, WriteQueue } from './write-queue';

/**
 * Runs statements on a database file. Reads use our own connection, one writer writes at a time,
 * and concurrent writes are committed together.
 *
 * For a call that reads settings, `remember` reduces the CPU time from 625 to 410 µs.
 */
export async function createFileEngine(
  path: string,
  client: Client,
  options: { busyTimeoutMs: number },
): Promise<Engine> {
  // The journal mode is stored in the file. The other defaults are what we need: foreign keys are
  // on, and synchronous is FULL, so a committed appointment survives a power failure.
  await retryWhileBusy(() => client.execute('PRAGMA journal_mode = WAL'));
  const queue = new WriteQueue();
  const file = new FileConnection(path, options);
  const group = new GroupCommit(queue, file);
  const version = new FileVersion(file);
  const commit = <T>(job: () => T): Promise<T> => group.run(job).finally(version.forget);
  return {
    ask: (query) => file.all(query),
    whenChanged(known, queriesFor) {
      const now = version.read();
      if (now === known) return { version: now, rows: null };
      const queries = queriesFor(NOTHING_KNOWN);
      return { version: now, rows: queries.map((query) => file.all(query)) };
    },
    remember(ask) {
      let remembered: { version: number; answer: ReturnType<typeof ask> } | null = null;
      return () => {
        const now = version.read();
        if (remembered?.version !== now) remembered = { version: now, answer: ask() };
        return remembered.answer;
      };
    },
    read: async (queries) => file.read(queries),
    recent: async (queries) => file.read(queries),
    batch: (statements) => commit(() => file.runTogether(statements)),
    queueDepth: () => queue.depth + group.depth,
    async close() {
      while (queue.depth + group.depth > 0) await queue.run(async () => {});
      file.close();
    },
  };
}

/**
 * The newest change in a file, read once per turn of the event loop. All requests of a turn arrived
 * before the first of them reads, because later ones are handled in the next turn. So the number is
 * current for all of them. After our own write, it's read again.
 * This reduces the CPU time of a cached read from 21 to 15 µs.
 */
class FileVersion {
  #ask: (() => number) | null = null;
  #answer: number | null = null;

  constructor(private readonly file: FileConnection) {}

  readonly read = (): number => {
    if (this.#answer !== null) return this.#answer;
    // Prepared on the first read, because a migration creates the table.
    this.#ask ??= this.file.prepareNumber('select max(seq) from changes');
    this.#answer = this.#ask();
    setImmediate(this.forget);
    return this.#answer;
  };

  readonly forget = (): void => {
    this.#answer = null;
  };
}
