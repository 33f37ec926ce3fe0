import type { Transaction } from '@/db/client';
import { type AppointmentStatus, assertTransition, statusesBefore } from '@/domain/booking/status';
import { DomainError, SENTENCES } from '@/domain/errors';
import type { Actor } from '@/domain/roles';
import type { Deps } from '@/server/deps';
import { insertAudit } from '../audit/audit.repository';
import { isActionDone, recordAction } from '../device-actions/device-actions.repository';
import { activeDrivers, findDriver } from '../drivers/drivers.repository';
import { bookingConfirmed, driverOnTheWay, type Letter } from '../messages/letters';
import { queueMessage } from '../messages/outbox.repository';
import { deliverableRow, moverOf } from './access';
import {
  type AppointmentRow,
  auditOf,
  findAppointment,
  holdsOrCanRetake,
  photosOf,
  updateIf,
} from './appointments.repository';
import { type StaffAppointment, staffView } from './appointments.view';
import { arrivalOf } from './arrival.usecases';
import {
  findForStaff,
  listForStaff,
  STAFF_PAGE_SIZE,
  type StaffFilter,
} from './staff-lists.repository';

type Call = { deps: Deps; actor: Actor };

export type StaffSection = 'pending' | 'confirmed' | 'scheduled' | 'completed' | 'cancelled';

/** One page of a section of the Appointments tab; en route ones are among the scheduled (D37). */
export async function listAppointments(
  { deps }: { deps: Deps },
  input: Omit<StaffFilter, 'statuses'> & { status: StaffSection; page: number },
): Promise<{ appointments: StaffAppointment[]; total: number; pageSize: number }> {
  const statuses: AppointmentStatus[] =
    input.status === 'scheduled' ? ['scheduled', 'en_route'] : [input.status];
  const { rows, total } = await listForStaff(deps.db.orm, { ...input, statuses }, input.page);
  return { appointments: rows.map(staffView), total, pageSize: STAFF_PAGE_SIZE };
}

/** How many one call from outside returns. */
const OUTSIDE_PAGE_SIZE = 100;

/** Deliveries for outside callers: in one status or all, the latest first, a hundred at a time. */
export async function listAllAppointments(
  { deps }: { deps: Deps },
  input: Omit<StaffFilter, 'statuses'> & { status?: AppointmentStatus; page: number },
): Promise<{ appointments: StaffAppointment[]; total: number; pageSize: number }> {
  const filter = { ...input, statuses: input.status && [input.status] };
  const { rows, total } = await listForStaff(deps.db.orm, filter, input.page, OUTSIDE_PAGE_SIZE);
  return { appointments: rows.map(staffView), total, pageSize: OUTSIDE_PAGE_SIZE };
}

/** One appointment with its photos and its history. */
export async function readAppointment({ deps }: { deps: Deps }, input: { id: string }) {
  const [row, photos, history] = await Promise.all([
    findForStaff(deps.db.orm, input.id),
    photosOf(deps.db.orm, input.id),
    auditOf(deps.db.orm, input.id),
  ]);
  if (!row) throw new DomainError('not_found', SENTENCES.notFound);
  return { appointment: staffView(row), photos, history };
}

/** Confirms a pending booking. Without a card on file it asks for a reason first (D44). */
export async function confirmAppointment(
  call: Call,
  input: { id: string; noCardReason?: string },
): Promise<StaffAppointment> {
  return changeStatus(call, input.id, 'confirmed', async (row) => {
    const needsReason = !row.paymentMethodStored && !row.testMode;
    if (needsReason && !input.noCardReason) {
      throw new DomainError(
        'conflict',
        'No card is saved for this booking. Give a reason to confirm it anyway.',
        {
          details: { needsReason: true },
        },
      );
    }
    return {
      changes: { noCardReason: needsReason ? input.noCardReason : null },
      letter: bookingConfirmed(row),
    };
  });
}

