import { isBusy } from './failures';

/** Jobs in a row before timers and sockets get their turn. */
const JOBS_PER_TURN = 20;
/** How long a write may wait for another process before its caller is told. */
const GIVE_UP_AFTER_MS = 5_000;
/** The pause between two tries once a caller was told: each try blocks the event loop. */
const LOCKED_PAUSE_MS = 500;
/** How long the start of a process waits for another one, which may migrate. */
const START_PATIENCE_MS = 15_000;

/**
 * Runs one write at a time, in order. @libsql/client opens several connections to a file, and a
 * second writer in this process would block the event loop that the first one needs to finish. A
 * writer in another process is waited for with jittered retries.
 *
 * Gives correctness, not speed: of 50 transactions at once on the client alone, 1 succeeded; through
 * the queue all do. `bun test src/db/client.test.ts` shows it with 300 writes of every kind.
 */
export class WriteQueue {
  #tail: Promise<unknown> = Promise.resolve();
  #sinceYield = 0;
  #waiting = 0;
  /** Since when another process has kept every write out; null while writes succeed. */
  #lockedSince: number | null = null;
  /** Once writes were given up: what they met, and when one may try again. */
  #givenUp: { error: unknown; tryAt: number } | null = null;

  /** Writes waiting or running now. */
  get depth(): number {
    return this.#waiting;
  }

  /**
   * Runs the job after those before it; a job that met SQLITE_BUSY wrote nothing and is repeated.
   * Once another process has kept writes out for 5 seconds, those that wait fail with SQLITE_BUSY
   * at once, and later ones after at most one try each half second, until one succeeds.
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

/** Repeats a write that another process kept out, with growing, jittered pauses. */
export function retryWhileBusy<T>(
  job: () => Promise<T>,
  patienceMs = START_PATIENCE_MS,
): Promise<T> {
  const giveUpAt = performance.now() + patienceMs;
  return retryUntil(job, () => giveUpAt);
}

/**
 * @param giveUpAt called when the job failed in a way that may pass; by performance.now()
 * @param mayPass whether a failure may pass; left out, that another process keeps the write out
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
