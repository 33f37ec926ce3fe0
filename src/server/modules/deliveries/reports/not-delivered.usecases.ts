import { retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import { assertTransition } from '@/domain/appointment/status';
import { type CalendarDate, formatLongDate } from '@/domain/dates';
import type { NotDeliveredInput } from '@/domain/driver/driver.schema';
import { NOT_DELIVERED_LABELS } from '@/domain/driver/not-delivered';
import { DomainError } from '@/domain/errors';
import type { UserCall } from '@/server/config/call';
import { todayOf } from '@/server/config/deps';
import { deliverableRow, roleOf } from '../../appointments/access';
import {
  type AppointmentChanges,
  changeUnchanged,
  selectAppointment,
} from '../../appointments/appointments.repository';
import { deliveryFacts } from '../../appointments/delivery-link';
import { releaseSetup } from '../../appointments/setup-release';
import { audit } from '../../audit/audit';
import { fingerprintOf } from '../../auth/tokens';
import { isDone } from '../../device-actions/device-action';
import { recordAction, selectAction } from '../../device-actions/device-actions.repository';
import { message } from '../../messages/message';
import { isReachable } from '../../messages/reach';
import { selectSupport } from '../../support/support.repository';
import { supportView } from '../../support/support.usecases';
import { orTellStaff, refuseMoved } from '../completion/refused-actions.usecases';
import { addingReport } from './driver-reports.repository';
import { reportOf } from './driver-reports.usecases';

/**
 * Ends an en route delivery that the driver couldn't make. It's cancelled with the reason, and its
 * spot is free again. If the driver will try again that day, it goes back to scheduled. Nothing is
 * charged. Staff get a report, and the customer gets a message if we can reach them. Sending it
 * again changes nothing.
 *
 * @throws `conflict` unless the delivery is en route
 */
export async function endUndelivered(
  call: UserCall,
  input: NotDeliveredInput,
): Promise<{ customerNotified: boolean }> {
  const { id, actionKey, reason, note, tryAgain, pressedAt = null } = input;
  const what = `not delivered, ${NOT_DELIVERED_LABELS[reason].toLowerCase()}`;
  const text = [tryAgain ? `${what}, will try again that day` : what, note];
  const action = {
    id,
    actionKey,
    pressedAt,
    actualGallonsTenths: null,
    kind: 'notDelivered' as const,
    text: text.filter(Boolean).join(': '),
  };
  return orTellStaff(call, action, () => recordUndelivered(call, input));
}

/** Added to the staff report if the delivery isn't cancelled. */
const TRIES_AGAIN = 'The driver will try again later today.';

/** A delivery from an earlier day can't be tried again that day. */
function refuseOver({ date }: AppointmentRow, today: CalendarDate): void {
  if (date >= today) return;
  throw new DomainError(
    'conflict',
    `This delivery was for ${formatLongDate(date)}, so it’s too late to try again that day.`,
  );
}

async function recordUndelivered(call: UserCall, input: NotDeliveredInput) {
  const { deps, actor } = call;
  const { id, reason, note, tryAgain = false, actionKey, pressedAt } = input;
  const contentHash = fingerprintOf({ reason, note: note || null, ...(tryAgain && { tryAgain }) });
  const action = { kind: 'not_delivered', appointmentId: id, contentHash };
  const appointment = await retryOnConflict(async () => {
    const [[found], [known], [supportRow]] = await deps.db.read((orm) => [
      selectAppointment(orm, id),
      selectAction(orm, actor, actionKey),
      selectSupport(orm),
    ]);
    const before = deliverableRow(actor, found ?? null);
    if (isDone(known, action)) return before;
    refuseMoved(before, input.shownDate);
    assertTransition(before.status, tryAgain ? 'scheduled' : 'cancelled', roleOf(actor));
    if (tryAgain) refuseOver(before, todayOf(deps));
    if (before.status !== 'en_route' || before.driverId === null) {
      throw new DomainError('conflict', 'You can only report this for a delivery that’s en route.');
    }
    const now = deps.clock.now();
    const changes: AppointmentChanges = tryAgain
      ? { status: 'scheduled', enRouteAt: null, arrivalAt: null, updatedAt: now }
      : {
          status: 'cancelled',
          notDeliveredReason: reason,
          cancelReason: NOT_DELIVERED_LABELS[reason],
          cancelledAt: now,
          updatedAt: now,
        };
    const after = { ...before, ...changes };
    const support = supportView(supportRow);
    const { report, entry, item, email } = reportOf(call, {
      id: actionKey,
      driverId: before.driverId,
      appointment: after,
      reason,
      text: [note || NOT_DELIVERED_LABELS[reason], tryAgain && TRIES_AGAIN]
        .filter(Boolean)
        .join('\n'),
      spill: null,
      deviceAt: pressedAt,
      supportEmail: support.email,
    });
    const written = await writeGuarded(deps.db, {
      guard: changeUnchanged(deps.db.orm, before, changes),
      audit: audit(call, {
        appointmentId: id,
        action: 'appointment.not_delivered',
        before: { status: before.status },
        after: { status: changes.status, reason, note: note || null, deviceAt: pressedAt },
      }),
      also: [
        recordAction(call, actionKey, action),
        addingReport(report),
        entry.write,
        entry.details,
        item,
        email,
        message(call, 'not-delivered', {
          ...deliveryFacts(deps, after),
          reason,
          tryAgain,
          supportPhone: support.phone,
        }),
      ],
    });
    return written.changed;
  });
  if (!tryAgain) await releaseSetup(deps, appointment);
  return { customerNotified: await isReachable(deps, appointment) };
}
