import { untilHeld, writeGuarded } from '@/db/guarded-batch';
import type { UserCall } from '@/server/config/call';
import { audit } from '../audit/audit';
import { changeUnchanged, findAppointment } from './appointments.repository';
import { guestAppointments } from './own-appointments.repository';

/**
 * Gives a new account the appointments that were made without one in its browser, and the one whose
 * link it came by. Their links end: the account opens them from now on. Repeating it changes nothing.
 *
 * @param from.browserId the browser by its signed cookie
 * @param from.appointmentId the appointment whose link the caller holds
 */
export async function claimGuestAppointments(
  call: UserCall,
  from: { browserId: string | null; appointmentId: string | null },
): Promise<void> {
  const { deps, actor } = call;
  for (const { id } of await guestAppointments(deps.db.orm, from)) {
    await untilHeld(async () => {
      const found = await findAppointment(deps.db.orm, id);
      if (!found || found.userId !== null) return true;
      const changes = {
        userId: actor.userId,
        linkVersion: found.linkVersion + 1,
        updatedAt: deps.clock.now(),
      };
      return writeGuarded(deps.db, {
        guard: changeUnchanged(deps.db.orm, found, changes),
        audit: audit(call, { appointmentId: id, action: 'appointment.claimed' }),
      });
    });
  }
}
