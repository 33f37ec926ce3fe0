import { RequestDb } from '@/db/request-db';
import type { Call } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { type Caller, SessionChanged } from './actor-of-session.usecases';

/** Maximum number of attempts for a call whose caller keeps changing. */
const MOST_CALLS = 3;

/**
 * Runs a call and checks that its caller hasn't changed. If the process only remembers the caller,
 * the check is part of the call's first round trip, and it's always part of its first write. If the
 * caller has changed, the call's results are discarded and it runs again as the current actor.
 *
 * @param work writes only through the database it gets, and rethrows its errors
 */
export async function asCaller<Result>(
  deps: Deps,
  caller: Caller,
  work: (call: Call) => Promise<Result>,
): Promise<Result> {
  for (let { actor, standing } = caller, count = 1; ; count += 1) {
    try {
      return await settledCall({ deps, actor, standing }, work);
    } catch (error) {
      if (!standing || !(error instanceof SessionChanged) || count === MOST_CALLS) throw error;
    }
    ({ actor, standing } = await standing.renew());
  }
}

/** Returns the result after all of the call's preconditions have passed. */
async function settledCall<Result>(
  { deps, actor, standing }: Call & Caller,
  work: (call: Call) => Promise<Result>,
): Promise<Result> {
  const db = new RequestDb(deps.db);
  if (standing && !standing.wasRead) db.require(standing.precondition);
  if (standing) db.requireOfWrite(standing.precondition);
  const result = await work({ deps: { ...deps, db }, actor });
  await db.settled();
  if (standing) standing.wasRead = true;
  return result;
}
