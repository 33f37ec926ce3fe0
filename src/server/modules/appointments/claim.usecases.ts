import { untilHeld, writeGuarded } from '@/db/guarded-batch';
import type { UserCall } from '@/server/config/call';
import { audit } from '../audit/audit';
import { changeUnchanged, findAppointment } from './appointments.repository';
import { nextLink } from './delivery-link';
import { guestAppointments } from './own-appointments.repository';

/**
 * Gives a new account the appointments that were made without one in its browser, and the one that it
 * had a proof for. Their links end: the account opens them from now on. Repeating it changes nothing.
 *
 * @param from.browserId the browser by its signed cookie
 * @param from.appointmentId the appointment that the caller held the key to, or proved the phone of
 */
export async function claimGuestAppointments(
  call: UserCall,
  from: { browserId: string | null; appointmentId: string | null },
): Promise<void> {
  const { deps, actor } = call;
  if (from.browserId === null && from.appointmentId === null) return;
  for (const { id } of await guestAppointments(deps.db.orm, from)) {
    await untilHeld(async () => {
      const found = await findAppointment(deps.db.orm, id);
      if (!found || found.userId !== null) return true;
      const changes = {
        userId: actor.userId,
        ...nextLink(deps, found),
        updatedAt: deps.clock.now(),
      };
      return writeGuarded(deps.db, {
        guard: changeUnchanged(deps.db.orm, found, changes),
        audit: audit(call, { appointmentId: id, action: 'appointment.claimed' }),
      });
    });
  }
}
