import { oneRow, retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import { canUndoEnRoute, statusInText } from '@/domain/appointment/status';
import { DomainError } from '@/domain/errors';
import { hasRole } from '@/domain/roles';
import type { Call } from '@/server/config/call';
import { deliverableRow } from '../../appointments/access';
import { changeUnchanged } from '../../appointments/appointments.repository';
import { type StaffAppointment, staffView } from '../../appointments/appointments.view';
import { deliveryFacts } from '../../appointments/delivery-link';
import { refuseChangedSince } from '../../appointments/edit-conflict';
import { selectForStaff } from '../../appointments/staff-lists.repository';
import { audit, columnsOf } from '../../audit/audit';
import { message } from '../../messages/message';
import { withdrawingUnsent } from '../../messages/message.repository';
import { withoutCardFor } from './en-route.usecases';

const TOO_LATE = 'You can undo this only for 2 minutes. Call dispatch to change it.';

/**
 * Returns an en route delivery to scheduled. Its driver can do that for 2 minutes, and staff at any
 * time. The customer is notified that the driver isn't on the way. Repeating the call changes
 * nothing.
 *
 * @throws `conflict` if the delivery isn't en route, or it's too late for its driver
 */
export async function undoEnRoute(
  call: Call,
  { id, version }: { id: string; version?: number | undefined },
): Promise<{ appointment: StaffAppointment; customerNotified: boolean }> {
  const { deps, actor } = call;
  const row = await retryOnConflict(async () => {
    const [[found]] = await deps.db.read((orm) => [selectForStaff(orm, id)]);
    const appointment = deliverableRow(actor, found?.appointment ?? null);
    const now = deps.clock.now();
    if (found && appointment.status === 'scheduled') return found;
    await refuseChangedSince(call, appointment, version);
    if (appointment.status !== 'en_route') {
      throw new DomainError(
        'conflict',
        `This appointment is ${statusInText(appointment.status)}, not en route.`,
      );
    }
    if (!hasRole(actor, 'admin') && !canUndoEnRoute(appointment, now)) {
      throw new DomainError('conflict', TOO_LATE);
    }
    const changes = { status: 'scheduled', enRouteAt: null, arrivalAt: null } as const;
    const written = await writeGuarded(deps.db, {
      guard: changeUnchanged(deps.db.orm, appointment, { ...changes, updatedAt: now }),
      audit: audit(call, {
        appointmentId: id,
        action: 'appointment.turned_back',
        before: columnsOf(appointment, Object.keys(changes)),
        after: changes,
      }),
      also: [
        withdrawingUnsent('en-route', id),
        message(call, 'turned-back', deliveryFacts(deps, { ...appointment, ...changes })),
      ],
      view: [selectForStaff(deps.db.orm, id)],
    });
    return oneRow(written.view[0]);
  });
  const appointment = staffView(row);
  return {
    appointment: withoutCardFor(actor, appointment),
    customerNotified: appointment.messagesTo !== null,
  };
}
