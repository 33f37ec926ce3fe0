import type { Deps } from '@/server/config/deps';
import { errorFields } from '@/server/config/log';

/** A check gets an answer within 2 seconds, even if the database hangs. */
const ANSWER_WITHIN_MS = 1_000;

const notOk = (message: string) =>
  Response.json({ ok: false, message }, { status: 503, headers: { 'retry-after': '5' } });

/**
 * Answers `/readyz`, for proxies: 200 once everything is loaded and the database has answered, and
 * 503 while the process drains. A later failure of the database doesn't matter here. It affects all
 * processes, and proxies would also refuse the pages that need no database.
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
 * Answers `/healthz/database`, for alerts: 200 if the database reads and writes, otherwise 503.
 * Concurrent checks share one query, so they don't pile up if the database hangs.
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
      if (wasOk) log.error("the database can't read or write", errorFields(error));
      wasOk = false;
      return notOk('The database doesn’t answer or can’t write.');
    }
  };
}

/** Lets concurrent callers share one run of the work. */
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
    limit.reject(new Error("the database didn't answer in time"));
  }, ANSWER_WITHIN_MS);
  try {
    await Promise.race([work, limit.promise]);
  } finally {
    clearTimeout(timer);
  }
}
