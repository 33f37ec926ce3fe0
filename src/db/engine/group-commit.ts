import type { FileConnection } from './file-connection';
import type { WriteQueue } from './write-queue';

/** Writes in one commit; more would keep other work waiting for too long. */
const MOST_TOGETHER = 100;

/** Runs statements of the connection, synchronously, and atomic by itself. */
type Job<T> = () => T;

type Waiting = {
  job: Job<unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
};

/**
 * Commits writes that arrive together in one transaction: one wait for the disk instead of one each.
 * Every member is atomic by itself and gets its own outcome after the commit.
 *
 * Gives, at 32 connections: a booking takes 389 µs of the processor instead of 807, and 13.6 ms
 * instead of 106. Waiting for the rest of a crowd is most of it (360 µs instead of 780 without).
 */
export class GroupCommit {
  #waiting: Waiting[] = [];
  #isPlanned = false;

  constructor(
    private readonly queue: WriteQueue,
    private readonly connection: FileConnection,
  ) {}

  /** Writes waiting to be committed. */
  get depth(): number {
    return this.#waiting.length;
  }

  /** The job's result, once its writes are on the disk. */
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
        // Requests that arrived with this one reach their own write first, and more arrive meanwhile.
        // As long as each turn brings another write, one commit serves them all.
        for (let known = 0; known < Math.min(this.#waiting.length, MOST_TOGETHER); ) {
          known = this.#waiting.length;
          await new Promise((resolve) => setImmediate(resolve));
        }
        group = this.#take();
      }
      // Repeated by the queue while another process holds the file: nothing was written then.
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
