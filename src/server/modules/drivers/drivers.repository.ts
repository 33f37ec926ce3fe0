import { and, asc, count, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { appointments, drivers, users } from '@/db/schema';

export type DriverRow = typeof drivers.$inferSelect;

/** The drivers who are not retired, by number. */
export function selectActiveDrivers(orm: Queryable) {
  return orm.select().from(drivers).where(ne(drivers.status, 'retired')).orderBy(asc(drivers.id));
}

export function selectDriver(orm: Queryable, id: number | SQL) {
  return orm.select().from(drivers).where(eq(drivers.id, id));
}

export async function findDriver(orm: Queryable, id: number): Promise<DriverRow | null> {
  const [row] = await selectDriver(orm, id);
  return row ?? null;
}

/** A guard: the driver can be given work. */
export function driverIsActive(id: number): SQL {
  return sql`exists (select 1 from ${drivers} where ${drivers.id} = ${id} and ${drivers.status} <> 'retired')`;
}

/** A guard: this driver is the only one on duty; with null, no driver is. */
export function isOnlyAvailableDriver(id: number | null): SQL {
  return sql`(select json_group_array(${drivers.id}) from ${drivers} where ${drivers.status} = 'available') = ${JSON.stringify(id === null ? [] : [id])}`;
}

/** Writes a driver and their sign-in; gives the driver's number. Throws a unique violation. */
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

/** Every driver, retired ones too, with their username. */
export function driversWithSignIn(orm: Queryable) {
  return orm
    .select({ driver: drivers, username: users.username, userId: users.id })
    .from(drivers)
    .leftJoin(users, and(eq(users.driverId, drivers.id), eq(users.role, 'driver')))
    .orderBy(asc(drivers.id));
}

/** One driver with their username, or null. */
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

/** Says whether a driver is on duty, where it still stands as it was read. */
export function changeDriverStatus(
  orm: Queryable,
  read: Pick<DriverRow, 'id' | 'status'>,
  status: DriverRow['status'],
) {
  return orm
    .update(drivers)
    .set({ status })
    .where(and(eq(drivers.id, read.id), eq(drivers.status, read.status)))
    .returning();
}

/** Changes the sign-in of a driver. Throws a unique violation. */
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

/** The number of deliveries that a driver still has to make. */
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
