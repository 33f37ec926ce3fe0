import { inArray, lt, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { rateLimits } from '@/db/schema';

/** One counted try: whose it is, how long it takes to come back, how far ahead it may reach (ms). */
export type Count = { key: string; costMs: number; reachMs: number };

/** The moment until which each key is used; a key that is not there is unused. */
export async function usedUntil(orm: Queryable, keys: string[]): Promise<Map<string, number>> {
  const rows = await orm.select().from(rateLimits).where(inArray(rateLimits.key, keys));
  return new Map(rows.map((row) => [row.key, row.usedUntil]));
}

/**
 * Takes one try from every key in one write. Each statement is guarded by itself, so two processes
 * never take the same last try; the keys that had none left are returned.
 */
export async function takeTries(db: Db, counts: Count[], now: number): Promise<string[]> {
  const [first, ...rest] = counts;
  if (!first) return [];
  const after = (costMs: number) => sql`max(${rateLimits.usedUntil}, ${now}) + ${costMs}`;
  const results = await db.batch((orm) => {
    const take = ({ key, costMs, reachMs }: Count) =>
      orm
        .insert(rateLimits)
        .values({ key, usedUntil: now + costMs })
        .onConflictDoUpdate({
          target: rateLimits.key,
          set: { usedUntil: after(costMs) },
          setWhere: sql`${after(costMs)} <= ${now + reachMs}`,
        })
        .returning({ key: rateLimits.key });
    return [take(first), ...rest.map(take)];
  });
  return counts.filter((_, index) => results[index]?.length === 0).map(({ key }) => key);
}

/** Gives tries back. */
export function giveBackTries(db: Db, counts: Count[]): Promise<unknown> {
  const [first, ...rest] = counts;
  if (!first) return Promise.resolve();
  return db.batch((orm) => {
    const give = ({ key, costMs }: Count) =>
      orm
        .update(rateLimits)
        .set({ usedUntil: sql`${rateLimits.usedUntil} - ${costMs}` })
        .where(inArray(rateLimits.key, [key]));
    return [give(first), ...rest.map(give)];
  });
}

export function deletePastLimits(db: Db, now: number) {
  return db.write((orm) => orm.delete(rateLimits).where(lt(rateLimits.usedUntil, now)));
}
