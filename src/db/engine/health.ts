import { statfs } from 'node:fs/promises';
import { DatabaseUnreachableError } from './failures';

/** A successful write within this time shows that the database is writable. */
const WRITTEN_LATELY_MS = 30_000;
/** A write that waits longer may mean that the database is stuck. */
const WAITS_TOO_LONG_MS = 1_000;
/** SQLite itself needs some space, so a disk with less counts as full. */
const LEAST_ROOM_BYTES = 1024 * 1024;

/** Tracks from actual writes whether the database is writable. */
export class WriteHealth {
  readonly #waitingSince = new Set<{ at: number }>();
  #writtenAt = Number.NEGATIVE_INFINITY;
  #hasFailed = false;
  readonly #listeners: (() => void)[] = [];

  /** Calls `listener` after every successful write. */
  onWrite(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Records the outcome of a write. */
  async watch<T>(write: Promise<T>, isFault: (error: unknown) => boolean): Promise<T> {
    const waiting = { at: performance.now() };
    this.#waitingSince.add(waiting);
    try {
      const result = await write;
      this.#writtenAt = performance.now();
      for (const listener of this.#listeners) listener();
      return result;
    } catch (error) {
      if (isFault(error)) this.#hasFailed = true;
      throw error;
    } finally {
      this.#waitingSince.delete(waiting);
    }
  }

  /** Records that a probe was written, so earlier failures are over. */
  proven(): void {
    this.#writtenAt = performance.now();
    this.#hasFailed = false;
  }

  /** True if no write succeeded recently, or one failed or is waiting. */
  isDoubtful(): boolean {
    const now = performance.now();
    const [oldest] = this.#waitingSince;
    return (
      this.#hasFailed ||
      now - this.#writtenAt > WRITTEN_LATELY_MS ||
      (oldest !== undefined && now - oldest.at > WAITS_TOO_LONG_MS)
    );
  }
}

/**
 * Statements that write a row large enough to need new pages and then delete it, in one
 * transaction. They reach the disk but leave nothing behind.
 */
export const PROBE = [
  `insert into leases (name, owner, expires_at) values ('readyz', hex(zeroblob(32768)), 0)
   on conflict (name) do nothing`,
  `delete from leases where name = 'readyz'`,
] as const;

/** @throws DatabaseUnreachableError if the disk of a file is full */
export async function refuseFullDisk(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < LEAST_ROOM_BYTES) {
    throw new DatabaseUnreachableError('The database’s disk is full.');
  }
}
