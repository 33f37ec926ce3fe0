import { asc, eq, ne } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { drivers } from '@/db/schema';

export type DriverRow = typeof drivers.$inferSelect;

/** Drivers that can be given work, in the order of their numbers. */
export function activeDrivers(orm: Queryable): Promise<DriverRow[]> {
  return orm.select().from(drivers).where(ne(drivers.status, 'retired')).orderBy(asc(drivers.id));
}

export async function findDriver(orm: Queryable, id: number): Promise<DriverRow | null> {
  const [row] = await orm.select().from(drivers).where(eq(drivers.id, id));
  return row ?? null;
}
