import { nullIfLost } from '@/db/guarded-batch';
import { EXPIRED_HOLD_KEPT_MS } from '@/domain/policy';
import type { Actor } from '@/domain/roles';
import type { AnyCall } from '@/server/config/call';
import { dueIfAny } from '../leases/leases.repository';
import { cancelUnchanged } from './cancel.usecases';
import { selectExpiredHolds } from './holds.repository';
import { releaseSetup } from './setup-release';

const AT_ONCE = 100;
const HOLD_EXPIRY: Actor = { kind: 'system', name: 'Hold cleanup' };

/** Checks whether `expireHolds` has work to do. */
export const holdsToExpire = ({ deps: { db, clock } }: AnyCall) =>
  dueIfAny(selectExpiredHolds(db.orm, clock.now() - EXPIRED_HOLD_KEPT_MS, 1));

/** Cancels appointments with holds that expired more than a day ago. Returns their number. */
export async function expireHolds({ deps }: AnyCall): Promise<number> {
  const call = { deps, actor: HOLD_EXPIRY };
  const now = deps.clock.now();
  let expired = 0;
  for (const hold of await selectExpiredHolds(deps.db.orm, now - EXPIRED_HOLD_KEPT_MS, AT_ONCE)) {
    // Skip the hold if its card was saved after we read the list.
    const cancelled = await cancelUnchanged(call, hold, 'The hold expired.').catch(nullIfLost);
    if (!cancelled) continue;
    expired += 1;
    await releaseSetup(deps, cancelled);
  }
  return expired;
}
