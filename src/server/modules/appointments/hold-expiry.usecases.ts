import { writeGuarded } from '@/db/guarded-batch';
import type { Actor } from '@/domain/roles';
import type { AnyCall } from '@/server/config/call';
import { audit } from '../audit/audit';
import { changeUnchanged } from './appointments.repository';
import { selectExpiredHolds } from './holds.repository';
import { releaseSetup } from './setup-release';

/** How long an expired hold stays as it is: its owner may still come back to it (D13). */
const KEPT_MS = 24 * 3_600_000;
const AT_ONCE = 100;
const HOLD_EXPIRY: Actor = { kind: 'system', name: 'hold clean-up' };

/** Cancels appointments whose hold expired more than a day ago. Returns how many. */
export async function expireHolds({ deps }: AnyCall): Promise<number> {
  const now = deps.clock.now();
  const cancelReason = 'The hold ran out.';
  let cancelled = 0;
  for (const hold of await selectExpiredHolds(deps.db.orm, now - KEPT_MS, AT_ONCE)) {
    const changes = {
      status: 'cancelled',
      cancelledAt: now,
      cancelReason,
      updatedAt: now,
    } as const;
    // Left alone where its card was saved since the list was read.
    const written = await writeGuarded(deps.db, {
      guard: changeUnchanged(deps.db.orm, hold, changes),
      audit: audit(
        { deps, actor: HOLD_EXPIRY },
        {
          appointmentId: hold.id,
          action: 'appointment.cancelled',
          before: { status: hold.status },
          after: { status: 'cancelled', reason: cancelReason },
        },
      ),
    });
    if (!written) continue;
    cancelled += 1;
    await releaseSetup(deps, written.changed);
  }
  return cancelled;
}
