import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { type ConditionalWrite, insertRow } from '@/db/guarded-batch';
import { loyaltyPoints } from '@/db/schema';

export type LoyaltyRow = typeof loyaltyPoints.$inferSelect;

/** Returns a customer's points, or null if they have never earned any. */
export async function findPoints(orm: Queryable, userId: string): Promise<LoyaltyRow | null> {
  const [row] = await orm.select().from(loyaltyPoints).where(eq(loyaltyPoints.userId, userId));
  return row ?? null;
}

/** Adds points to a customer's account. The first points create the row. */
export function addingPoints({
  id,
  userId,
  points,
  at: lastUpdated,
}: {
  id: string;
  userId: string;
  points: number;
  at: number;
}): ConditionalWrite {
  const row = { id, userId, points, totalEarned: points, lastUpdated };
  return (orm, onlyIf) =>
    insertRow(orm, loyaltyPoints, row, { onlyIf }).onConflictDoUpdate({
      target: loyaltyPoints.userId,
      set: {
        points: sql`${loyaltyPoints.points} + ${points}`,
        totalEarned: sql`${loyaltyPoints.totalEarned} + ${points}`,
        lastUpdated,
      },
    });
}
