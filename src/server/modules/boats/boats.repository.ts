import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Queryable } from '@/db/client';
import type { ConditionalWrite } from '@/db/guarded-batch';
import { type AppointmentRow, appointments, boats, users } from '@/db/schema';
import type { CalendarDate } from '@/domain/dates';
import {
  changeUnchangedOf,
  deleteOf,
  fillingDefault,
  insertBelow,
  isOf,
  listOrder,
  setOnlyDefault,
  telling,
} from './belongings.repository';

export type BoatRow = typeof boats.$inferSelect;

/** A customer's boats: the default one first, then by age. */
export function selectBoats(orm: Queryable, userId: string) {
  return orm
    .select()
    .from(boats)
    .where(eq(boats.userId, userId))
    .orderBy(...listOrder(boats));
}

/** One boat of a customer; no row for any other. */
export function selectBoat(orm: Queryable, userId: string | SQL, id: string | SQL) {
  return orm
    .select()
    .from(boats)
    .where(isOf(boats, userId, id));
}

/** The boat of an appointment; no row where it is in no account any more. */
export function selectBoatOf(orm: Queryable, appointmentId: string) {
  const isItsBoat = and(eq(boats.id, appointments.boatId), eq(boats.userId, appointments.userId));
  return orm
    .select(getTableColumns(boats))
    .from(appointments)
    .innerJoin(boats, isItsBoat)
    .where(eq(appointments.id, appointmentId));
}

/** The boat whose filler a photo shows. */
export async function findBoatByPhoto(orm: Queryable, photoId: string): Promise<BoatRow | null> {
  const [row] = await orm.select().from(boats).where(eq(boats.fillerPhotoId, photoId));
  return row ?? null;
}

/** A driver's delivery of that date for a boat; no row where there is none. */
export function selectDeliveryOf(
  orm: Queryable,
  { boatId, driverId, date }: { boatId: string; driverId: number; date: CalendarDate },
) {
  return orm
    .select({ id: appointments.id })
    .from(appointments)
    .where(
      and(
        eq(appointments.driverId, driverId),
        eq(appointments.date, date),
        eq(appointments.boatId, boatId),
      ),
    )
    .limit(1);
}

/** Inserts a boat; no row where its owner has `most` already. */
export const insertBoatBelow = (orm: Queryable, row: typeof boats.$inferInsert, most: number) =>
  insertBelow(orm, boats, row, most);

/** Changes a boat that stands as it was read, in every column of `read`; the row as it is afterwards. */
export const changeBoat = (
  orm: Queryable,
  read: Pick<BoatRow, 'id' | 'userId'> & Partial<BoatRow>,
  changes: Partial<BoatRow>,
) => changeUnchangedOf(orm, boats, read, changes);

/** Removes a boat; no row where the customer has no such boat. */
export const deleteBoat = (orm: Queryable, userId: string, id: string) =>
  deleteOf(orm, boats, userId, id);

/** Makes one boat the only default one; no row where the customer has no such boat. */
export const setOnlyDefaultBoat = (orm: Queryable, userId: string, id: string) =>
  setOnlyDefault(orm, boats, userId, id);

/** Makes the oldest boat the default one, where none is. */
export const fillingDefaultBoat = (userId: string) => fillingDefault(boats, userId);

/** Gives the facts of a boat to the appointments for it that are not closed. */
export const tellingBoat = (
  { id, userId }: Pick<BoatRow, 'id' | 'userId'>,
  told: Pick<AppointmentRow, 'boat' | 'updatedAt'>,
) => telling(eq(appointments.boatId, id), userId, told);

/** Writes the default boat, if there is one, into its owner's profile. */
export function namingDefaultBoat(userId: string, updatedAt: number): ConditionalWrite {
  const ofDefault = (column: SQLiteColumn): SQL =>
    sql`(select ${column} from ${boats} where ${boats.userId} = ${userId} and ${boats.isDefault})`;
  return (orm, onlyIf) =>
    orm
      .update(users)
      .set({ boatName: ofDefault(boats.name), boatType: ofDefault(boats.type), updatedAt })
      .where(and(eq(users.id, userId), sql`${ofDefault(boats.id)} is not null`, onlyIf));
}
