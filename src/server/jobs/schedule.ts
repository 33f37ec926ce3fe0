import type { Deps } from '@/server/deps';
import { errorFields } from '@/server/log';
import { deleteExpiredSessions } from '@/server/modules/auth/sessions.repository';
import { deletePastLimits } from '@/server/modules/limits/limits.repository';
import { sweepCharges } from '@/server/modules/payments/charge.usecases';
import { refreshFuelPrices } from '@/server/modules/pricing/price-feed.usecases';
import { refreshWeather } from '@/server/modules/weather/weather.usecases';
import { sendOutbox } from './outbox';

/** A job, and the pause between two of its runs in ms. */
type Job = { name: string; every: number; run(call: { deps: Deps }): Promise<unknown> };

/** Everything that happens by itself. Each may run in several processes at once without harm. */
const JOBS: readonly Job[] = [
  { name: 'sweep charges', every: 5_000, run: sweepCharges },
  { name: 'send outbox', every: 3_000, run: sendOutbox },
  // Both look often and ask only when what is stored is old, so a missed answer is soon made up for.
  { name: 'refresh weather', every: 300_000, run: refreshWeather },
  { name: 'refresh fuel prices', every: 900_000, run: refreshFuelPrices },
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

/** Starts the jobs; the function returned stops them and waits for what is running. */
export function startJobs(deps: Deps): () => Promise<void> {
  let stopped = false;
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const running = new Set<Promise<void>>();

  const plan = (job: Job, pause: number) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      const run = runJob(deps, job).finally(() => {
        running.delete(run);
        if (!stopped) plan(job, job.every);
      });
      running.add(run);
    }, pause);
    timers.add(timer);
  };
  for (const job of JOBS) plan(job, 200);

  return async () => {
    stopped = true;
    for (const timer of timers) clearTimeout(timer);
    await Promise.allSettled(running);
  };
}

async function runJob(deps: Deps, job: Job): Promise<void> {
  try {
    await job.run({ deps });
  } catch (error) {
    deps.log.error('a job failed', { job: job.name, ...errorFields(error) });
  }
}
