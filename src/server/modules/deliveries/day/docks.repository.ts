import { and, desc, eq, inArray, isNotNull, type SQLWrapper } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { appointments } from '@/db/schema';
import type { CalendarDate } from '@/domain/dates';

/** Maximum number of deliveries that are searched for the positions of a day's docks. */
const LOOKED_THROUGH = 500;

/** Selects earlier deliveries to these locations that have a position, latest first. */
function selectDocksAt(orm: Queryable, locations: SQLWrapper) {
  return orm
    .select({
      location: appointments.location,
      slipNumber: appointments.slipNumber,
      latitude: appointments.latitude,
      longitude: appointments.longitude,
    })
    .from(appointments)
    .where(and(inArray(appointments.location, locations), isNotNull(appointments.latitude)))
    .orderBy(desc(appointments.completedAt))
    .limit(LOOKED_THROUGH);
}

const selectLocations = (orm: Queryable) =>
  orm.select({ location: appointments.location }).from(appointments);

/** Selects the known positions of one appointment's dock. */
export function selectDocksOf(orm: Queryable, appointmentId: string) {
  return selectDocksAt(orm, selectLocations(orm).where(eq(appointments.id, appointmentId)));
}

/** Selects the known positions of a date's docks, for one driver or all of them. */
export function selectDocksOfDay(orm: Queryable, date: CalendarDate, driverId?: number) {
  const ofDay = and(
    eq(appointments.date, date),
    driverId === undefined ? undefined : eq(appointments.driverId, driverId),
  );
  return selectDocksAt(orm, selectLocations(orm).where(ofDay));
}

/** Selects the known positions of the docks of a driver's en route stops. */
export function selectDocksEnRoute(orm: Queryable, driverId: number) {
  const enRoute = and(eq(appointments.driverId, driverId), eq(appointments.status, 'en_route'));
  return selectDocksAt(orm, selectLocations(orm).where(enRoute));
}
