import type { FileConnection } from './file-connection';
import type { WriteQueue } from './write-queue';

/** Maximum number of writes per commit. More would delay other work too long. */
const MOST_TOGETHER = 100;

/** Runs statements on the connection. It's synchronous and atomic. */
type Job<T> = () => T;

type Waiting = {
  job: Job<unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
};

/**
 * Commits concurrent writes in one transaction, so they wait for the disk once instead of once
 * each. Each member is atomic and gets its own outcome after the commit.
 *
 * At 32 connections, this reduces a booking's CPU time from 807 to 389 µs, and its duration from
 * 106 to 13.6 ms. Most of that comes from waiting for other writes to join.
 */
export class GroupCommit {
  #waiting: Waiting[] = [];
  #isPlanned = false;

  constructor(
    private readonly queue: WriteQueue,
    private readonly connection: FileConnection,
  ) {}

  /** Number of writes waiting to be committed. */
  get depth(): number {
    return this.#waiting.length;
  }

  /** Runs a job and returns its result once its writes are on disk. */
  run<T>(job: Job<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, resolve: (result) => resolve(result as T), reject });
      if (!this.#isPlanned) this.#plan();
    });
  }

  #plan(): void {
    this.#isPlanned = true;
    let group: Waiting[] | null = null;
    const write = async () => {
      if (!group) {
        // Requests that arrived together reach their writes one after another. As long as each turn
        // of the event loop adds a write, wait, so that one commit includes all of them.
        for (let known = 0; known < Math.min(this.#waiting.length, MOST_TOGETHER); ) {
          known = this.#waiting.length;
          await new Promise((resolve) => setImmediate(resolve));
        }
        group = this.#take();
      }
      // The queue repeats this if another process has the lock. Nothing was written in that case.
      const outcomes = this.connection.commitTogether(group.map(({ job }) => job));
      group.forEach((member, index) => {
        const outcome = outcomes[index];
        if (outcome && 'result' in outcome) member.resolve(outcome.result);
        else member.reject(outcome?.error);
      });
    };
    this.queue.run(write).catch((error) => {
      for (const member of group ?? this.#take()) member.reject(error);
    });
  }

  #take(): Waiting[] {
    const group = this.#waiting.splice(0, MOST_TOGETHER);
    this.#isPlanned = false;
    if (this.#waiting.length > 0) this.#plan();
    return group;
  }
}
