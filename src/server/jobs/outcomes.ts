import type { Woken } from '@/server/config/wake';
import type { Job } from './jobs';
import type { JobRunner } from './runner';

/**
 * Runs jobs and returns how each ended within the time limit. Jobs that have just run are left out.
 */
export async function outcomesOf(
  jobs: readonly Job[],
  runner: Pick<JobRunner, 'success'>,
  withinMs: number,
): Promise<Woken> {
  const woken: Woken = { done: [], failed: [], underWay: [] };
  const timeIsUp = Promise.withResolvers<'underWay'>();
  const timer = setTimeout(timeIsUp.resolve, withinMs, 'underWay');
  const ending = jobs.map(async (job) => {
    const success = runner.success(job);
    if (!success) return;
    const ended = success.then((hasSucceeded) => (hasSucceeded ? 'done' : 'failed'));
    woken[await Promise.race([ended, timeIsUp.promise])].push(job.name);
  });
  await Promise.all(ending);
  clearTimeout(timer);
  return woken;
}
