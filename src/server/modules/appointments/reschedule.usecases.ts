import { oneRow, retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import { BOOK_FOR_MESSAGES } from '@/domain/appointment/book-for-customer.schema';
import type { RescheduleInput } from '@/domain/appointment/staff-patch.schema';
import { MODIFIABLE_STATUSES, statusInText } from '@/domain/appointment/status';
import { DomainError } from '@/domain/errors';
import type { Hours } from '@/domain/slots/hours';
import { timeSlotByLabel, timeSlotLabel } from '@/domain/slots/time-slots';
import type { Call } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { audit, columnsOf } from '../audit/audit';
import { serviceAreaOf } from '../boats/docks.usecases';
import { selectBusinessSettings } from '../business-settings/business-settings.repository';
import { type DriverRow, driverIsActive, selectDriver } from '../drivers/drivers.repository';
import { message } from '../messages/message';
import { withdrawingUnsent } from '../messages/message.repository';
import { locateAddress } from '../places/known-address';
import { selectPlacesAt } from '../places/places.repository';
import { hoursOf, selectHours } from '../slots/hours.repository';
import { hasCapacityLeft, isOpenTimeSlot } from '../slots/occupancy.repository';
import { selectSupport } from '../support/support.repository';
import { supportView } from '../support/support.usecases';
import { deliverableRow } from './access';
import { changeUnchanged, timeSlotOr } from './appointments.repository';
import { type StaffAppointment, staffView } from './appointments.view';
import { columnsAtAddress } from './boat-and-dock';
import { requireStaffTimeSlot } from './bookable-time-slot';
import { deliveryFacts } from './delivery-link';
import { refuseChangedSince } from './edit-conflict';
import { selectHasCapacity } from './holds.repository';
import { requireActiveDriver } from './schedule.usecases';
import { selectForStaff } from './staff-lists.repository';

/**
 * Moves a delivery to another window, dock, or driver. Omitted values stay. One statement takes the
 * new spot and frees the old one, so neither is taken twice. With a reason, a full window is
 * exceeded. The customer is notified if the time or the dock changes, or if another driver is on
 * the way.
 *
 * @throws `slot_taken` if the window is blocked, or is full and there is no reason
 * @throws `conflict` if the delivery is closed, or is en route and anything besides the driver
 *   would change
 */
export async function rescheduleAppointment(
  call: Call,
  input: RescheduleInput,
): Promise<StaffAppointment> {
  const { deps, actor } = call;
  const { orm } = deps.db;
  const now = deps.clock.now();
  const { date, time } = input;
  const slotIndex = time === undefined ? undefined : timeSlotByLabel(time)?.index;
  return retryOnConflict(async () => {
    const read = await deps.db.read((orm) => [
      selectForStaff(orm, input.id),
      selectHasCapacity(orm, input.id, timeSlotOr(input.id, { date, slotIndex }), now),
      selectDriver(orm, input.driverId ?? 0),
      selectSupport(orm),
      selectBusinessSettings(orm),
      selectPlacesAt(orm, input.location ?? ''),
      selectHours(orm),
    ]);
    const [[found], [target], drivers, [support], [settings], places, entries] = read;
    const appointment = deliverableRow(actor, found?.appointment ?? null);
    await refuseChangedSince(call, appointment, input.version);
    const after = {
      ...timeSlotOf(deps, hoursOf(entries), appointment, input),
      location: input.location ?? appointment.location,
      slipNumber:
        input.slipNumber === undefined ? appointment.slipNumber : input.slipNumber || null,
      driverId: driverOf(appointment, input, drivers),
    };
    const changed = keysThatDiffer(after, appointment);
    refuseUnlessModifiable(appointment, changed, after.driverId);
    if (found && changed.length === 0) return staffView(found);

    const moves = changed.includes('date') || changed.includes('slotIndex');
    const reason = moves && !target?.hasCapacity ? requireReason(input, target?.isOpen) : null;
    const elsewhere = changed.includes('location')
      ? columnsAtAddress(
          after.location,
          await locateAddress(deps, after.location, places),
          serviceAreaOf(deps, settings),
        )
      : null;
    const isReassigned = changed.includes('driverId') && after.driverId !== null;
    const isNews = changed.some((name) => name !== 'driverId');
    const isUnderWay = appointment.status === 'en_route';
    const written = await writeGuarded(deps.db, {
      guard: changeUnchanged(
        orm,
        appointment,
        // A new address means a different dock, so the old gate code and position don't apply.
        {
          ...after,
          ...elsewhere,
          ...(moves && { overCapacityReason: reason }),
          // The arrival time depends on the new driver's position, which isn't known yet.
          ...(isUnderWay && { arrivalAt: null }),
          updatedAt: now,
        },
        moves && !reason ? hasCapacityLeft(after, now, appointment.id) : undefined,
        reason ? isOpenTimeSlot(after) : undefined,
        isReassigned && after.driverId !== null ? driverIsActive(after.driverId) : undefined,
      ),
      audit: audit(call, {
        appointmentId: appointment.id,
        action: 'appointment.rescheduled',
        before: columnsOf(appointment, changed),
        after: { ...columnsOf(after, changed), ...(reason ? { reason } : null) },
      }),
      also: [
        isNews
          ? message(call, 'rescheduled', {
              ...deliveryFacts(deps, { ...appointment, ...after }),
              before: appointment,
              supportPhone: supportView(support).phone,
            })
          : null,
        ...(isUnderWay
          ? [
              withdrawingUnsent('en-route', appointment.id),
              message(call, 'en-route', {
                ...deliveryFacts(deps, { ...appointment, ...after }),
                driverName: drivers[0]?.name ?? null,
                arrivalAt: null,
              }),
            ]
          : []),
      ],
      view: [selectForStaff(orm, appointment.id)],
    });
    return staffView(oneRow(written.view[0]));
  });
}

function keysThatDiffer<T extends object>(
  after: T,
  before: { [K in keyof T]: T[K] },
): (keyof T & string)[] {
  const keys = Object.keys(after) as (keyof T & string)[];
  return keys.filter((key) => after[key] !== before[key]);
}

/** A delivery that is en route can only be reassigned to another driver, who is then on the way. */
function refuseUnlessModifiable(
  row: AppointmentRow,
  changed: readonly string[],
  driverId: number | null,
) {
  if (MODIFIABLE_STATUSES.includes(row.status)) return;
  if (row.status === 'en_route' && changed.every((name) => name === 'driverId')) {
    if (driverId !== null) return;
    throw new DomainError(
      'conflict',
      'This appointment is en route. Select another driver, or move it back to scheduled first.',
      { field: 'driverId' },
    );
  }
  throw new DomainError(
    'conflict',
    `This appointment is ${statusInText(row.status)} and can no longer be moved.`,
  );
}

/** Returns the input's time window. The appointment's current window is always allowed. */
function timeSlotOf(deps: Deps, hours: Hours, row: AppointmentRow, input: RescheduleInput) {
  const label = timeSlotLabel(row.slotIndex);
  const { date = row.date, time = label } = input;
  const stays = date === row.date && time === label;
  return {
    date,
    slotIndex: stays ? row.slotIndex : requireStaffTimeSlot(deps, hours, { date, time }).index,
  };
}

/**
 * Returns the reason for exceeding a full window. Callers that can't send one get a message that
 * doesn't ask for it.
 */
function requireReason({ overCapacityReason }: RescheduleInput, isOpen = false): string {
  if (isOpen && overCapacityReason) return overCapacityReason;
  const needsReason = isOpen && overCapacityReason !== undefined;
  throw new DomainError(
    'slot_taken',
    needsReason ? BOOK_FOR_MESSAGES.full : 'This window is full or blocked. Select another one.',
    { field: 'time', ...(needsReason && { details: { needsReason } }) },
  );
}

function driverOf(
  row: AppointmentRow,
  { driverId }: RescheduleInput,
  drivers: readonly DriverRow[],
): number | null {
  if (driverId === undefined) return row.driverId;
  if (driverId === null || driverId === row.driverId) return driverId;
  return requireActiveDriver(drivers, driverId).id;
}
