import { and, eq, notInArray, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Queryable } from '@/db/client';
import { type ConditionalWrite, insertRow, unchanged } from '@/db/guarded-batch';
import { appointments, boats, users } from '@/db/schema';
import type { BoatFacts } from '@/domain/account/boats';
import { CLOSED_STATUSES } from '@/domain/appointment/status';
import type { CalendarDate } from '@/domain/dates';
import {
  deleteOf,
  fillingDefault,
  hasFewer,
  listOrder,
  setOnlyDefault,
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
    .where(and(eq(boats.id, id), eq(boats.userId, userId)));
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
export function insertBoatBelow(orm: Queryable, row: typeof boats.$inferInsert, most: number) {
  return insertRow(orm, boats, row, { onlyIf: hasFewer(boats, row.userId, most) }).returning();
}

/** Changes a boat that stands as it was read, in every column of `read`; the row as it is afterwards. */
export function changeBoat(
  orm: Queryable,
  read: Pick<BoatRow, 'id' | 'userId'> & Partial<BoatRow>,
  changes: Partial<typeof boats.$inferInsert>,
) {
  return orm
    .update(boats)
    .set(changes)
    .where(and(eq(boats.id, read.id), unchanged(boats, read)))
    .returning();
}

/** Removes a boat; no row where the customer has no such boat. */
export const deleteBoat = (orm: Queryable, userId: string, id: string) =>
  deleteOf(orm, boats, userId, id);

/** Makes one boat the only default one; no row where the customer has no such boat. */
export const setOnlyDefaultBoat = (orm: Queryable, userId: string, id: string) =>
  setOnlyDefault(orm, boats, userId, id);

/** Makes the oldest boat the default one, where none is. */
export const fillingDefaultBoat = (userId: string) => fillingDefault(boats, userId);

/** Gives the facts of a boat to the appointments for it that are not closed. */
export function tellingBoat(
  { id, userId }: Pick<BoatRow, 'id' | 'userId'>,
  boat: BoatFacts,
  updatedAt: number,
): ConditionalWrite {
  return (orm, onlyIf) =>
    orm
      .update(appointments)
      .set({ boat, updatedAt })
      .where(
        and(
          eq(appointments.userId, userId),
          eq(appointments.boatId, id),
          notInArray(appointments.status, [...CLOSED_STATUSES]),
          onlyIf,
        ),
      );
}

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
