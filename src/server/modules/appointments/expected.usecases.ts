import { formatClock } from '@/domain/time';
import type { Deps } from '@/server/deps';
import { findDriver } from '../drivers/drivers.repository';
import type { AppointmentRow } from './appointments.repository';
import { type ListedAppointment, type ListedRow, listedView } from './appointments.view';

/** Who is on the way, and about when they should be there ("10:40 AM"). */
export type OnTheWay = { driverName: string | null; about: string | null };

/** A delivery as its owner expects it. */
export type ExpectedDelivery = ListedAppointment & { onTheWay: OnTheWay | null };

export async function expectedView(deps: Deps, row: ListedRow): Promise<ExpectedDelivery> {
  return { ...listedView(row), onTheWay: await onTheWayOf(deps, row.appointment) };
}

/** Null unless a driver is on the way. */
export async function onTheWayOf(deps: Deps, row: AppointmentRow): Promise<OnTheWay | null> {
  if (row.status !== 'en_route') return null;
  const driver = row.driverId === null ? null : await findDriver(deps.db.orm, row.driverId);
  const { arrivalAt } = row;
  return {
    driverName: driver?.name ?? null,
    about: arrivalAt === null ? null : formatClock(arrivalAt, deps.settings.timeZone),
  };
}
