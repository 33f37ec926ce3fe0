import type { Transaction } from '@/db/client';
import type { RescheduleInput } from '@/domain/booking/staff-patch-schemas';
import { MODIFIABLE_STATUSES, STATUS_LABELS } from '@/domain/booking/status';
import { DomainError, SENTENCES } from '@/domain/errors';
import type { Actor } from '@/domain/roles';
import { isWithinStaffTime, TIME_WINDOWS, windowByLabel } from '@/domain/slots/windows';
import type { Deps } from '@/server/deps';
import { columnsOf, insertAudit } from '../audit/audit.repository';
import { findDriver } from '../drivers/drivers.repository';
import { bookingMoved } from '../messages/letters';
import { queueMessage } from '../messages/outbox.repository';
import { hasPlaceLeft } from '../slots/slots.repository';
import { deliverableRow } from './access';
import { type AppointmentRow, findAppointment, updateIf } from './appointments.repository';
import { type StaffAppointment, staffView } from './appointments.view';
import { findForStaff } from './staff-lists.repository';

type Call = { deps: Deps; actor: Actor };

/**
 * Moves a delivery to another time, place or driver; what is left out stays. The new window is taken
 * in the same statement that leaves the old one, so neither is ever taken twice. Throws `slot_taken`
 * when it is full or blocked, `conflict` for a delivery that is under way or closed. The customer is
 * told when time or place changed.
 */
export async function rescheduleAppointment(
  { deps, actor }: Call,
  input: RescheduleInput,
): Promise<StaffAppointment> {
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const row = deliverableRow(actor, await findAppointment(tx, input.id));
    refuseClosed(row);
    const after = {
      ...windowAsked(deps, row, input),
      location: input.location ?? row.location,
      slipNumber: input.slipNumber === undefined ? row.slipNumber : input.slipNumber || null,
      driverId: await driverAsked(tx, row, input),
    };
    const names = Object.keys(after) as (keyof typeof after)[];
    const changes = names.filter((name) => after[name] !== row[name]);
    if (changes.length === 0) return;

    const moves = changes.includes('date') || changes.includes('windowIndex');
    const guard = {
      statuses: MODIFIABLE_STATUSES,
      also: moves ? hasPlaceLeft(after, now, row.id) : undefined,
    };
    const changed = await updateIf(tx, row.id, guard, { ...after, updatedAt: now });
    if (!changed) {
      throw new DomainError(
        'slot_taken',
        'That window is full or blocked. Please choose another one.',
        { field: 'time' },
      );
    }
    await insertAudit(tx, {
      id: deps.ids.next(),
      appointmentId: row.id,
      actor,
      action: 'appointment.rescheduled',
      before: columnsOf(row, changes),
      after: columnsOf(changed, changes),
      at: now,
    });
    const isNews = changes.some((name) => name !== 'driverId');
    const letter = isNews && bookingMoved(changed, now);
    if (letter) await queueMessage(tx, { id: deps.ids.next(), createdAt: now, ...letter });
  });
  const row = await findForStaff(deps.db.orm, input.id);
  if (!row) throw new DomainError('not_found', SENTENCES.notFound);
  return staffView(row);
}

function refuseClosed(row: AppointmentRow) {
  if (MODIFIABLE_STATUSES.includes(row.status)) return;
  throw new DomainError(
    'conflict',
    `This appointment is ${STATUS_LABELS[row.status].toLowerCase()} and can no longer be moved.`,
  );
}

/** The window asked for; the one it has is never refused, whatever the clock says. */
function windowAsked(deps: Deps, row: AppointmentRow, input: RescheduleInput) {
  const date = input.date ?? row.date;
  const window =
    input.time === undefined ? TIME_WINDOWS[row.windowIndex] : windowByLabel(input.time);
  if (!window) throw new Error('a window that does not exist');
  const stays = date === row.date && window.index === row.windowIndex;
  if (!stays && !isWithinStaffTime(date, window, deps.clock.now(), deps.settings.timeZone)) {
    throw new DomainError(
      'invalid_input',
      'Please choose a window of the next 14 days that is not over.',
      { field: 'date' },
    );
  }
  return { date, windowIndex: window.index };
}

async function driverAsked(
  tx: Transaction,
  row: AppointmentRow,
  input: RescheduleInput,
): Promise<number | null> {
  if (input.driverId === undefined) return row.driverId;
  if (input.driverId === null || input.driverId === row.driverId) return input.driverId;
  const driver = await findDriver(tx, input.driverId);
  if (!driver || driver.status === 'retired') {
    throw new DomainError('not_found', 'We could not find that driver.', { field: 'driverId' });
  }
  return driver.id;
}
