import type { OwnerPatch } from '@/domain/booking/patch-schemas';
import { BOOKING_SENTENCES, type OrderInput } from '@/domain/booking/schemas';
import { assertTransition, MODIFIABLE_STATUSES, statusesBefore } from '@/domain/booking/status';
import { DomainError, SENTENCES } from '@/domain/errors';
import { chargedUnitPrice } from '@/domain/pricing/fuel';
import { type Actor, hasRole } from '@/domain/roles';
import { hasStarted, TIME_WINDOWS, windowLabel } from '@/domain/slots/windows';
import { localMoment } from '@/domain/time';
import type { Deps } from '@/server/deps';
import { columnsOf, insertAudit } from '../audit/audit.repository';
import { marketPrices } from '../pricing/pricing.usecases';
import { hasPlaceLeft } from '../slots/slots.repository';
import { moverOf, ownOrStaffRow, ownRow } from './access';
import { type AppointmentRow, findAppointment, updateIf } from './appointments.repository';
import { type CustomerAppointment, customerView } from './appointments.view';
import { type DeliveryDetails, readBooking } from './history.usecases';
import { orderColumns, requireBookableWindow } from './order';
import { releaseSetup } from './setup-release';

type Call = { deps: Deps; actor: Actor };

/**
 * Changes a booking and, in the same statement, moves it to its new window if that has a place; the
 * card stays (D18). Throws `conflict` once its window has begun, `slot_taken` when the new one is full.
 */
export async function modifyBooking(
  { deps, actor }: Call,
  input: OrderInput & { id: string },
): Promise<DeliveryDetails> {
  const now = deps.clock.now();
  const row = ownRow(actor, await findAppointment(deps.db.orm, input.id));
  refuseOnceStarted(deps, row);
  const staysInPlace =
    input.date === row.date && input.time === TIME_WINDOWS[row.windowIndex]?.label;
  const window = staysInPlace ? TIME_WINDOWS[row.windowIndex] : requireBookableWindow(deps, input);
  if (!window) throw new Error('the booking has no window');

  const unitPriceCents =
    input.fuelType === row.fuelType
      ? row.unitPriceCents
      : chargedUnitPrice(input.fuelType, await marketPrices(deps.db));
  const target = { date: input.date, windowIndex: window.index };
  const after = {
    ...target,
    ...orderColumns(input, row.customUnitPriceCents ?? unitPriceCents, row.testMode),
    unitPriceCents,
    updatedAt: now,
  };
  await deps.db.transaction(async (tx) => {
    const changed = await updateIf(
      tx,
      row.id,
      {
        statuses: MODIFIABLE_STATUSES,
        also: staysInPlace ? undefined : hasPlaceLeft(target, now, row.id),
      },
      after,
    );
    if (!changed) {
      const current = ownRow(actor, await findAppointment(tx, row.id));
      if (!MODIFIABLE_STATUSES.includes(current.status)) throw closedForChanges();
      throw new DomainError('slot_taken', SENTENCES.slotTaken, { field: 'time' });
    }
    await insertAudit(tx, {
      id: deps.ids.next(),
      appointmentId: row.id,
      actor,
      action: 'appointment.modified',
      before: columnsOf(row, Object.keys(after)),
      after: columnsOf(changed, Object.keys(after)),
      at: now,
    });
  });
  return readBooking({ deps, actor }, row);
}

/**
 * Changes the fields that are given, or cancels; the call for owners from outside (D35). What is
 * left out stays as it was booked.
 */
export async function patchBooking(
  { deps, actor }: Call,
  input: OwnerPatch,
): Promise<DeliveryDetails> {
  const { id, status, ...changes } = input;
  const row = ownRow(actor, await findAppointment(deps.db.orm, id));
  if (status === 'cancelled') {
    await cancelBooking({ deps, actor }, { id });
    return readBooking({ deps, actor }, { id });
  }
  const merged = { ...orderOf(row), ...changes, id };
  if (merged.estimatedGallons + merged.smallIceBags + merged.largeIceBags === 0) {
    throw new DomainError('invalid_input', BOOKING_SENTENCES.noItems, {
      field: 'estimatedGallons',
    });
  }
  return modifyBooking({ deps, actor }, merged);
}

/** A booking as its form would send it again. */
function orderOf(row: AppointmentRow): OrderInput {
  return {
    date: row.date,
    time: windowLabel(row.windowIndex),
    location: row.location,
    slipNumber: row.slipNumber ?? '',
    fuelType: row.fuelType,
    // Staff may have entered tenths; a customer's form knows whole gallons (D27).
    estimatedGallons: row.estimatedGallonsTenths / 10,
    canType: row.canType,
    smallIceBags: row.smallIceBags,
    mediumIceBags: row.mediumIceBags,
    largeIceBags: row.largeIceBags,
  };
}

const closedForChanges = () =>
  new DomainError('conflict', 'This delivery can no longer be changed.');

function refuseOnceStarted(deps: Deps, row: AppointmentRow) {
  const window = TIME_WINDOWS[row.windowIndex];
  const clock = localMoment(deps.clock.now(), deps.settings.timeZone);
  if (!MODIFIABLE_STATUSES.includes(row.status)) throw closedForChanges();
  if (window && hasStarted(row.date, window, clock)) throw closedForChanges();
}

/**
 * Cancels, which frees the window at once. Cancelling twice is harmless; customers may until a
 * driver is on the way (D43). An abandoned payment dialog comes here too (D12).
 */
export async function cancelBooking(
  { deps, actor }: Call,
  input: { id: string; reason?: string },
): Promise<CustomerAppointment> {
  const now = deps.clock.now();
  const row = ownOrStaffRow(actor, await findAppointment(deps.db.orm, input.id));
  if (row.status === 'cancelled') return customerView(row);
  // A driver who booked for themselves cancels as any customer does.
  const mover = hasRole(actor, 'driver') ? 'customer' : moverOf(actor);
  assertTransition(row.status, 'cancelled', mover);

  const cancelled = await deps.db.transaction(async (tx) => {
    const changed = await updateIf(
      tx,
      row.id,
      { statuses: statusesBefore('cancelled', mover) },
      { status: 'cancelled', cancelledAt: now, cancelReason: input.reason || null, updatedAt: now },
    );
    if (!changed) return null;
    await insertAudit(tx, {
      id: deps.ids.next(),
      appointmentId: row.id,
      actor,
      action: 'appointment.cancelled',
      before: { status: row.status },
      after: { status: 'cancelled', reason: input.reason || null },
      at: now,
    });
    return changed;
  });
  if (!cancelled) {
    const current = ownOrStaffRow(actor, await findAppointment(deps.db.orm, row.id));
    if (current.status === 'cancelled') return customerView(current);
    throw new DomainError('conflict', 'This delivery can no longer be cancelled.');
  }
  await releaseSetup(deps, cancelled);
  return customerView(cancelled);
}
