import type { AppointmentRow } from '@/db/schema';
import type { CalendarDate } from '@/domain/dates';
import { DomainError, MESSAGES } from '@/domain/errors';
import { type Actor, hasRole } from '@/domain/roles';
import { worksIn } from '@/domain/staff/areas';
import type { Call } from '@/server/config/call';
import { todayOf } from '@/server/config/deps';
import { listOfDate } from '../../appointments/appointments.repository';
import { customerView, driverFacts, WITHOUT_CARD } from '../../appointments/appointments.view';

/**
 * A delivery as its driver sees it, with the order, contact, boat, and dock. Staff also see the
 * payment card, and the gate code on any date.
 */
export function deliveryView(actor: Actor, row: AppointmentRow, today: CalendarDate) {
  const isStaff = worksIn('deliveries', actor);
  return {
    ...customerView(row),
    ...(isStaff ? { boat: row.boat, dock: row.dock } : driverFacts(row, today)),
    ...(isStaff ? {} : WITHOUT_CARD),
    driverId: row.driverId,
    customerName: row.customerName,
    customerPhone: row.customerPhone,
    notes: row.notes,
  };
}
export type DeliveryView = ReturnType<typeof deliveryView>;

/**
 * Lists a date's deliveries (today by default) in the order of the day: all of them for staff, and
 * a driver's own for a driver. Cancelled ones and unfinished holds are left out.
 */
export async function listDeliveries(
  { deps, actor }: Call,
  input: { date?: CalendarDate | null },
): Promise<DeliveryView[]> {
  const own = hasRole(actor, 'driver') ? actor.driverId : undefined;
  if (own === null || (own === undefined && !worksIn('deliveries', actor))) {
    throw new DomainError('forbidden', MESSAGES.notAllowed);
  }
  const date = input.date ?? todayOf(deps);
  const rows = await listOfDate(deps.db.orm, date, own);
  return rows.map((row) => deliveryView(actor, row, todayOf(deps)));
}
