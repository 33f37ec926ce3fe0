import type { DriverPatch, StaffPatch } from '@/domain/appointment/staff-patch.schema';
import { DomainError, MESSAGES } from '@/domain/errors';
import { ORDER_MESSAGES } from '@/domain/order/messages';
import type { Call } from '@/server/config/call';
import { todayOf } from '@/server/config/deps';
import { deliverableRow } from '../../appointments/access';
import { findAppointment } from '../../appointments/appointments.repository';
import { type StaffAppointment, staffView } from '../../appointments/appointments.view';
import { cancelAppointment } from '../../appointments/cancel.usecases';
import { confirmAppointment } from '../../appointments/confirm.usecases';
import { refuseChangedSince } from '../../appointments/edit-conflict';
import { editDetails } from '../../appointments/edit-details.usecases';
import { rescheduleAppointment } from '../../appointments/reschedule.usecases';
import { scheduleAppointment } from '../../appointments/schedule.usecases';
import { findForStaff } from '../../appointments/staff-lists.repository';
import { completeDelivery } from '../completion/complete-delivery.usecases';
import { type DeliveryView, deliveryView } from './deliveries.usecases';
import { markEnRoute } from './en-route.usecases';
import { undoEnRoute } from './undo-en-route.usecases';

/** Changes an appointment for staff over REST, through the same use cases as the dashboard. */
export async function patchAppointment(call: Call, input: StaffPatch): Promise<StaffAppointment> {
  await refuseChanged(call, input);
  await act(call, input);
  const row = await findForStaff(call.deps.db.orm, input.id);
  if (!row) throw new DomainError('not_found', MESSAGES.notFound);
  return staffView(row);
}

/** Refuses an edit conflict before any other rule runs. */
async function refuseChanged(call: Call, { id, version }: StaffPatch | DriverPatch) {
  if (version === undefined) return;
  const found = await findAppointment(call.deps.db.orm, id);
  await refuseChangedSince(call, deliverableRow(call.actor, found), version);
}

function act(call: Call, input: StaffPatch): Promise<unknown> {
  const { id } = input;
  switch (input.status) {
    case 'confirmed':
      return confirmAppointment(call, { id, noCardReason: input.noCardReason });
    case 'scheduled':
      return scheduleOrTurnBack(call, input);
    case 'en_route':
      return markEnRoute(call, { id });
    case 'completed':
      return completeDelivery(call, completionInputOf(input));
    case 'cancelled':
      return cancelAppointment(call, { id, reason: input.reason });
    case undefined:
      return isOrderChange(input)
        ? editDetails(call, { id, version: input.version, ...orderChange(input) })
        : rescheduleAppointment(call, input);
  }
}

/** Undoes en route if the delivery is en route, and schedules any other appointment. */
async function scheduleOrTurnBack(call: Call, { id, driverId }: StaffPatch): Promise<unknown> {
  const found = await findAppointment(call.deps.db.orm, id);
  if (found?.status === 'en_route' && driverId === undefined) return undoEnRoute(call, { id });
  return scheduleAppointment(call, { id, driverId });
}

/** The fields of a call that change the order. */
const orderChange = (input: StaffPatch) => ({
  estimatedGallonsTenths: input.estimatedGallonsTenths,
  smallIceBags: input.smallIceBags,
  largeIceBags: input.largeIceBags,
  customUnitPriceCents: input.customUnitPriceCents,
  fuelType: input.fuelType,
  fillUp: input.fillUp,
  canType: input.canType,
  boatId: input.boatId,
  boatName: input.boatName,
  boatTank: input.boatTank,
  dockId: input.dockId,
});

const isOrderChange = (input: StaffPatch) =>
  Object.values(orderChange(input)).some((value) => value !== undefined);

function completionInputOf(input: StaffPatch | DriverPatch) {
  const { id, actualGallonsTenths, receiptPhoto, fuelPhoto, notes, completedAt } = input;
  const { expectedTotalCents, confirmedTotalCents } = input;
  const { meterStartTenths, meterEndTenths, truckId } = input;
  if (actualGallonsTenths === undefined) {
    throw new DomainError('invalid_input', ORDER_MESSAGES.actualGallons, {
      field: 'actualGallons',
    });
  }
  const seen = { expectedTotalCents, confirmedTotalCents };
  const meter = { meterStartTenths, meterEndTenths, truckId };
  const proof = { receiptPhoto, fuelPhoto, notes, completedAt };
  return { id, actualGallonsTenths, ...proof, ...seen, ...meter };
}

/** Changes a driver's own delivery over REST: en route, back to scheduled, or completed. */
export async function patchDelivery(call: Call, input: DriverPatch): Promise<DeliveryView> {
  await refuseChanged(call, input);
  if (input.status === 'en_route') await markEnRoute(call, { id: input.id });
  else if (input.status === 'scheduled') await undoEnRoute(call, { id: input.id });
  else await completeDelivery(call, completionInputOf(input));
  const row = await findAppointment(call.deps.db.orm, input.id);
  // The driver was allowed to change the delivery, even if it now belongs to another driver.
  if (!row) throw new DomainError('not_found', MESSAGES.notFound);
  return deliveryView(call.actor, row, todayOf(call.deps));
}
