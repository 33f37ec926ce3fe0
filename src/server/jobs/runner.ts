import type { Deps } from '@/server/config/deps';
import { errorFields } from '@/server/config/log';
import { noteRejection } from '@/server/modules/payments/health/troubles.usecases';
import type { Job } from './jobs';
import type { Cancel, Timer } from './timer';

/** A job that pauses this long between runs isn't urgent, because nobody waits for it. */
const UNHURRIED_MS = 300_000;
/** The time between two jobs that aren't urgent, so that a distant database isn't used by both in one minute. */
const TURN_MS = 60_000;

const isUnhurried = ({ dueAt, everyMs }: Job) => !dueAt && everyMs >= UNHURRIED_MS;

/** Runs each job at most once at a time, with a pause afterward. */
export class JobRunner {
  readonly #planned = new Map<Job, Cancel>();
  /** Running jobs, each with a promise of whether it succeeds. */
  readonly #running = new Map<Job, Promise<boolean>>();
  readonly #restsUntil = new Map<Job, number>();
  /** When the next job that isn't urgent may start. */
  #nextTurn = 0;
  readonly #stopping = new AbortController();

  /** @param isHeld whether this process has the lease, which jobs without a due time need */
  constructor(
    private readonly deps: Deps,
    private readonly isHeld: () => boolean,
    private readonly timer: Timer,
  ) {}

  /** Plans a job to run after this many ms, or later at its turn. Replaces its earlier plan. */
  plan(job: Job, inMs: number): void {
    if (this.#stopping.signal.aborted) return;
    this.#planned.get(job)?.();
    this.#planned.set(
      job,
      this.timer.after(inMs, () => this.#runInTurn(job)),
    );
  }

  /** Starts the job now, or after its current run and pause. @returns the run in progress, if any */
  run(job: Job): Promise<boolean> | undefined {
    this.#planned.get(job)?.();
    this.#planned.delete(job);
    if (this.#stopping.signal.aborted || (!job.dueAt && !this.isHeld())) return;
    const restMs = (this.#restsUntil.get(job) ?? 0) - this.timer.now();
    if (this.#running.has(job)) this.plan(job, job.everyMs);
    else if (restMs > 0) this.plan(job, restMs);
    else this.#running.set(job, this.#finish(job));
    return this.#running.get(job);
  }

  /**
   * True if the scheduler may check a job for work, because it isn't running, planned, or pausing.
   */
  isIdle(job: Job): boolean {
    const isBusy = this.#running.has(job) || this.#planned.has(job);
    return !isBusy && (this.#restsUntil.get(job) ?? 0) <= this.timer.now();
  }

  /** Starts a job's pause as if the job had run. Called if the job has no work. */
  rest(job: Job): void {
    this.#restsUntil.set(job, this.timer.now() + job.everyMs);
  }

  /**
   * Starts a job unless it's running. @returns whether the run succeeds, or null if the job has
   * just run and is pausing
   */
  success(job: Job): Promise<boolean> | null {
    if (!this.#running.has(job)) this.run(job);
    return this.#running.get(job) ?? null;
  }

  /** Waits for the running jobs, but only for this many ms, because a slow email server may delay one. */
  async stop(withinMs: number): Promise<void> {
    this.#stopping.abort();
    for (const cancel of this.#planned.values()) cancel();
    const timeIsUp = Promise.withResolvers<void>();
    const cancelEnd = this.timer.after(withinMs, async () => timeIsUp.resolve());
    await Promise.race([Promise.all(this.#running.values()), timeIsUp.promise]);
    cancelEnd();
  }

  async #finish(job: Job): Promise<boolean> {
    const { deps } = this;
    this.#takeTurn(job);
    let hasSucceeded = true;
    try {
      await job.run({ deps }, this.#stopping.signal);
    } catch (error) {
      hasSucceeded = false;
      await noteRejection({ deps }, error).catch(() => {});
      deps.log.error('a job failed', { job: job.name, ...errorFields(error) });
    }
    this.#running.delete(job);
    this.#takeTurn(job);
    this.rest(job);
    if (!job.dueAt && !job.hasWork) this.plan(job, job.everyMs);
    return hasSucceeded;
  }

  /**
   * When this process gets the lease, all jobs run right away. After that, those that aren't urgent
   * take turns.
   */
  #runInTurn(job: Job): Promise<boolean> | undefined {
    const waits = isUnhurried(job) && this.#restsUntil.has(job);
    const waitMs = waits ? this.#nextTurn - this.timer.now() : 0;
    if (waitMs <= 0) return this.run(job);
    this.plan(job, waitMs);
  }

  #takeTurn(job: Job): void {
    if (isUnhurried(job)) this.#nextTurn = this.timer.now() + TURN_MS;
  }
}
