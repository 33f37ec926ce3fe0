import { and, asc, count, eq, inArray, ne } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { appointments, drivers, routeOrders, users } from '@/db/schema';

export type DriverRow = typeof drivers.$inferSelect;

/** Drivers that can be given work, in the order of their numbers. */
export function activeDrivers(orm: Queryable): Promise<DriverRow[]> {
  return orm.select().from(drivers).where(ne(drivers.status, 'retired')).orderBy(asc(drivers.id));
}

export async function findDriver(orm: Queryable, id: number): Promise<DriverRow | null> {
  const [row] = await orm.select().from(drivers).where(eq(drivers.id, id));
  return row ?? null;
}

/** Writes a driver and its sign-in; returns the driver's number. Throws a unique violation. */
export async function insertDriver(
  tx: Queryable,
  driver: typeof drivers.$inferInsert,
  user: Omit<typeof users.$inferInsert, 'driverId'>,
): Promise<number> {
  const [row] = await tx.insert(drivers).values(driver).returning({ id: drivers.id });
  if (!row) throw new Error('the driver was not written');
  await tx.insert(users).values({ ...user, driverId: row.id });
  return row.id;
}

/** Every driver, retired ones too, with the name they sign in with. */
export function driversWithSignIn(orm: Queryable) {
  return orm
    .select({ driver: drivers, username: users.username, userId: users.id })
    .from(drivers)
    .leftJoin(users, and(eq(users.driverId, drivers.id), eq(users.role, 'driver')))
    .orderBy(asc(drivers.id));
}

/** One driver with the name they sign in with, or null. */
export async function findDriverWithSignIn(orm: Queryable, id: number) {
  const [row] = await orm
    .select({ driver: drivers, username: users.username, userId: users.id })
    .from(drivers)
    .leftJoin(users, and(eq(users.driverId, drivers.id), eq(users.role, 'driver')))
    .where(eq(drivers.id, id));
  return row ?? null;
}

export function updateDriver(
  orm: Queryable,
  id: number,
  changes: Partial<typeof drivers.$inferInsert>,
) {
  return orm.update(drivers).set(changes).where(eq(drivers.id, id));
}

/** Changes the sign-in that belongs to a driver. Throws a unique violation. */
export function updateDriverSignIn(
  orm: Queryable,
  id: number,
  changes: Partial<typeof users.$inferInsert>,
) {
  return orm
    .update(users)
    .set(changes)
    .where(and(eq(users.driverId, id), eq(users.role, 'driver')));
}

/** Deliveries that a driver still has to make. */
export async function openDeliveries(orm: Queryable, id: number): Promise<number> {
  const [row] = await orm
    .select({ open: count() })
    .from(appointments)
    .where(
      and(
        eq(appointments.driverId, id),
        inArray(appointments.status, ['pending', 'confirmed', 'scheduled', 'en_route']),
      ),
    );
  return row?.open ?? 0;
}

/** The ids of a date's stops in the driver's own order, or null where there is none. */
export async function findRouteOrder(
  orm: Queryable,
  driverId: number,
  date: string,
): Promise<string[] | null> {
  const [row] = await orm
    .select({ stopIds: routeOrders.stopIds })
    .from(routeOrders)
    .where(and(eq(routeOrders.driverId, driverId), eq(routeOrders.date, date)));
  return row?.stopIds ?? null;
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
