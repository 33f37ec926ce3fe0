import { and, asc, eq, getTableColumns, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import {
  type Computed,
  type ConditionalWrite,
  type Guard,
  inserting,
  unchanged,
} from '@/db/guarded-batch';
import { appointments, drivers, users } from '@/db/schema';
import { OPEN_STATUSES } from '@/domain/appointment/status';
import { withKeys } from '../auth/users.repository';

/** Only staff search needs the search text, so it's left out here. */
const { searchText: _searchText, ...COLUMNS } = getTableColumns(drivers);

export type DriverRow = Omit<typeof drivers.$inferSelect, 'searchText'>;

/** Selects the active drivers by number. */
export function selectActiveDrivers(orm: Queryable) {
  return orm
    .select(COLUMNS)
    .from(drivers)
    .where(ne(drivers.status, 'retired'))
    .orderBy(asc(drivers.id));
}

/** Selects a driver by ID. */
export function selectDriver(orm: Queryable, id: number | SQL) {
  return orm.select(COLUMNS).from(drivers).where(eq(drivers.id, id));
}

/** Returns the driver with this ID, or null. */
export async function findDriver(orm: Queryable, id: number): Promise<DriverRow | null> {
  const [row] = await selectDriver(orm, id);
  return row ?? null;
}

/** Guards that the driver is active. */
export function driverIsActive(id: number): SQL {
  return sql`exists (select 1 from ${drivers} where ${drivers.id} = ${id} and ${drivers.status} <> 'retired')`;
}

/** Guards that this driver is the only available one. Null means none is available. */
export function isOnlyAvailableDriver(id: number | null): SQL {
  return sql`(select json_group_array(${drivers.id}) from ${drivers} where ${drivers.status} = 'available') = ${JSON.stringify(id === null ? [] : [id])}`;
}

/** Inserts a driver. The database assigns the number. */
export function insertDriver(orm: Queryable, row: typeof drivers.$inferInsert) {
  return orm.insert(drivers).values(row).returning(COLUMNS);
}

/** The highest driver number, which belongs to the driver added last. */
const LAST_DRIVER = sql<number>`(select max(${drivers.id}) from ${drivers})`;

/** Writes the sign-in of the driver added earlier in the same batch. */
export function insertingSignIn(user: Omit<typeof users.$inferInsert, 'role'>): ConditionalWrite {
  return inserting(users, { ...withKeys(user), role: 'driver', driverId: LAST_DRIVER });
}

/** The driver added earlier in the same batch, as the subject of an audit entry. */
export const LAST_DRIVER_SUBJECT = sql<string>`('driver:' || ${LAST_DRIVER})`;

/** Returns an audit entry's facts with the number of the driver added earlier in the same batch. */
export function ofLastDriver(facts: Record<string, unknown>): Computed {
  return sql`json_set(${JSON.stringify({ driverId: null, ...facts })}, '$.driverId', ${LAST_DRIVER})`;
}

/** Selects every driver, including inactive ones, with the username and ID of their sign-in. */
export function driversWithSignIn(orm: Queryable) {
  return withSignIn(orm).orderBy(asc(drivers.id));
}

/** Selects one driver with the username and ID of their sign-in. */
export function selectDriverWithSignIn(orm: Queryable, id: number | SQL) {
  return withSignIn(orm).where(eq(drivers.id, id));
}

function withSignIn(orm: Queryable) {
  return orm
    .select({ driver: drivers, username: users.username, userId: users.id })
    .from(drivers)
    .leftJoin(users, and(eq(users.driverId, drivers.id), eq(users.role, 'driver')));
}

/** Updates a driver's columns. */
export function updateDriver(
  orm: Queryable,
  id: number,
  changes: Partial<typeof drivers.$inferInsert>,
) {
  return orm.update(drivers).set(changes).where(eq(drivers.id, id));
}

/** Updates a driver if every column of `read` is unchanged. */
export function changeDriver(
  orm: Queryable,
  read: Pick<DriverRow, 'id'> & Partial<DriverRow>,
  changes: Partial<typeof drivers.$inferInsert>,
  ...guards: Guard[]
) {
  return orm
    .update(drivers)
    .set(changes)
    .where(and(eq(drivers.id, read.id), unchanged(drivers, read), ...guards))
    .returning();
}

/** Updates a driver's sign-in. Throws a unique violation. */
export function changeDriverSignIn(
  orm: Queryable,
  id: number,
  changes: Partial<typeof users.$inferInsert>,
  onlyIf?: Guard,
) {
  return orm
    .update(users)
    .set(withKeys(changes))
    .where(and(eq(users.driverId, id), eq(users.role, 'driver'), onlyIf))
    .returning({ id: users.id });
}

/** Selects a driver's open deliveries by date. */
export function selectOpenDeliveries(orm: Queryable, id: number) {
  return orm
    .select({
      id: appointments.id,
      date: appointments.date,
      status: appointments.status,
      gallonsTenths: appointments.estimatedGallonsTenths,
    })
    .from(appointments)
    .where(isToMakeBy(id))
    .orderBy(asc(appointments.date), asc(appointments.id));
}

/**
 * Guards that the driver's open deliveries and their statuses are unchanged since they were read.
 */
export function areOpenDeliveries(
  driverId: number,
  read: Awaited<ReturnType<typeof selectOpenDeliveries>>,
): Guard {
  const listed = JSON.stringify(read.map(({ id, status }) => [id, status]));
  return sql`(select json_group_array(json_array(id, status)) from (select ${appointments.id}, ${appointments.status} from ${appointments} where ${isToMakeBy(driverId)} order by ${appointments.date}, ${appointments.id})) = ${listed}`;
}

function isToMakeBy(driverId: number) {
  return and(eq(appointments.driverId, driverId), inArray(appointments.status, [...OPEN_STATUSES]));
}
