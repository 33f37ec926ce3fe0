import { and, asc, count, desc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { boats, users } from '@/db/schema';

export type BoatRow = typeof boats.$inferSelect;

/** A customer's boats: the default one first, then by age. */
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

/** Changes a boat of a customer; gives the changed row, or null where they have no such boat. */
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

/** Removes a boat of a customer; gives the removed row, or null where they have no such boat. */
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

/** Makes one boat of a customer the only default one. */
export function setDefaultBoatOf(orm: Queryable, userId: string, id: string) {
  return orm
    .update(boats)
    .set({ isDefault: sql`${boats.id} = ${id}` })
    .where(eq(boats.userId, userId));
}

/** Writes the default boat into its owner's profile. */
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
