import type { Deps } from '@/server/config/deps';
import { errorFields } from '@/server/config/log';

/** Whoever checks gets an answer within 2 seconds, even if the database hangs. */
const ANSWER_WITHIN_MS = 1_000;

const notOk = (message: string) =>
  Response.json({ ok: false, message }, { status: 503, headers: { 'retry-after': '5' } });

/**
 * `/readyz`, for proxies: 200 once everything is loaded and the database has answered, and 503 while the
 * process drains. A database that fails later doesn't count here: it fails for all processes, and a proxy
 * that took them all out would refuse the pages that need no database.
 */
export function createReadiness(
  { log }: Pick<Deps, 'log'>,
  process: { load: () => Promise<unknown>; isDraining: () => boolean },
) {
  let isLoaded = false;
  let hasFailed = false;
  const loading = shared(process.load);
  return async (): Promise<Response> => {
    if (process.isDraining()) return notOk('This process is about to stop.');
    if (isLoaded) return Response.json({ ok: true });
    try {
      await soon(loading());
      isLoaded = true;
      return Response.json({ ok: true });
    } catch (error) {
      if (!hasFailed) log.error('not ready to serve', errorFields(error));
      hasFailed = true;
      return notOk('This process is still starting.');
    }
  };
}

/**
 * `/healthz/database`, for alerts: 200 if the database reads and writes, else 503. Checks at the same
 * time share one question, so a database that hangs gets no pile of them.
 */
export function createDatabaseCheck({ db, log }: Pick<Deps, 'db' | 'log'>) {
  const check = shared(() => db.checkHealth());
  let wasOk = true;
  return async (): Promise<Response> => {
    try {
      await soon(check());
      wasOk = true;
      return Response.json({ ok: true });
    } catch (error) {
      if (wasOk) log.error('the database does not serve', errorFields(error));
      wasOk = false;
      return notOk('The database does not answer, or takes no writes.');
    }
  };
}

/** Callers at the same time share one run of the work. */
function shared(work: () => Promise<unknown>): () => Promise<unknown> {
  let current: Promise<unknown> | null = null;
  return () => {
    current ??= work().finally(() => {
      current = null;
    });
    return current;
  };
}

async function soon(work: Promise<unknown>): Promise<void> {
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    limit.reject(new Error('the database did not answer in time'));
  }, ANSWER_WITHIN_MS);
  try {
    await Promise.race([work, limit.promise]);
  } finally {
    clearTimeout(timer);
  }
}
