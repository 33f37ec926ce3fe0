import { nullIfLost } from '@/db/guarded-batch';
import type { Actor } from '@/domain/roles';
import type { AnyCall } from '@/server/config/call';
import { dueIfAny } from '../leases/leases.repository';
import { cancelUnchanged } from './cancel.usecases';
import { selectExpiredHolds } from './holds.repository';
import { releaseSetup } from './setup-release';

/** How long an expired hold stays as it is: its owner may still come back to it. */
const KEPT_MS = 24 * 3_600_000;
const AT_ONCE = 100;
const HOLD_EXPIRY: Actor = { kind: 'system', name: 'hold clean-up' };

/** Whether `expireHolds` would find one. */
export const holdsToExpire = ({ deps: { db, clock } }: AnyCall) =>
  dueIfAny(selectExpiredHolds(db.orm, clock.now() - KEPT_MS, 1));

/** Cancels appointments whose hold expired more than a day ago. Returns how many. */
export async function expireHolds({ deps }: AnyCall): Promise<number> {
  const call = { deps, actor: HOLD_EXPIRY };
  const now = deps.clock.now();
  let expired = 0;
  for (const hold of await selectExpiredHolds(deps.db.orm, now - KEPT_MS, AT_ONCE)) {
    // Left alone where its card was saved since the list was read.
    const cancelled = await cancelUnchanged(call, hold, 'The hold ran out.').catch(nullIfLost);
    if (!cancelled) continue;
    expired += 1;
    await releaseSetup(deps, cancelled);
  }
  return expired;
}
