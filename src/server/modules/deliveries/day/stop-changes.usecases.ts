import { tryWriteGuarded } from '@/db/guarded-batch';
import type { SeeChangeInput } from '@/domain/driver/driver.schema';
import type { UserCall } from '@/server/config/call';
import { deliverableRow } from '../../appointments/access';
import { selectAppointment } from '../../appointments/appointments.repository';
import { audit } from '../../audit/audit';
import { markSeen } from './stop-changes.repository';

/**
 * Records that a stop's driver has seen its changes, and when. Later changes stay unacknowledged.
 * Repeating the call changes nothing.
 */
export async function seeChange(
  call: UserCall,
  { id, changeId }: SeeChangeInput,
): Promise<{ id: string }> {
  const { deps, actor } = call;
  const [found] = await selectAppointment(deps.db.orm, id);
  const appointment = deliverableRow(actor, found ?? null);
  // Staff who look at a driver's page haven't shown the change to the driver.
  if (actor.driverId === null || actor.driverId !== appointment.driverId) return { id };
  const seen = { appointmentId: id, upTo: changeId, seenAt: deps.clock.now(), seenBy: actor.name };
  await tryWriteGuarded(deps.db, {
    guard: markSeen(deps.db.orm, seen),
    audit: audit(call, { appointmentId: id, action: 'appointment.change_seen' }),
  });
  return { id };
}
