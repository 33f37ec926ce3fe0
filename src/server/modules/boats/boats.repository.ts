import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Queryable } from '@/db/client';
import { type ConditionalWrite, type Guard, insertRow, unchanged } from '@/db/guarded-batch';
import { boats, users } from '@/db/schema';

export type BoatRow = typeof boats.$inferSelect;

/** A customer's boats: the default one first, then by age. */
export function selectBoats(orm: Queryable, userId: string) {
  return orm
    .select()
    .from(boats)
    .where(eq(boats.userId, userId))
    .orderBy(desc(boats.isDefault), asc(boats.createdAt), asc(boats.id));
}

/** Inserts a boat; no row where its owner has `most` already. */
export function insertBoatBelow(orm: Queryable, row: typeof boats.$inferInsert, most: number) {
  const hasFewer = sql`(select count(*) from ${boats} where ${boats.userId} = ${row.userId}) < ${most}`;
  return insertRow(orm, boats, row, { onlyIf: hasFewer }).returning();
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
export function deleteBoat(orm: Queryable, userId: string, id: string) {
  return orm
    .delete(boats)
    .where(and(eq(boats.id, id), eq(boats.userId, userId)))
    .returning();
}

/** Makes one boat the only default one; no row where the customer has no such boat. */
export function setOnlyDefaultBoat(orm: Queryable, userId: string, id: string) {
  return orm
    .update(boats)
    .set({ isDefault: sql`${boats.id} = ${id}` })
    .where(and(eq(boats.userId, userId), hasBoat(userId, id)))
    .returning();
}

/** A guard: the customer has that boat. */
function hasBoat(userId: string, id: string): Guard {
  return sql`exists (select 1 from ${boats} where ${boats.id} = ${id} and ${boats.userId} = ${userId})`;
}

/** Makes the oldest boat the default one, where none is. */
export function fillingDefaultBoat(userId: string): ConditionalWrite {
  const first = sql`(select ${boats.id} from ${boats} where ${boats.userId} = ${userId} order by ${boats.isDefault} desc, ${boats.createdAt}, ${boats.id} limit 1)`;
  return (orm, onlyIf) =>
    orm
      .update(boats)
      .set({ isDefault: true })
      .where(and(eq(boats.id, first), eq(boats.isDefault, false), onlyIf));
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
