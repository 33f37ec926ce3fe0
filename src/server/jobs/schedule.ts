import type { AnyCall } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { errorFields } from '@/server/config/log';
import { expireHolds } from '@/server/modules/appointments/hold-expiry.usecases';
import { keepLinks } from '@/server/modules/appointments/keep-links.usecases';
import { sealAudit } from '@/server/modules/audit/seal.usecases';
import { deleteExpiredChallenges } from '@/server/modules/auth/challenges.repository';
import { deleteExpiredSessions } from '@/server/modules/auth/sessions.repository';
import { completeLedger } from '@/server/modules/ledger/ledger.usecases';
import { deletePastLimits } from '@/server/modules/limits/limits.repository';
import { forgetOldChanges } from '@/server/modules/live/changes.repository';
import { sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import { forgetCustomers } from '@/server/modules/own-data/forget-customers.usecases';
import { forgetOldData } from '@/server/modules/own-data/retention.usecases';
import { forgetCardTries } from '@/server/modules/payments/card-tries.usecases';
import { reconcile } from '@/server/modules/payments/reconcile.usecases';
import { sweepRefunds } from '@/server/modules/payments/refunds.usecases';
import { sweepCharges } from '@/server/modules/payments/settle-charge.usecases';
import { checkPayments, noteRejection } from '@/server/modules/payments/troubles.usecases';
import { watchCash } from '@/server/modules/payments/watch-cash.usecases';
import { refreshFuelPrices } from '@/server/modules/pricing/price-feed.usecases';
import { bookRecurring } from '@/server/modules/recurring/book-recurring.usecases';
import { refreshWeather } from '@/server/modules/weather/weather.usecases';
import { holdLease } from './lease';

/** A job, and the pause between two of its runs. */
type Job = { name: string; everyMs: number; run(call: AnyCall): Promise<unknown> };

/** All work on a schedule. A job may run in two processes at once and still do no harm. */
const JOBS: readonly Job[] = [
  { name: 'sweep charges', everyMs: 5_000, run: sweepCharges },
  { name: 'watch cash', everyMs: 10_000, run: watchCash },
  { name: 'sweep refunds', everyMs: 15_000, run: sweepRefunds },
  { name: 'check payments', everyMs: 10_000, run: checkPayments },
  { name: 'complete the ledger', everyMs: 60_000, run: completeLedger },
  { name: 'reconcile payments', everyMs: 300_000, run: reconcile },
  { name: 'send outbox', everyMs: 3_000, run: sendOutbox },
  // Both run often and fetch only when the stored answer is old, so a failure is soon made good.
  { name: 'refresh weather', everyMs: 300_000, run: refreshWeather },
  { name: 'refresh fuel prices', everyMs: 900_000, run: refreshFuelPrices },
  { name: 'book recurring deliveries', everyMs: 300_000, run: bookRecurring },
  { name: 'seal audit entries', everyMs: 30_000, run: sealAudit },
  { name: 'keep links', everyMs: 600_000, run: keepLinks },
  { name: 'expire holds', everyMs: 600_000, run: expireHolds },
  {
    name: 'forget changes',
    everyMs: 600_000,
    run: ({ deps }) => forgetOldChanges(deps.db),
  },
  {
    name: 'forget sessions',
    everyMs: 3_600_000,
    run: ({ deps }) => deleteExpiredSessions(deps.db, deps.clock.now()),
  },
  { name: 'forget people', everyMs: 3_600_000, run: forgetOldData },
  { name: 'forget customers at Stripe', everyMs: 3_600_000, run: forgetCustomers },
  {
    name: 'forget challenges',
    everyMs: 3_600_000,
    run: ({ deps }) => deleteExpiredChallenges(deps.db, deps.clock.now()),
  },
  { name: 'forget card tries', everyMs: 3_600_000, run: forgetCardTries },
  {
    name: 'forget limits',
    everyMs: 3_600_000,
    run: ({ deps }) => deletePastLimits(deps.db, deps.clock.now()),
  },
];

/**
 * Runs the jobs while this process holds their lease. When the owner ends or is killed, another
 * process takes the lease and runs every job at once.
 *
 * @returns a function that stops the jobs, waits for those under way, and gives the lease back
 */
export function startJobs(deps: Deps): () => Promise<void> {
  let stopped = false;
  const timers = new Map<Job, ReturnType<typeof setTimeout>>();
  const running = new Map<Job, Promise<void>>();

  const plan = (job: Job, pauseMs: number) => {
    const timer = setTimeout(() => {
      timers.delete(job);
      if (!lease.isHeld()) return;
      const run = runJob(deps, job).finally(() => {
        running.delete(job);
        if (!stopped) plan(job, job.everyMs);
      });
      running.set(job, run);
    }, pauseMs);
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
    await noteRejection({ deps }, error);
    deps.log.error('a job failed', { job: job.name, ...errorFields(error) });
  }
}
