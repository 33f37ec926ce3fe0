import { and, asc, desc, eq, lte, ne, not, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { type Computed, insertRow, unchanged } from '@/db/guarded-batch';
import { appointments, drivers, tickets, truckDays, trucks } from '@/db/schema';
import type { CalendarDate } from '@/domain/dates';
import type { GallonTenths } from '@/domain/money';
import { MAX_TRUCKS } from '@/domain/trucks/truck';

export type TruckRow = typeof trucks.$inferSelect;

/** Selects all trucks, inactive ones too, by number. */
export const selectTrucks = (orm: Queryable) =>
  orm.select().from(trucks).orderBy(asc(trucks.id)).limit(MAX_TRUCKS);

/** Selects the active trucks, each with the end reading of its last ticket that has readings. */
export function selectTrucksOfDay(orm: Queryable) {
  const reading = sql`${appointments.ticket} ->> '$.readings.endTenths'`;
  return orm
    .select({
      truck: trucks,
      lastReadingTenths: sql<GallonTenths | null>`(select ${reading} from ${tickets} join ${appointments} on ${appointments.id} = ${tickets.appointmentId} where ${tickets.series} = ${trucks}.id and ${reading} is not null order by ${tickets.at} desc limit 1)`,
    })
    .from(trucks)
    .orderBy(asc(trucks.id))
    .limit(MAX_TRUCKS);
}

/** Selects one truck. */
export const selectTruck = (orm: Queryable, id: number) =>
  orm.select().from(trucks).where(eq(trucks.id, id));

/** Selects the truck with a name, in its folded form. */
export const selectTruckNamed = (orm: Queryable, nameKey: string) =>
  orm.select({ id: trucks.id }).from(trucks).where(eq(trucks.nameKey, nameKey));

/** Inserts a truck with the next number, unless its name is taken or the list is full. */
export function insertTruck(orm: Queryable, row: Omit<TruckRow, 'id'>) {
  const id = sql<number>`(select coalesce(max(${trucks.id}), 0) + 1 from ${trucks})`;
  const hasRoom = sql`(select count(*) from ${trucks}) < ${MAX_TRUCKS}`;
  return insertRow(
    orm,
    trucks,
    { ...row, id },
    { onlyIf: hasRoom, unlessKnown: trucks.nameKey },
  ).returning();
}

const LAST_TRUCK = sql<number>`(select max(${trucks.id}) from ${trucks})`;

/** The truck added earlier in the same batch, as the subject of an audit entry. */
export const LAST_TRUCK_SUBJECT = sql<string>`('truck:' || ${LAST_TRUCK})`;

/** Returns an audit entry's facts with the number of the truck added earlier in the same batch. */
export function ofLastTruck(facts: Record<string, unknown>): Computed {
  return sql`json_set(${JSON.stringify({ truckId: null, ...facts })}, '$.truckId', ${LAST_TRUCK})`;
}

/** Changes a truck that's unchanged since it was read, unless another one has the new name. */
export function changeTruck(orm: Queryable, read: TruckRow, changes: Partial<TruckRow>) {
  const { nameKey = read.nameKey } = changes;
  const isFree = sql`not exists (select 1 from ${trucks} as other where other.name_key = ${nameKey} and other.id <> ${read.id})`;
  return orm
    .update(trucks)
    .set(changes)
    .where(and(eq(trucks.id, read.id), unchanged(trucks, read), isFree))
    .returning();
}

/** Selects a driver's last choice of a truck, up to and including a date. */
export const selectTruckDay = (orm: Queryable, driverId: number, date: CalendarDate) =>
  orm
    .select()
    .from(truckDays)
    .where(and(eq(truckDays.driverId, driverId), lte(truckDays.date, date)))
    .orderBy(desc(truckDays.date))
    .limit(1);

/** Selects each active driver's last choice of a truck, up to and including a date. */
export function selectTruckDays(orm: Queryable, date: CalendarDate) {
  const last = sql`(select max(other.date) from ${truckDays} as other where other.driver_id = ${drivers.id} and other.date <= ${date})`;
  return (
    orm
      .select({ driverId: truckDays.driverId, date: truckDays.date, truckId: truckDays.truckId })
      .from(drivers)
      // A cross join makes SQLite start with the few drivers.
      .crossJoin(truckDays)
      .where(
        and(
          ne(drivers.status, 'retired'),
          eq(truckDays.driverId, drivers.id),
          eq(truckDays.date, last),
        ),
      )
  );
}

/** Saves a driver's truck on a date. Returns no row if it's unchanged. */
export const saveTruckDay = (orm: Queryable, row: typeof truckDays.$inferInsert) =>
  orm
    .insert(truckDays)
    .values(row)
    .onConflictDoUpdate({
      target: [truckDays.driverId, truckDays.date],
      set: row,
      setWhere: not(eq(truckDays.truckId, row.truckId)),
    })
    .returning();
