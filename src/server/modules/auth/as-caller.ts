import { RequestDb } from '@/db/request-db';
import type { Call } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { type Caller, SessionChanged } from './actor-of-session.usecases';

/** How often a call runs whose caller changes meanwhile. */
const MOST_CALLS = 3;

/**
 * Makes a call and checks that its caller is still the actor that was read: with its first trip where a
 * process only remembers the caller, and with its first write in any case. Where the caller has changed,
 * nothing that the call did counts, and the call runs again as the present actor.
 *
 * @param work writes only through the database that it is given, and returns what it failed with
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

/** The result, once all that the call required holds. */
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
