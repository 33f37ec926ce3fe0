import { assertTransition } from '@/domain/booking/status';
import { NOT_DELIVERED_LABELS, NOT_DELIVERED_SENTENCES } from '@/domain/driver/not-delivered';
import type { NotDeliveredInput } from '@/domain/driver/schemas';
import { DomainError } from '@/domain/errors';
import type { UserActor } from '@/domain/roles';
import type { Deps } from '@/server/deps';
import { insertAudit } from '../audit/audit.repository';
import { isActionDone, recordAction } from '../device-actions/device-actions.repository';
import { writeReport } from '../driver-reports/driver-reports.usecases';
import { notDelivered } from '../messages/letters';
import { queueMessage } from '../messages/outbox.repository';
import { readSupport } from '../support/support.usecases';
import { deliverableRow, moverOf } from './access';
import { findAppointment, updateIf } from './appointments.repository';
import { releaseSetup } from './setup-release';

/**
 * Ends a delivery that its driver came for and could not make: cancelled, with the reason. Its
 * window is free, nothing is charged, staff get a report and the customer a message if there is a
 * way to send one (D41). Sending it again changes nothing. Throws `conflict` unless it is on its way.
 */
export async function endUndelivered(
  { deps, actor }: { deps: Deps; actor: UserActor },
  input: NotDeliveredInput,
): Promise<{ customerNotified: boolean }> {
  const now = deps.clock.now();
  const { id, reason, note, actionKey, pressedAt } = input;
  const support = await readSupport({ deps });
  const row = await deps.db.transaction(async (tx) => {
    const found = deliverableRow(actor, await findAppointment(tx, id));
    if (await isActionDone(tx, actor, actionKey)) return found;
    assertTransition(found.status, 'cancelled', moverOf(actor));
    const changed = await updateIf(
      tx,
      id,
      { statuses: ['en_route'] },
      {
        status: 'cancelled',
        notDeliveredReason: reason,
        cancelReason: NOT_DELIVERED_LABELS[reason],
        cancelledAt: now,
        updatedAt: now,
      },
    );
    if (!changed || found.driverId === null) {
      throw new DomainError('conflict', 'Only a delivery that a driver is on the way to ends so.');
    }
    await recordAction(tx, actor, {
      key: actionKey,
      kind: 'not_delivered',
      appointmentId: id,
      at: now,
    });
    await insertAudit(tx, {
      id: deps.ids.next(),
      appointmentId: id,
      actor,
      action: 'appointment.not_delivered',
      before: { status: found.status },
      after: { status: 'cancelled', reason, note: note || null, deviceAt: pressedAt },
      at: now,
    });
    await writeReport(
      { deps, actor, tx },
      {
        id: actionKey,
        driverId: found.driverId,
        delivery: changed,
        reason,
        text: note || NOT_DELIVERED_LABELS[reason],
        deviceAt: pressedAt,
        supportEmail: support.email,
      },
    );
    const letter = notDelivered(changed, NOT_DELIVERED_SENTENCES[reason], support.phone);
    if (letter) await queueMessage(tx, { id: deps.ids.next(), createdAt: now, ...letter });
    return changed;
  });
  await releaseSetup(deps, row);
  return { customerNotified: row.customerEmail !== null };
}
