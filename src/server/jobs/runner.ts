import type { Deps } from '@/server/config/deps';
import { errorFields } from '@/server/config/log';
import { noteRejection } from '@/server/modules/payments/troubles.usecases';
import type { Job } from './jobs';
import type { Cancel, Timer } from './timer';

/** A job that pauses as long as this has no hurry: no person waits for it. */
const UNHURRIED_MS = 300_000;
/** Between two jobs without hurry, so that no minute costs a far database both. */
const TURN_MS = 60_000;

const isUnhurried = ({ dueAt, everyMs }: Job) => !dueAt && everyMs >= UNHURRIED_MS;

/** Runs each job at most once at a time, and lets it rest afterwards. */
export class JobRunner {
  readonly #planned = new Map<Job, Cancel>();
  /** Each job under way, and whether it succeeds. */
  readonly #running = new Map<Job, Promise<boolean>>();
  readonly #restsUntil = new Map<Job, number>();
  /** When the next job without hurry may begin. */
  #nextTurn = 0;
  readonly #stopping = new AbortController();

  /** @param isHeld whether this process holds the lease: a job without a due time needs it */
  constructor(
    private readonly deps: Deps,
    private readonly isHeld: () => boolean,
    private readonly timer: Timer,
  ) {}

  /** Runs a job after so many ms, or at its turn behind them, in place of what was planned for it. */
  plan(job: Job, inMs: number): void {
    if (this.#stopping.signal.aborted) return;
    this.#planned.get(job)?.();
    this.#planned.set(
      job,
      this.timer.after(inMs, () => this.#runInTurn(job)),
    );
  }

  /** Runs a job now, or once it has run and rested; what is under way then. */
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

  /** Whether a beat may check a job for work: it does not run, wait or rest. */
  isIdle(job: Job): boolean {
    const isBusy = this.#running.has(job) || this.#planned.has(job);
    return !isBusy && (this.#restsUntil.get(job) ?? 0) <= this.timer.now();
  }

  /** Lets a job rest as if it had run, because there is no work for it. */
  rest(job: Job): void {
    this.#restsUntil.set(job, this.timer.now() + job.everyMs);
  }

  /** Whether a job succeeds that is under way or begins now; null where it has just run, and rests. */
  success(job: Job): Promise<boolean> | null {
    if (!this.#running.has(job)) this.run(job);
    return this.#running.get(job) ?? null;
  }

  /** Ends once the jobs under way have ended, or after so many ms: a slow mail server may hold one up. */
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

  /** All jobs run at once when this process takes over; after that those without hurry take turns. */
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
