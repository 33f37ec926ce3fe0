import { and, eq } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { routeOrders } from '@/db/schema';

/** The ids of a date's stops in the driver's own order; none where the planned one holds. */
export function selectRouteOrder(orm: Queryable, driverId: number, date: string) {
  return orm
    .select({ stopIds: routeOrders.stopIds })
    .from(routeOrders)
    .where(and(eq(routeOrders.driverId, driverId), eq(routeOrders.date, date)));
}

/** Writes an order over the one there is. */
export function saveRouteOrder(orm: Queryable, row: typeof routeOrders.$inferInsert) {
  return orm
    .insert(routeOrders)
    .values(row)
    .onConflictDoUpdate({ target: [routeOrders.driverId, routeOrders.date], set: row })
    .returning();
}

export function deleteRouteOrder(orm: Queryable, driverId: number, date: string) {
  return orm
    .delete(routeOrders)
    .where(and(eq(routeOrders.driverId, driverId), eq(routeOrders.date, date)))
    .returning();
}
