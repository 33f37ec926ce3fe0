import type { Deps } from '@/server/config/deps';
import { lazy } from '@/server/config/lazy';
import { errorFields } from '@/server/config/log';

/** A load balancer gets an answer within 2 seconds, even from a database that hangs. */
const ANSWER_WITHIN_MS = 1_000;

const NOT_READY = { ok: false, message: 'The database does not answer, or takes no writes.' };

/**
 * `/readyz`: 200 where everything is loaded and the database reads and writes, else 503. Checks that come
 * while one is under way share it, so a database that stands still gets no pile of questions.
 */
export function createReadiness(deps: Deps, load: () => Promise<unknown>) {
  let check = newCheck();
  let wasReady = true;

  function newCheck() {
    return lazy(() =>
      Promise.all([load(), deps.db.checkHealth()]).finally(() => {
        check = newCheck();
      }),
    );
  }

  return async (): Promise<Response> => {
    const limit = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      limit.reject(new Error('the database did not answer in time'));
    }, ANSWER_WITHIN_MS);
    try {
      await Promise.race([check(), limit.promise]);
      wasReady = true;
      return Response.json({ ok: true });
    } catch (error) {
      if (wasReady) deps.log.error('not ready to serve', errorFields(error));
      wasReady = false;
      return Response.json(NOT_READY, { status: 503, headers: { 'retry-after': '5' } });
    } finally {
      clearTimeout(timer);
    }
  };
}
