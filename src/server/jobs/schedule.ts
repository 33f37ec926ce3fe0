import type { Deps } from '@/server/deps';
import { errorFields } from '@/server/log';
import { cancelLapsedHolds } from '@/server/modules/appointments/holds.usecases';
import { deleteExpiredSessions } from '@/server/modules/auth/sessions.repository';
import { deletePastLimits } from '@/server/modules/limits/limits.repository';
import { forgetOldChanges } from '@/server/modules/live/changes.repository';
import { sweepCharges } from '@/server/modules/payments/charge.usecases';
import { reconcile } from '@/server/modules/payments/reconcile.usecases';
import { sweepRefunds } from '@/server/modules/payments/refunds.usecases';
import { refreshFuelPrices } from '@/server/modules/pricing/price-feed.usecases';
import { bookRecurring } from '@/server/modules/recurring/book-recurring.usecases';
import { refreshWeather } from '@/server/modules/weather/weather.usecases';
import { holdLease } from './lease';
import { sendOutbox } from './outbox';

/** A job, and the pause between two of its runs in ms. */
type Job = { name: string; every: number; run(call: { deps: Deps }): Promise<unknown> };

/** Everything that happens by itself. Two processes that both ran one would still do no harm. */
const JOBS: readonly Job[] = [
  { name: 'sweep charges', every: 5_000, run: sweepCharges },
  { name: 'sweep refunds', every: 15_000, run: sweepRefunds },
  { name: 'reconcile payments', every: 300_000, run: reconcile },
  { name: 'send outbox', every: 3_000, run: sendOutbox },
  // Both look often and ask only when what is stored is old, so a missed answer is soon made up for.
  { name: 'refresh weather', every: 300_000, run: refreshWeather },
  { name: 'refresh fuel prices', every: 900_000, run: refreshFuelPrices },
  { name: 'book recurring deliveries', every: 300_000, run: bookRecurring },
  { name: 'cancel lapsed holds', every: 600_000, run: cancelLapsedHolds },
  {
    name: 'forget changes',
    every: 600_000,
    run: ({ deps }) => forgetOldChanges(deps.db),
  },
  {
    name: 'forget sessions',
    every: 3_600_000,
    run: ({ deps }) => deleteExpiredSessions(deps.db, deps.clock.now()),
  },
  {
    name: 'forget limits',
    every: 3_600_000,
    run: ({ deps }) => deletePastLimits(deps.db, deps.clock.now()),
  },
];

/**
 * Starts the jobs in whichever process holds their lease; when its owner ends or is killed, another
 * takes it and runs everything at once. The function returned stops them, waits for what is
 * running, and gives the lease back.
 */
export function startJobs(deps: Deps): () => Promise<void> {
  let stopped = false;
  const timers = new Map<Job, ReturnType<typeof setTimeout>>();
  const running = new Map<Job, Promise<void>>();

  const plan = (job: Job, pause: number) => {
    const timer = setTimeout(() => {
      timers.delete(job);
      if (!lease.isHeld()) return;
      const run = runJob(deps, job).finally(() => {
        running.delete(job);
        if (!stopped) plan(job, job.every);
      });
      running.set(job, run);
    }, pause);
    timers.set(job, timer);
  };
  const lease = holdLease(deps, 'jobs', () => {
    deps.log.info('this process runs the jobs');
    for (const job of JOBS) if (!timers.has(job) && !running.has(job)) plan(job, 100);
  });

  return async () => {
    stopped = true;
    for (const timer of timers.values()) clearTimeout(timer);
    await Promise.allSettled(running.values());
    await lease.release();
  };
}

async function runJob(deps: Deps, job: Job): Promise<void> {
  try {
    await job.run({ deps });
  } catch (error) {
    deps.log.error('a job failed', { job: job.name, ...errorFields(error) });
  }
}
