import { BOOKING_SENTENCES } from '@/domain/booking/schemas';
import type { DriverPatch, StaffPatch } from '@/domain/booking/staff-patch-schemas';
import { DomainError, SENTENCES } from '@/domain/errors';
import type { Actor } from '@/domain/roles';
import type { Deps } from '@/server/deps';
import { deliverableRow } from './access';
import { findAppointment } from './appointments.repository';
import { type StaffAppointment, staffView } from './appointments.view';
import { cancelBooking } from './booking-changes.usecases';
import { completeDelivery } from './completion.usecases';
import { type DeliveryView, deliveryView } from './deliveries.usecases';
import { editDetails } from './details.usecases';
import { rescheduleAppointment } from './reschedule.usecases';
import { confirmAppointment, markEnRoute, scheduleAppointment } from './staff.usecases';
import { findForStaff } from './staff-lists.repository';

type Call = { deps: Deps; actor: Actor };

/** A change by staff from outside (D35): each goes through the verb that the dashboard uses. */
export async function patchAppointment(call: Call, input: StaffPatch): Promise<StaffAppointment> {
  await act(call, input);
  const row = await findForStaff(call.deps.db.orm, input.id);
  if (!row) throw new DomainError('not_found', SENTENCES.notFound);
  return staffView(row);
}

function act(call: Call, input: StaffPatch): Promise<unknown> {
  const { id } = input;
  switch (input.status) {
    case 'confirmed':
      return confirmAppointment(call, { id, noCardReason: input.noCardReason });
    case 'scheduled':
      return scheduleAppointment(call, { id, driverId: input.driverId });
    case 'en_route':
      return markEnRoute(call, { id });
    case 'completed':
      return completeDelivery(call, completionOf(input));
    case 'cancelled':
      return cancelBooking(call, { id, reason: input.reason });
    case undefined:
      return isOrderChange(input) ? editOrder(call, input) : rescheduleAppointment(call, input);
  }
}

const isOrderChange = (input: StaffPatch) =>
  [input.estimatedGallons, input.smallIceBags, input.largeIceBags, input.customFuelPrice].some(
    (value) => value !== undefined,
  );

/** The order with some of its fields changed; the others as they are. */
async function editOrder({ deps, actor }: Call, input: StaffPatch): Promise<StaffAppointment> {
  const row = deliverableRow(actor, await findAppointment(deps.db.orm, input.id));
  const order = {
    id: row.id,
    estimatedGallons: input.estimatedGallons ?? row.estimatedGallonsTenths,
    smallIceBags: input.smallIceBags ?? row.smallIceBags,
    largeIceBags: input.largeIceBags ?? row.largeIceBags,
    customFuelPrice:
      input.customFuelPrice === undefined ? row.customUnitPriceCents : input.customFuelPrice,
  };
  if (order.estimatedGallons + order.smallIceBags + order.largeIceBags === 0) {
    throw new DomainError('invalid_input', BOOKING_SENTENCES.noItems, {
      field: 'estimatedGallons',
    });
  }
  return editDetails({ deps, actor }, order);
}

function completionOf(input: StaffPatch | DriverPatch) {
  const { id, actualGallons, receiptPhoto, fuelPhoto, notes, completedAt } = input;
  if (actualGallons === undefined) {
    throw new DomainError('invalid_input', 'Please enter actual gallons delivered.', {
      field: 'actualGallons',
    });
  }
  return { id, actualGallons, receiptPhoto, fuelPhoto, notes, completedAt };
}

/** A change by a driver from outside: on the way, or delivered. Only their own deliveries. */
export async function patchDelivery(call: Call, input: DriverPatch): Promise<DeliveryView> {
  if (input.status === 'en_route') await markEnRoute(call, { id: input.id });
  else await completeDelivery(call, completionOf(input));
  return deliveryView(
    deliverableRow(call.actor, await findAppointment(call.deps.db.orm, input.id)),
  );
}
