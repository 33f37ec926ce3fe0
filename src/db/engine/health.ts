import { statfs } from 'node:fs/promises';
import { DatabaseUnreachableError } from './failures';

/** A write that succeeded within this time says that writes succeed. */
const WRITTEN_LATELY_MS = 30_000;
/** A write that waits for longer says that the database may stand still. */
const WAITS_TOO_LONG_MS = 1_000;
/** A disk with less room is full: SQLite itself needs some to work. */
const LEAST_ROOM_BYTES = 1024 * 1024;

/** Knows from the writes themselves whether the database takes writes. */
export class WriteHealth {
  readonly #waitingSince = new Set<{ at: number }>();
  #writtenAt = Number.NEGATIVE_INFINITY;
  #hasFailed = false;
  readonly #listeners: (() => void)[] = [];

  /** Calls `listener` after every write that succeeded. */
  onWrite(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Notes how a write ends. */
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

  /** A probe was written: what failed before works again. */
  proven(): void {
    this.#writtenAt = performance.now();
    this.#hasFailed = false;
  }

  /** No recent write says that writes succeed, or one failed or waits. */
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
 * Writes a row that needs new pages and removes it again, all in one transaction: it reaches the
 * disk and leaves nothing.
 */
export const PROBE = [
  `insert into leases (name, owner, expires_at) values ('readyz', hex(zeroblob(32768)), 0)
   on conflict (name) do nothing`,
  `delete from leases where name = 'readyz'`,
] as const;

/** Throws where the disk of a file has no room left. */
export async function refuseFullDisk(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < LEAST_ROOM_BYTES) {
    throw new DatabaseUnreachableError('The disk of the database is full.');
  }
}
