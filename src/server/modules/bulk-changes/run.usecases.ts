import { preconditionOf, RequestDb } from '@/db/request-db';
import type { AppointmentRow } from '@/db/schema';
import type { BulkKind } from '@/domain/bulk/bulk-change';
import type { FieldChange } from '@/domain/edit-conflict';
import { DomainError, MESSAGES } from '@/domain/errors';
import { withinMessageHours } from '@/domain/message-hours';
import { UNDO_BULK_MS } from '@/domain/policy';
import { timeSlotLabel } from '@/domain/slots/time-slots';
import type { AnyCall, UserCall } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { findAppointment } from '../appointments/appointments.repository';
import { cancelAppointment } from '../appointments/cancel.usecases';
import { confirmAppointment } from '../appointments/confirm.usecases';
import { rescheduleAppointment } from '../appointments/reschedule.usecases';
import { scheduleAppointment } from '../appointments/schedule.usecases';
import { versionOf } from '../audit/audit.repository';
import { selectBusinessSettings } from '../business-settings/business-settings.repository';
import { businessSettingsOf } from '../business-settings/business-settings.usecases';
import { writeMessage } from '../conversation/conversation.usecases';
import { callOf, closeWindows } from './bulk-change.usecases';
import {
  type BulkRow,
  beforePart,
  changePart,
  finishRun,
  forgetBulkChanges,
  freeKeptPlaces,
  type PartRow,
  selectParts,
  selectUnderWay,
  unlessDue,
} from './bulk-changes.repository';
import { takeBackParts } from './take-back.usecases';

/**
 * Continues every running bulk change. Each part and its mark are one write, so a crash can't
 * repeat one. Appointments that someone else changed are left out, with the reason.
 *
 * @returns true if there was anything to do
 */
export async function runBulkChanges({ deps }: AnyCall): Promise<boolean> {
  const rows = await selectUnderWay(deps.db.orm);
  for (const row of rows) {
    const work = row.state === 'taking_back' ? takeBackParts(deps, row) : carryOut(deps, row);
    await work.catch((error) => {
      if (!(error instanceof GoesOnElsewhere)) throw error;
    });
  }
  const now = deps.clock.now();
  await freeKeptPlaces(deps.db, now);
  await forgetBulkChanges(deps.db, now);
  return rows.length > 0;
}

/** Thrown if another process has done the next part, or if the bulk change was undone. */
class GoesOnElsewhere extends Error {
  override readonly name = 'GoesOnElsewhere';
}

async function carryOut(deps: Deps, row: BulkRow): Promise<void> {
  await closeWindows(callOf(deps, row), row);
  const [saved] = await selectBusinessSettings(deps.db.orm);
  const messagesAt = (at: number) =>
    withinMessageHours(at, businessSettingsOf(deps, saved), deps.settings.timeZone);
  for (const part of await selectParts(deps.db.orm, row.id, 'waiting')) {
    const reason = await attempt(deps, row, part, messagesAt);
    if (reason !== null) await leaveOut(deps, part, reason);
  }
  const takeBackUntil = deps.clock.now() + UNDO_BULK_MS;
  await finishRun(deps.db, row.id, { takeBackUntil, messagesAt: messagesAt(takeBackUntil) });
}

/** Leaves out a part. Writes nothing if another run has already done it. */
function leaveOut({ db }: Deps, part: PartRow, reason: string) {
  return db.write((orm) => changePart(orm, part, { state: 'left_out', reason }));
}

/** Returns why the part is left out, or null if it was done or was already up to date. */
async function attempt(
  deps: Deps,
  row: BulkRow,
  part: PartRow,
  messagesAt: (at: number) => number,
): Promise<string | null> {
  const appointment = await findAppointment(deps.db.orm, part.appointmentId);
  if (!appointment) return MESSAGES.notFound;
  const call = callOfPart(deps, row, { part, appointment, messagesAt });
  try {
    await VERBS[row.kind](call, row, part, appointment);
  } catch (error) {
    if (error instanceof DomainError && error.code !== 'unavailable') return reasonOf(error);
    throw error;
  }
  return null;
}

/**
 * Returns the call for a part. Its write also marks the part as done. It throws GoesOnElsewhere if
 * the part is no longer due, so that nothing changes after an undo.
 */
function callOfPart(
  deps: Deps,
  row: BulkRow,
  of: { part: PartRow; appointment: AppointmentRow; messagesAt: (at: number) => number },
): UserCall {
  const { part, appointment, messagesAt } = of;
  const db = new RequestDb(deps.db);
  db.requireOfWrite(preconditionOf(deps.db, unlessDue(part), () => new GoesOnElsewhere()));
  const keptUntil = deps.clock.now() + UNDO_BULK_MS;
  const { date: keptDate, slotIndex: keptSlotIndex } = appointment;
  const isFreed = row.kind === 'move' || row.kind === 'cancel';
  const done = {
    state: 'done' as const,
    before: beforePart(appointment),
    afterVersion: versionOf(part.appointmentId),
    ...(isFreed && { keptDate, keptSlotIndex, keptUntil }),
  };
  return {
    ...callOf({ ...deps, db }, row),
    part: {
      bulkId: row.id,
      messagesAt: messagesAt(keptUntil),
      markDone: (orm, onlyIf) => changePart(orm, part, done, onlyIf),
    },
  };
}

type Verb = (
  call: UserCall,
  row: BulkRow,
  part: PartRow,
  appointment: AppointmentRow,
) => Promise<unknown>;

const VERBS: Readonly<Record<BulkKind, Verb>> = {
  confirm: (call, { input }, { appointmentId: id, version }) =>
    confirmAppointment(call, { id, version, noCardReason: input.reason }),
  schedule: (call, { input }, { appointmentId: id, version }) =>
    scheduleAppointment(call, { id, version, driverId: input.driverId }),
  // Assigning a driver to a confirmed delivery schedules it, as on the drivers' board.
  assign: (call, { input }, { appointmentId: id, version }, { status }) => {
    const driverId = input.driverIds?.[id] ?? input.driverId;
    return status === 'confirmed' && driverId
      ? scheduleAppointment(call, { id, version, driverId })
      : rescheduleAppointment(call, { id, version, driverId });
  },
  move: (call, _row, { appointmentId: id, version, date, slotIndex }) =>
    rescheduleAppointment(call, {
      id,
      version,
      ...(date !== null && { date }),
      ...(slotIndex !== null && { time: timeSlotLabel(slotIndex) }),
    }),
  cancel: (call, { input }, { appointmentId: id, version }) =>
    cancelAppointment(call, { id, version, reason: input.reason }),
  write: (call, { id: bulkId, input }, { appointmentId: id }) =>
    writeMessage(call, { id, text: input.text ?? '', requestId: bulkId }, 'mail'),
};

function reasonOf({ code, message, details }: DomainError): string {
  if (code !== 'changed_meanwhile') return message;
  const { changes } = details as { changes: FieldChange[] };
  const who = [...new Set(changes.flatMap((change) => change.who ?? []))];
  return who.length === 0 ? 'Someone else changed it.' : `${who.join(' and ')} changed it first.`;
}
