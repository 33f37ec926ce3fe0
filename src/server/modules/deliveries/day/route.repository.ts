import { and, asc, between, eq, inArray, isNotNull, isNull, not, or, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { unchanged } from '@/db/guarded-batch';
import { appointments, drivers, photos, routeOrders } from '@/db/schema';
import { OPEN_STATUSES } from '@/domain/appointment/status';
import type { CalendarDate } from '@/domain/dates';

/**
 * Selects the open deliveries of a date, for one driver or all of them, in the order of the day.
 */
export function selectToDeliver(orm: Queryable, date: CalendarDate, driverId?: number) {
  return orm
    .select()
    .from(appointments)
    .where(
      and(
        ofDriver(driverId),
        eq(appointments.date, date),
        inArray(appointments.status, [...OPEN_STATUSES]),
        isNull(appointments.holdExpiresAt),
      ),
    )
    .orderBy(asc(appointments.slotIndex), asc(appointments.createdAt));
}

const ofDriver = (driverId: number | undefined) =>
  driverId === undefined ? isNotNull(appointments.driverId) : eq(appointments.driverId, driverId);

/**
 * A driver's completed and undelivered stops from one date to another, and whether each has a
 * photo.
 */
export function selectDoneOfDays(
  orm: Queryable,
  driverId: number,
  { from, to }: Record<'from' | 'to', CalendarDate>,
) {
  const fuelPhoto = sql`select 1 from ${photos}
    where ${photos.appointmentId} = ${appointments.id} and ${photos.kind} = 'fuel'`;
  return orm
    .select({ appointment: appointments, hasPhoto: sql<number>`exists (${fuelPhoto})` })
    .from(appointments)
    .where(
      and(
        eq(appointments.driverId, driverId),
        // For a single date, `between` would read one more row.
        from === to ? eq(appointments.date, to) : between(appointments.date, from, to),
        or(
          eq(appointments.status, 'completed'),
          and(eq(appointments.status, 'cancelled'), isNotNull(appointments.notDeliveredReason)),
        ),
      ),
    )
    .orderBy(asc(appointments.updatedAt));
}

/** Selects a driver's own order of a date's stops, as IDs. No row if the planned order applies. */
export function selectRouteOrder(orm: Queryable, driverId: number, date: string) {
  return orm
    .select({ stopIds: routeOrders.stopIds })
    .from(routeOrders)
    .where(and(eq(routeOrders.driverId, driverId), eq(routeOrders.date, date)));
}

/** Selects all drivers' own stop orders. */
export function selectRouteOrders(orm: Queryable, date: CalendarDate) {
  // The index starts with the driver, so the query lists all drivers to be able to use it.
  const all = orm.select({ id: drivers.id }).from(drivers);
  return orm
    .select({ driverId: routeOrders.driverId, stopIds: routeOrders.stopIds })
    .from(routeOrders)
    .where(and(inArray(routeOrders.driverId, all), eq(routeOrders.date, date)));
}

/** Saves a driver's own order. Returns no row if it's unchanged. */
export function saveRouteOrder(orm: Queryable, row: typeof routeOrders.$inferInsert) {
  const { updatedAt: _, ...order } = row;
  const setWhere = not(unchanged(routeOrders, order));
  return orm
    .insert(routeOrders)
    .values(row)
    .onConflictDoUpdate({ target: [routeOrders.driverId, routeOrders.date], set: row, setWhere })
    .returning();
}

/** Deletes a driver's own order of a date's stops and returns the deleted row. */
export function deleteRouteOrder(orm: Queryable, driverId: number, date: string) {
  return orm
    .delete(routeOrders)
    .where(and(eq(routeOrders.driverId, driverId), eq(routeOrders.date, date)))
    .returning();
}
