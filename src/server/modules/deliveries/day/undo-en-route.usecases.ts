import { oneRow, retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import { canUndoEnRoute, statusInText } from '@/domain/appointment/status';
import { DomainError } from '@/domain/errors';
import { worksIn } from '@/domain/staff/areas';
import type { Call } from '@/server/config/call';
import { deliverableRow } from '../../appointments/access';
import { changeUnchanged } from '../../appointments/appointments.repository';
import { ownContact, type StaffAppointment, staffView } from '../../appointments/appointments.view';
import { deliveryFacts } from '../../appointments/delivery-link';
import { refuseChangedSince } from '../../appointments/edit-conflict';
import { selectForStaff } from '../../appointments/staff-lists.repository';
import { audit, columnsOf } from '../../audit/audit';
import { isDone } from '../../device-actions/device-action';
import { recordAction, selectAction } from '../../device-actions/device-actions.repository';
import { message } from '../../messages/message';
import { withdrawingUnsent } from '../../messages/message.repository';
import { isReachable } from '../../messages/reach';
import { withoutCardFor } from './en-route.usecases';

const TOO_LATE = 'You can only undo this within 2 minutes. Call dispatch to change it.';

type Undo = {
  id: string;
  version?: number | undefined;
  actionKey?: string | undefined;
  /** How long before the call (ms) the driver pressed the button. */
  ageMs?: number | undefined;
};

type Undone = {
  appointment: StaffAppointment;
  customerNotified: boolean;
  /** False if there was nothing to undo. */
  isChanged: boolean;
};

/**
 * Returns an en route delivery to scheduled. Its driver can do that for 2 minutes, and staff at any
 * time. The customer is notified that the driver isn't on the way. Repeating the call changes
 * nothing. With the same `actionKey`, that's true even after the driver set out again.
 *
 * @throws `conflict` if the delivery isn't en route, or it's too late for its driver
 */
export async function undoEnRoute(
  call: Call,
  { id, version, actionKey, ageMs }: Undo,
): Promise<Undone> {
  const { deps, actor } = call;
  let isChanged = false;
  const row = await retryOnConflict(async () => {
    const [[found], [before]] = await deps.db.read((orm) => [
      selectForStaff(orm, id),
      selectAction(orm, actor, actionKey),
    ]);
    const appointment = deliverableRow(actor, found?.appointment ?? null);
    const now = deps.clock.now();
    const told = { kind: 'undo_en_route', appointmentId: id, contentHash: null };
    if (found && (isDone(before, told) || appointment.status === 'scheduled')) return found;
    await refuseChangedSince(call, appointment, version);
    if (appointment.status !== 'en_route') {
      throw new DomainError(
        'conflict',
        `This appointment is ${statusInText(appointment.status)}, not en route.`,
      );
    }
    if (!worksIn('deliveries', actor) && !canUndoEnRoute(appointment, now, ageMs)) {
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
        recordAction(call, actionKey, told),
        withdrawingUnsent('en-route', id),
        message(call, 'turned-back', deliveryFacts(deps, { ...appointment, ...changes })),
      ],
      view: [selectForStaff(deps.db.orm, id)],
    });
    isChanged = true;
    return oneRow(written.view[0]);
  });
  const appointment = staffView(row);
  return {
    appointment: withoutCardFor(actor, appointment),
    customerNotified: await isReachable(deps, ownContact(appointment)),
    isChanged,
  };
}
