import { asc, eq, ne } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { drivers, users } from '@/db/schema';

export type DriverRow = typeof drivers.$inferSelect;

/** Drivers that can be given work, in the order of their numbers. */
export function activeDrivers(orm: Queryable): Promise<DriverRow[]> {
  return orm.select().from(drivers).where(ne(drivers.status, 'retired')).orderBy(asc(drivers.id));
}

export async function findDriver(orm: Queryable, id: number): Promise<DriverRow | null> {
  const [row] = await orm.select().from(drivers).where(eq(drivers.id, id));
  return row ?? null;
}

/** Writes a driver and its sign-in together; returns the driver's number. */
export function insertDriver(
  db: Db,
  driver: typeof drivers.$inferInsert,
  user: Omit<typeof users.$inferInsert, 'driverId'>,
): Promise<number> {
  return db.transaction(async (tx) => {
    const [row] = await tx.insert(drivers).values(driver).returning({ id: drivers.id });
    if (!row) throw new Error('the driver was not written');
    await tx.insert(users).values({ ...user, driverId: row.id });
    return row.id;
  });
}
