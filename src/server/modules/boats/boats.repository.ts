import { and, asc, count, desc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { boats, users } from '@/db/schema';

export type BoatRow = typeof boats.$inferSelect;

/** A customer's boats, the default one first, then in the order they came. */
export function boatsOf(orm: Queryable, userId: string): Promise<BoatRow[]> {
  return orm
    .select()
    .from(boats)
    .where(eq(boats.userId, userId))
    .orderBy(desc(boats.isDefault), asc(boats.createdAt), asc(boats.id));
}

export async function countBoats(orm: Queryable, userId: string): Promise<number> {
  const [row] = await orm.select({ n: count() }).from(boats).where(eq(boats.userId, userId));
  return row?.n ?? 0;
}

export function insertBoat(orm: Queryable, row: typeof boats.$inferInsert) {
  return orm.insert(boats).values(row);
}

/** Changes a boat of that customer; the row afterwards, or null when they have no such boat. */
export async function updateBoat(
  orm: Queryable,
  userId: string,
  id: string,
  changes: Partial<typeof boats.$inferInsert>,
): Promise<BoatRow | null> {
  const [row] = await orm
    .update(boats)
    .set(changes)
    .where(and(eq(boats.id, id), eq(boats.userId, userId)))
    .returning();
  return row ?? null;
}

/** Removes a boat of that customer; the row that is gone, or null. */
export async function deleteBoat(
  orm: Queryable,
  userId: string,
  id: string,
): Promise<BoatRow | null> {
  const [row] = await orm
    .delete(boats)
    .where(and(eq(boats.id, id), eq(boats.userId, userId)))
    .returning();
  return row ?? null;
}

/** Makes one boat the default and every other of that customer not. */
export function setDefaultBoatOf(orm: Queryable, userId: string, id: string) {
  return orm
    .update(boats)
    .set({ isDefault: sql`${boats.id} = ${id}` })
    .where(eq(boats.userId, userId));
}

/** The boat that a profile names is the default one. */
export function nameBoatInProfile(
  orm: Queryable,
  userId: string,
  boat: { name: string; type: string | null },
  updatedAt: number,
) {
  return orm
    .update(users)
    .set({ boatName: boat.name, boatType: boat.type, updatedAt })
    .where(eq(users.id, userId));
}
