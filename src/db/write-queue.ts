import { isBusy } from './failures';

/** Jobs in a row before timers and sockets get their turn. */
const JOBS_PER_TURN = 20;
/** How long a write may wait for another process before its caller hears of it. */
const GIVE_UP_AFTER_MS = 15_000;

/**
 * Runs one write at a time, in order. @libsql/client on a file opens several connections to it, and
 * two writers inside one process would block the very event loop that the first one needs to
 * finish. Writers in other processes are waited for with jittered retries.
 */
export class WriteQueue {
  #tail: Promise<unknown> = Promise.resolve();
  #sinceYield = 0;
  #waiting = 0;

  /** Writes waiting or running now. */
  get depth(): number {
    return this.#waiting;
  }

  /** Runs the job after those before it; a job that met SQLITE_BUSY wrote nothing and is repeated. */
  run<T>(job: () => Promise<T>): Promise<T> {
    this.#waiting += 1;
    const result = this.#tail.then(async () => {
      this.#sinceYield += 1;
      if (this.#sinceYield >= JOBS_PER_TURN) {
        this.#sinceYield = 0;
        await new Promise((resolve) => setImmediate(resolve));
      }
      return retryWhileBusy(job);
    });
    this.#tail = result.then(
      () => this.#done(),
      () => this.#done(),
    );
    return result;
  }

  #done() {
    this.#waiting -= 1;
  }
}

/** Repeats a write that another process kept out, with growing, jittered pauses. */
export async function retryWhileBusy<T>(job: () => Promise<T>): Promise<T> {
  const giveUpAt = performance.now() + GIVE_UP_AFTER_MS;
  for (let pause = 4; ; pause = Math.min(pause * 2, 200)) {
    try {
      return await job();
    } catch (error) {
      if (!isBusy(error) || performance.now() > giveUpAt) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())));
    }
  }
}