/** Schedules a confirmed booking with a driver; by default the only one there is (D38). */
export async function scheduleAppointment(
  call: Call,
  input: { id: string; driverId?: number | null },
): Promise<StaffAppointment> {
  return changeStatus(call, input.id, 'scheduled', async (_row, tx) => {
    if (input.driverId) {
      const driver = await findDriver(tx, input.driverId);
      if (!driver || driver.status === 'retired') {
        throw new DomainError('not_found', 'We could not find that driver.', { field: 'driverId' });
      }
      return { changes: { driverId: driver.id } };
    }
    const available = (await activeDrivers(tx)).filter((driver) => driver.status === 'available');
    if (available.length > 1) {
      throw new DomainError('invalid_input', 'Please choose a driver.', { field: 'driverId' });
    }
    return { changes: { driverId: available[0]?.id ?? null } };
  });
}

/**
 * A driver sets off; the customer is told if there is a way to (D41), with about when to expect them.
 * With the `actionKey` of a device, sending it again changes nothing, whatever came after it.
 */
export async function markEnRoute(
  call: Call,
  input: { id: string; actionKey?: string; pressedAt?: string },
): Promise<{ appointment: StaffAppointment; customerNotified: boolean }> {
  const { id, actionKey, pressedAt } = input;
  const prepare = async (row: AppointmentRow, tx: Transaction) => {
    const now = call.deps.clock.now();
    const driver = row.driverId ? await findDriver(tx, row.driverId) : null;
    const arrivalAt = driver && (await arrivalOf(tx, driver, row, now));
    return {
      changes: { enRouteAt: now, arrivalAt },
      letter: driverOnTheWay(call.deps.settings, row, driver?.name ?? null, arrivalAt),
      deviceAt: pressedAt,
    };
  };
  const appointment = await changeStatus(call, id, 'en_route', prepare, actionKey);
  return { appointment, customerNotified: appointment.customerEmail !== null };
}

/**
 * The one way staff and drivers change a status: by the table, guarded in the statement, with its
 * audit row and its message in the same write. Repeating a change that is done is harmless.
 */
async function changeStatus(
  { deps, actor }: Call,
  id: string,
  to: AppointmentStatus,
  prepare: (
    row: AppointmentRow,
    tx: Transaction,
  ) => Promise<{ changes: Parameters<typeof updateIf>[3]; letter?: Letter; deviceAt?: string }>,
  actionKey?: string,
): Promise<StaffAppointment> {
  const now = deps.clock.now();
  const mover = moverOf(actor);
  await deps.db.transaction(async (tx) => {
    const row = deliverableRow(actor, await findAppointment(tx, id));
    if (actionKey && (await isActionDone(tx, actor, actionKey))) return;
    if (actionKey) {
      await recordAction(tx, actor, { key: actionKey, kind: to, appointmentId: id, at: now });
    }
    if (row.status === to) return;
    assertTransition(row.status, to, mover);
    const { changes, letter, deviceAt } = await prepare(row, tx);
    const changed = await updateIf(
      tx,
      id,
      // A hold ends with the first step forward; one that ran out needs its place to be still free.
      { statuses: statusesBefore(to, mover), also: holdsOrCanRetake(id, row, now) },
      { ...changes, status: to, holdExpiresAt: null, updatedAt: now },
    );
    if (!changed) {
      throw new DomainError(
        'conflict',
        row.holdExpiresAt === null
          ? 'This appointment was changed meanwhile.'
          : 'The hold of this booking ran out, and its window is taken.',
      );
    }
    await insertAudit(tx, {
      id: deps.ids.next(),
      appointmentId: id,
      actor,
      action: `appointment.${to}`,
      before: { status: row.status },
      after: { status: to, ...changes, ...(deviceAt && { deviceAt }) },
      at: now,
    });
    if (letter) await queueMessage(tx, { id: deps.ids.next(), createdAt: now, ...letter });
  });
  const row = await findForStaff(deps.db.orm, id);
  if (!row) throw new DomainError('not_found', SENTENCES.notFound);
  return staffView(row);
}
