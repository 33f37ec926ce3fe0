import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { loyaltyPoints } from '@/db/schema';

export type LoyaltyRow = typeof loyaltyPoints.$inferSelect;

export async function findPoints(orm: Queryable, userId: string): Promise<LoyaltyRow | null> {
  const [row] = await orm.select().from(loyaltyPoints).where(eq(loyaltyPoints.userId, userId));
  return row ?? null;
}

/** Adds points in one statement. */
export function addPoints(
  orm: Queryable,
  row: { id: string; userId: string; points: number; at: number },
) {
  return orm
    .insert(loyaltyPoints)
    .values({
      id: row.id,
      userId: row.userId,
      points: row.points,
      totalEarned: row.points,
      lastUpdated: row.at,
    })
    .onConflictDoUpdate({
      target: loyaltyPoints.userId,
      set: {
        points: sql`${loyaltyPoints.points} + ${row.points}`,
        totalEarned: sql`${loyaltyPoints.totalEarned} + ${row.points}`,
        lastUpdated: row.at,
      },
    });
}
