import { CallDb, type Precondition } from '@/db/first-trip';
import type { Actor } from '@/domain/roles';
import type { Deps } from '@/server/config/deps';
import { type RememberedActor, SessionChanged } from './actor-of-session.usecases';

/** As whom a call is made, by what this process remembers or by the database. */
type Caller = { deps: Deps; actor: Actor; remembered: RememberedActor | null };

/**
 * Makes a call whose first trip asks along whether its session stands. Where it does not, nothing that
 * the call did counts, and it is made again as whoever it is by then.
 *
 * @param work writes only through the database that it is given, and returns what it failed with
 */
export async function asRemembered<Result>(
  { deps, actor, remembered }: Caller,
  work: (call: { deps: Deps; actor: Actor }) => Promise<Result>,
): Promise<Result> {
  if (!remembered || remembered.stood) return settledOf({ deps, actor }, null, work);
  try {
    const result = await settledOf({ deps, actor }, remembered.precondition, work);
    remembered.stood = true;
    return result;
  } catch (error) {
    if (!(error instanceof SessionChanged)) throw error;
  }
  return settledOf({ deps, actor: await remembered.renew() }, null, work);
}

/** The result, once all that the call required holds. */
async function settledOf<Result>(
  { deps, actor }: { deps: Deps; actor: Actor },
  precondition: Precondition | null,
  work: (call: { deps: Deps; actor: Actor }) => Promise<Result>,
): Promise<Result> {
  const db = new CallDb(deps.db);
  if (precondition) db.require(precondition);
  const result = await work({ deps: { ...deps, db }, actor });
  await db.settled();
  return result;
}
