import { hostname } from 'node:os';
import { adoptZones, type Deps } from '@/server/config/deps';
import { errorFields } from '@/server/config/log';
import type { Wake, Woken } from '@/server/config/wake';
import { ZONES_TEXT } from '@/server/modules/business-settings/time-zone.repository';
import {
  type LeaseRequest,
  readBeat,
  releaseLease,
} from '@/server/modules/leases/leases.repository';
import { DUE_JOBS, JOBS, JOBS_TO_ASK, type Job } from './jobs';
import { outcomesOf } from './outcomes';
import { JobRunner } from './runner';
import { type Cancel, PROCESS_TIMER } from './timer';

const LEASE = 'jobs';

/** How often the jobs check the database, in ms. */
export type Rhythm = {
  /** The pause between checks, which find work from other processes and a free lease. */
  beatMs: number;
  /** How soon after a write by this process we look for the work it created. */
  afterWriteMs: number;
  /** If the lease isn't renewed for this long, another process takes over at its next check. */
  leaseMs: number;
  /** A check renews the lease if only this much time is left. */
  renewWithinMs: number;
  /** How long a stop waits for running jobs. */
  stopWithinMs: number;
};
/**
 * An idle minute costs 6 round trips, 2 of them writes. Another process takes over within 55
 * seconds.
 */
const RHYTHM: Rhythm = {
  beatMs: 10_000,
  afterWriteMs: 250,
  leaseMs: 45_000,
  renewWithinMs: 15_000,
  stopWithinMs: 6_000,
};
/** How long before the lease ends in the database we stop using it, in ms. */
const LET_GO_MS = 1_000;
/** By then, the API is loaded and the first requests are answered. */
const FIRST_RUN_MS = 100;
/** A wake-up call is answered before its caller gives up. Running jobs continue. */
const WAKE_WITHIN_MS = 7_000;

/** When each checked job's work is due (ms), or null if it has none. */
type Due = ReadonlyMap<Job, number | null>;

export type Jobs = {
  wake: Wake;
  /** Stops the jobs, waits a while for running ones, and releases the lease. */
  stop(): Promise<void>;
};

/**
 * Runs the jobs. The process with the lease runs all of them. If it ends or is killed, another
 * process takes the lease and runs all jobs right away. Without the lease, a process still does the
 * due work that it wrote itself or found at its start. So a message is sent immediately, and work
 * that waited for a sleeping host doesn't also wait for the lease.
 */
