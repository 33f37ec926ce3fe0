import type { Compiled, FileConnection } from './file-connection';
import type { WriteQueue } from './write-queue';

/** Writes in one commit; more would keep other work waiting for too long. */
const MOST_TOGETHER = 100;

type Waiting = Compiled & {
  resolve(rows: unknown[]): void;
  reject(error: unknown): void;
};

/**
 * Writes that arrive together are committed together: one wait for the disk instead of one each.
 * Every member is atomic by itself, hears its own outcome, and only after the commit.
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

  /** The rows that the statement returned, once they are on the disk. */
  run(statement: Compiled): Promise<unknown[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...statement, resolve, reject });
      if (!this.#isPlanned) this.#plan();
    });
  }

  #plan(): void {
    this.#isPlanned = true;
    let group: Waiting[] | null = null;
    const write = async () => {
      if (!group) {
        // The requests that arrived with this one get as far as their own write first, and while they
        // do, others arrive: as long as each turn brings more, one commit will do for all of them.
        for (let known = 0; known < Math.min(this.#waiting.length, MOST_TOGETHER); ) {
          known = this.#waiting.length;
          await new Promise((resolve) => setImmediate(resolve));
        }
        group = this.#take();
      }
      // Repeated by the queue while another process holds the file: nothing was written then.
      const outcomes = this.connection.commitTogether(group);
      group.forEach((member, index) => {
        const outcome = outcomes[index];
        if (outcome && 'rows' in outcome) member.resolve(outcome.rows);
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
