import { statusesBefore } from '@/domain/booking/status';
import type { Actor } from '@/domain/roles';
import type { Deps } from '@/server/deps';
import { insertAudit } from '../audit/audit.repository';
import { updateIf } from './appointments.repository';
import { heldUntilBefore, lapsedHolds } from './holds.repository';
import { releaseSetup } from './setup-release';

/** How long a hold that ran out stays as it is: its owner may still come back to it (D13). */
const KEPT_MS = 24 * 3_600_000;
const AT_ONCE = 100;
const HOLD_CLEANUP: Actor = { kind: 'system', name: 'hold clean-up' };

/** Cancels bookings whose hold ran out more than a day ago. Returns how many. */
export async function cancelLapsedHolds({ deps }: { deps: Deps }): Promise<number> {
  const now = deps.clock.now();
  const before = now - KEPT_MS;
  const statuses = statusesBefore('cancelled', 'system');
  let cancelled = 0;
  for (const { id } of await lapsedHolds(deps.db.orm, statuses, before, AT_ONCE)) {
    const reason = 'The hold ran out.';
    const row = await deps.db.transaction(async (tx) => {
      const changed = await updateIf(
        tx,
        id,
        // Looked at again in the write: the card may have been saved since the list was read.
        { statuses, also: heldUntilBefore(before) },
        { status: 'cancelled', cancelledAt: now, cancelReason: reason, updatedAt: now },
      );
      if (!changed) return null;
      await insertAudit(tx, {
        id: deps.ids.next(),
        appointmentId: id,
        actor: HOLD_CLEANUP,
        action: 'appointment.cancelled',
        before: { status: 'pending' },
        after: { status: 'cancelled', reason },
        at: now,
      });
      return changed;
    });
    if (!row) continue;
    cancelled += 1;
    await releaseSetup(deps, row);
  }
  return cancelled;
}
