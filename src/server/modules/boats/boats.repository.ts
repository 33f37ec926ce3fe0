import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Queryable } from '@/db/client';
import type { ConditionalWrite } from '@/db/guarded-batch';
import { type AppointmentRow, appointments, boats, users } from '@/db/schema';
import type { CalendarDate } from '@/domain/dates';
import {
  changeUnchangedOf,
  copyingFacts,
  deleteOf,
  fillingDefault,
  insertUpTo,
  isOf,
  listOrder,
  setOnlyDefault,
} from './belongings.repository';

export type BoatRow = typeof boats.$inferSelect;

/** Selects a customer's boats, the default first, then by age. */
export function selectBoats(orm: Queryable, userId: string) {
  return orm
    .select()
    .from(boats)
    .where(eq(boats.userId, userId))
    .orderBy(...listOrder(boats));
}

/** Selects a boat if it belongs to the customer. */
export function selectBoat(orm: Queryable, userId: string | SQL, id: string | SQL) {
  return orm
    .select()
    .from(boats)
    .where(isOf(boats, userId, id));
}

/** Selects an appointment's boat. Returns no row if the account no longer has it. */
export function selectBoatOf(orm: Queryable, appointmentId: string) {
  const isItsBoat = and(eq(boats.id, appointments.boatId), eq(boats.userId, appointments.userId));
  return orm
    .select(getTableColumns(boats))
    .from(appointments)
    .innerJoin(boats, isItsBoat)
    .where(eq(appointments.id, appointmentId));
}

/** Returns the boat with this fuel-fill photo, or null. */
export async function findBoatByPhoto(orm: Queryable, photoId: string): Promise<BoatRow | null> {
  const [row] = await orm.select().from(boats).where(eq(boats.fillerPhotoId, photoId));
  return row ?? null;
}

/** Selects a driver's delivery to a boat on a date. */
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

/** Inserts a boat. Returns no row if its owner already has `most`. */
export const insertBoatBelow = (orm: Queryable, row: typeof boats.$inferInsert, most: number) =>
  insertUpTo(orm, boats, row, most);

/** Changes a boat if every column of `read` is unchanged. Returns the row after the change. */
export const changeBoat = (
  orm: Queryable,
  read: Pick<BoatRow, 'id' | 'userId'> & Partial<BoatRow>,
  changes: Partial<BoatRow>,
) => changeUnchangedOf(orm, boats, read, changes);

/** Deletes a boat. Returns no row if the customer doesn't have it. */
export const deleteBoat = (orm: Queryable, userId: string, id: string) =>
  deleteOf(orm, boats, userId, id);

/**
 * Makes a boat the only default. Returns no row if the customer doesn't have it, or it's already
 * the default.
 */
export const setOnlyDefaultBoat = (orm: Queryable, userId: string, id: string) =>
  setOnlyDefault(orm, boats, userId, id);

/** Makes the oldest boat the default if there is none. */
export const fillingDefaultBoat = (userId: string) => fillingDefault(boats, userId);

/** Copies a boat's facts to its open appointments. */
export const copyingBoatFacts = (
  { id, userId }: Pick<BoatRow, 'id' | 'userId'>,
  told: Pick<AppointmentRow, 'boat' | 'updatedAt'>,
) => copyingFacts(eq(appointments.boatId, id), userId, told);

/** Copies the default boat's name and type, if there is one, to its owner's profile. */
export function namingDefaultBoat(userId: string, updatedAt: number): ConditionalWrite {
  const ofDefault = (column: SQLiteColumn): SQL =>
    sql`(select ${column} from ${boats} where ${boats.userId} = ${userId} and ${boats.isDefault})`;
  return (orm, onlyIf) =>
    orm
      .update(users)
      .set({ boatName: ofDefault(boats.name), boatType: ofDefault(boats.type), updatedAt })
      .where(and(eq(users.id, userId), sql`${ofDefault(boats.id)} is not null`, onlyIf));
}