export function startJobs(deps: Deps, rhythm: Rhythm = RHYTHM, timer = PROCESS_TIMER): Jobs {
  const owner = newLeaseOwner();
  let heldUntil = 0;
  const isHeld = () => timer.now() < heldUntil;
  const runner = new JobRunner(deps, isHeld, timer);
  let isStopped = false;

  /**
   * Number of writes by this process while it renews the lease, including the renewal. Null at
   * other times.
   */
  let writesBeside: number | null = null;
  let afterWrite: Cancel | null = null;
  const lookSoon = () => {
    if (isStopped) return;
    afterWrite ??= timer.after(rhythm.afterWriteMs, () => {
      afterWrite = null;
      return attempt(async () => planDue((await look()).due));
    });
  };
  deps.db.onWrite(() => {
    if (writesBeside === null) lookSoon();
    else writesBeside += 1;
  });

  /** Requests the lease if `request` is set, then reads its owner and the due work. */
  async function ask(request: LeaseRequest | null) {
    const jobs = [
      ...DUE_JOBS,
      ...(isHeld() ? JOBS_TO_ASK.filter((job) => runner.isIdle(job)) : []),
    ];
    const times = jobs.flatMap((job) => job.dueAt ?? job.hasWork?.({ deps }) ?? []);
    const beat = await readBeat(deps.db, LEASE, times, request, ZONES_TEXT);
    // Another process may have changed the time zone.
    adoptZones(deps.settings, beat.text === null ? null : JSON.parse(beat.text));
    const due: Due = new Map(jobs.map((job, index) => [job, beat.due[index] ?? null]));
    return { owner: beat.owner, due };
  }

  /** Reads the lease's owner and the due work. */
  async function look() {
    const beat = await ask(null);
    if (beat.owner !== owner) heldUntil = 0;
    return beat;
  }

  /** Takes or renews the lease, and reads what's due. */
  async function take(deadOwner: string | null): Promise<Due> {
    const wasHeld = isHeld();
    // The time is taken before the call, so that we stop using the lease before it ends in the
    // database.
    const calledAt = timer.now();
    writesBeside = 0;
    try {
      const beat = await ask({ name: LEASE, owner, deadOwner, forMs: rhythm.leaseMs });
      heldUntil = beat.owner === owner ? calledAt + rhythm.leaseMs - LET_GO_MS : 0;
      if (isHeld() && !wasHeld) {
        deps.log.info('this process runs the jobs');
        for (const job of JOBS) if (!job.dueAt) runner.plan(job, FIRST_RUN_MS);
      }
      return beat.due;
    } finally {
      const hasWritten = writesBeside > 1;
      writesBeside = null;
      if (hasWritten) lookSoon();
    }
  }

  function planDue(due: Due): void {
    const now = deps.clock.now();
    for (const [job, at] of due) {
      const inMs = (at ?? Number.POSITIVE_INFINITY) - now;
      if (inMs > 0 && job.hasWork) runner.rest(job);
      else if (inMs < rhythm.beatMs) runner.plan(job, Math.max(0, inMs));
    }
  }

  /** Renews the lease, or takes it if it's free, and reads what's due. */
  async function keepLease(): Promise<Due> {
    if (isHeld() && heldUntil - timer.now() <= rhythm.renewWithinMs) return take(null);
    const { owner: holder, due } = await look();
    if (isHeld()) return due;
    const isFree = holder === null || holder === owner || isDead(holder);
    return isFree ? take(holder) : due;
  }

  async function beat({ isFirst }: { isFirst: boolean }): Promise<void> {
    const due = await keepLease();
    if (isFirst || isHeld()) planDue(due);
  }

  async function wake(): Promise<Woken> {
    const due = await keepLease();
    const now = deps.clock.now();
    const isDue = (job: Job) =>
      job.dueAt ? (due.get(job) ?? Number.POSITIVE_INFINITY) <= now : isHeld();
    return outcomesOf(JOBS.filter(isDue), runner, WAKE_WITHIN_MS);
  }

  const looking = new Set<Promise<void>>();
  /** If the database can't be reached, the next beat tries again. */
  function attempt(how: () => Promise<unknown>): Promise<void> {
    const ended = how()
      .then(() => {})
      .catch((error) => deps.log.error("couldn't check for jobs to run", errorFields(error)))
      .finally(() => looking.delete(ended));
    looking.add(ended);
    return ended;
  }
  let nextBeat: Cancel | undefined;
  const keepBeating = async (isFirst = false) => {
    await attempt(() => beat({ isFirst }));
    if (!isStopped) nextBeat = timer.after(rhythm.beatMs, () => keepBeating());
  };
  keepBeating(true);

  return {
    wake,
    async stop() {
      isStopped = true;
      nextBeat?.();
      afterWrite?.();
      await Promise.all(looking);
      await runner.stop(rhythm.stopWithinMs);
      if (isHeld()) await releaseLease(deps.db, LEASE, owner);
      heldUntil = 0;
    },
  };
}

/**
 * The owner names that this process created. An earlier process may have had the same process ID.
 */
const ours = new Set<string>();

/** Creates a name for this process as a lease owner: `host/process ID/random`. */
function newLeaseOwner(): string {
  const owner = `${hostname()}/${process.pid}/${crypto.randomUUID()}`;
  ours.add(owner);
  return owner;
}

/**
 * True if an owner was a process on this machine that has ended, so its lease can be taken
 * immediately.
 */
function isDead(owner: string): boolean {
  const [host, pid] = owner.split('/');
  if (host !== hostname()) return false;
  // In a container, every process has ID 1, so another owner with our ID must be from an earlier start.
  if (Number(pid) === process.pid) return !ours.has(owner);
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as { code?: string }).code === 'ESRCH';
  }
}
