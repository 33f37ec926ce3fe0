import { isBusy } from './failures';

/** Number of consecutive jobs before timers and sockets get a turn. */
const JOBS_PER_TURN = 20;
/** How long a write may wait for another process before it fails. */
const GIVE_UP_AFTER_MS = 5_000;
/** Pause between attempts after a failure, because each blocks the event loop. */
const LOCKED_PAUSE_MS = 500;
/** How long a starting process waits for another one, which may be migrating. */
const START_MAX_WAIT_MS = 15_000;

/**
 * Runs one write at a time, in order. @libsql/client opens several connections to a file, and a
 * second writer in this process would block the event loop that the first one needs to finish.
 * While another process writes, attempts repeat with random pauses.
 *
 * This is needed for correctness: with the client alone, only 1 of 50 concurrent transactions
 * succeeded, and with the queue all do. `bun test src/db/client.test.ts` shows it with 300 writes
 * of every kind.
 */
export class WriteQueue {
  #tail: Promise<unknown> = Promise.resolve();
  #sinceYield = 0;
  #waiting = 0;
  /** When another process began to block all writes, or null while writes succeed. */
  #lockedSince: number | null = null;
  /**
   * The error of the last failed write, and when the next one may try. Null while writes succeed.
   */
  #givenUp: { error: unknown; tryAt: number } | null = null;

  /** Number of writes waiting or running. */
  get depth(): number {
    return this.#waiting;
  }

  /**
   * Runs a job after the earlier ones. If a job gets SQLITE_BUSY, it wrote nothing, so it's
   * repeated. If another process has blocked writes for 5 seconds, all waiting jobs fail
   * immediately with SQLITE_BUSY. Later jobs make at most one attempt every half second until one
   * succeeds.
   */
  run<T>(job: () => Promise<T>): Promise<T> {
    this.#waiting += 1;
    const result = this.#tail.then(async () => {
      this.#sinceYield += 1;
      if (this.#sinceYield >= JOBS_PER_TURN) {
        this.#sinceYield = 0;
        await new Promise((resolve) => setImmediate(resolve));
      }
      return this.#attempt(job);
    });
    this.#tail = result.then(
      () => this.#done(),
      () => this.#done(),
    );
    return result;
  }

  async #attempt<T>(job: () => Promise<T>): Promise<T> {
    if (this.#givenUp && performance.now() < this.#givenUp.tryAt) throw this.#givenUp.error;
    try {
      const result = await retryUntil(job, () => {
        this.#lockedSince ??= performance.now();
        return this.#lockedSince + GIVE_UP_AFTER_MS;
      });
      this.#isFree();
      return result;
    } catch (error) {
      if (isBusy(error)) {
        this.#givenUp = { error, tryAt: performance.now() + LOCKED_PAUSE_MS };
      } else this.#isFree();
      throw error;
    }
  }

  #isFree() {
    this.#lockedSince = null;
    this.#givenUp = null;
  }

  #done() {
    this.#waiting -= 1;
  }
}

/** Repeats a write that another process blocked, with growing, random pauses. */
export function retryWhileBusy<T>(
  job: () => Promise<T>,
  maxWaitMs = START_MAX_WAIT_MS,
): Promise<T> {
  const giveUpAt = performance.now() + maxWaitMs;
  return retryUntil(job, () => giveUpAt);
}

/**
 * Repeats a job until it succeeds, fails for good, or runs out of time.
 *
 * @param giveUpAt returns the deadline (performance.now()) after a temporary failure
 * @param mayPass true if a failure is temporary. By default, it is if another process blocks the
 * write.
 */
export async function retryUntil<T>(
  job: () => Promise<T>,
  giveUpAt: (error: unknown) => number,
  mayPass: (error: unknown) => boolean = isBusy,
): Promise<T> {
  for (let pause = 4; ; pause = Math.min(pause * 2, 200)) {
    try {
      return await job();
    } catch (error) {
      if (!mayPass(error) || performance.now() > giveUpAt(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())));
    }
  }
}
