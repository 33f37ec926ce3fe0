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

/** What the search finds a driver by is for the search alone. */
const { searchText: _searchText, ...COLUMNS } = getTableColumns(drivers);

export type DriverRow = Omit<typeof drivers.$inferSelect, 'searchText'>;

/** The drivers who are not retired, by number. */
export function selectActiveDrivers(orm: Queryable) {
  return orm
    .select(COLUMNS)
    .from(drivers)
    .where(ne(drivers.status, 'retired'))
    .orderBy(asc(drivers.id));
}

/** The driver of an id; no row for an unknown one. */
export function selectDriver(orm: Queryable, id: number | SQL) {
  return orm.select(COLUMNS).from(drivers).where(eq(drivers.id, id));
}

/** The driver of an id, or null. */
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

/** Writes a driver, whose number the database gives. */
export function insertDriver(orm: Queryable, row: typeof drivers.$inferInsert) {
  return orm.insert(drivers).values(row).returning(COLUMNS);
}

/** The number of the driver who was added last: numbers only grow. */
const LAST_DRIVER = sql<number>`(select max(${drivers.id}) from ${drivers})`;

/** Writes the sign-in of the driver whom the same batch has just added. */
export function insertingSignIn(user: Omit<typeof users.$inferInsert, 'role'>): ConditionalWrite {
  return inserting(users, { ...withKeys(user), role: 'driver', driverId: LAST_DRIVER });
}

/** The same as the subject of an audit entry. */
export const LAST_DRIVER_SUBJECT = sql<string>`('driver:' || ${LAST_DRIVER})`;

/** Facts of an audit entry, and the number of the driver whom the same batch has just added. */
export function ofLastDriver(facts: Record<string, unknown>): Computed {
  return sql`json_set(${JSON.stringify({ driverId: null, ...facts })}, '$.driverId', ${LAST_DRIVER})`;
}

/** Every driver, retired ones too, with their username and the id of their sign-in. */
export function driversWithSignIn(orm: Queryable) {
  return withSignIn(orm).orderBy(asc(drivers.id));
}

/** One driver with the same. */
export function selectDriverWithSignIn(orm: Queryable, id: number | SQL) {
  return withSignIn(orm).where(eq(drivers.id, id));
}

function withSignIn(orm: Queryable) {
  return orm
    .select({ driver: drivers, username: users.username, userId: users.id })
    .from(drivers)
    .leftJoin(users, and(eq(users.driverId, drivers.id), eq(users.role, 'driver')));
}

/** Changes columns of a driver. */
export function updateDriver(
  orm: Queryable,
  id: number,
  changes: Partial<typeof drivers.$inferInsert>,
) {
  return orm.update(drivers).set(changes).where(eq(drivers.id, id));
}

/** Changes a driver who is as they were read, in every column that `read` has. */
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

/** Changes the sign-in of a driver. Throws a unique violation. */
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

/** The deliveries that a driver still has to make, by date. */
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

/** A guard: a driver has just these deliveries to make, each in the status that was read. */
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
