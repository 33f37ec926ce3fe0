import { tryWriteGuarded } from '@/db/guarded-batch';
import { DomainError } from '@/domain/errors';
import type { Deps } from '@/server/config/deps';
import { changeUnchanged, findAppointment } from '../appointments/appointments.repository';
import { audit, columnsOf } from '../audit/audit';
import { driverIsActive } from '../drivers/drivers.repository';
import { undoBlock } from '../slots/bulk-blocks.usecases';
import { callOf } from './bulk-change.usecases';
import {
  type BeforePart,
  type BulkRow,
  changeBulk,
  changePart,
  isUntold,
  leaveOutWaiting,
  NOT_BEGUN,
  type PartRow,
  removingMessage,
  selectParts,
} from './bulk-changes.repository';

/**
 * Undoes a bulk change part by part and unblocks the windows it blocked. An appointment returns to
 * its earlier state and its reserved spot, if its customer hasn't been notified and nothing changed
 * it since.
 */
export async function takeBackParts(deps: Deps, row: BulkRow): Promise<void> {
  await deps.db.write((orm) => leaveOutWaiting(orm, row.id, NOT_BEGUN));
  for (const part of await selectParts(deps.db.orm, row.id, 'done')) {
    if (await takeBackPart(deps, row, part)) continue;
    const reason =
      'Not undone: it changed again, the customer was already notified, or the driver was deactivated.';
    await deps.db.write((orm) => changePart(orm, part, { state: 'stays', reason }));
  }
  await openAgain(deps, row);
  await deps.db.write((orm) =>
    changeBulk(orm, row.id, ['taking_back'], { state: 'taken_back', takeBackUntil: null }),
  );
}

/** Returns false, without writing, if the part can no longer be undone. */
async function takeBackPart(deps: Deps, row: BulkRow, part: PartRow): Promise<boolean> {
  const { orm } = deps.db;
  const now = deps.clock.now();
  const appointment = await findAppointment(orm, part.appointmentId);
  if (!appointment) return false;
  // A message to the customer doesn't change the appointment.
  const changes: Partial<BeforePart> = row.kind === 'write' ? {} : (part.before as BeforePart);
  const { driverId = null } = changes;
  if (row.kind !== 'write' && appointment.version !== part.afterVersion) return false;
  const written = await tryWriteGuarded(deps.db, {
    guard: changeUnchanged(
      orm,
      appointment,
      { ...changes, updatedAt: now },
      isUntold(part, now),
      // A driver who was deactivated since then can't see deliveries.
      driverId === null ? undefined : driverIsActive(driverId),
    ),
    audit: audit(callOf(deps, row), {
      appointmentId: appointment.id,
      action: 'appointment.taken_back',
      before: columnsOf(appointment, Object.keys(changes)),
      after: changes,
    }),
    also: [
      removingMessage(part),
      (orm, onlyIf) => changePart(orm, part, { state: 'taken_back', keptUntil: null }, onlyIf),
    ],
  });
  return written !== null;
}

/** Unblocks the windows that the bulk change blocked, if any. */
async function openAgain(deps: Deps, row: BulkRow): Promise<void> {
  try {
    await undoBlock(callOf(deps, row), { batchId: row.id });
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'not_found')) throw error;
  }
}
