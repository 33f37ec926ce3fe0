import { eq, inArray, lt, placeholder, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { asQuery, compile } from '@/db/engine/compile';
import type { Query } from '@/db/engine/queries';
import { WROTE_BEFORE } from '@/db/guarded-batch';
import { abortUnless } from '@/db/request-db';
import { rateLimits } from '@/db/schema';
import { lazy } from '@/server/config/lazy';

/**
 * One attempt counted against one allowance. `costMs` is how long until the attempt is free again,
 * and `reachMs` is how far in advance the key can be used up.
 */
export type Count = { key: string; costMs: number; reachMs: number };

/** Returns when each key will be unused again. Keys without attempts are missing. */
export async function usedUntil(orm: Queryable, keys: string[]): Promise<Map<string, number>> {
  const rows = await orm.select().from(rateLimits).where(inArray(rateLimits.key, keys));
  return new Map(rows.map((row) => [row.key, row.usedUntil]));
}

const take = lazy(() => {
  const [counts, now] = [placeholder('counts'), placeholder('now')];
  return compile(sql`insert into ${rateLimits} (key, used_until)
    select value ->> 'key', ${now} + (value ->> 'costMs') from json_each(${counts})
    where not exists (
      select 1 from json_each(${counts}) as count
      left join ${rateLimits} on ${rateLimits.key} = count.value ->> 'key'
      where max(coalesce(${rateLimits.usedUntil}, 0), ${now}) + (count.value ->> 'costMs')
        > ${now} + (count.value ->> 'reachMs')
    )
    on conflict (key) do update
    set used_until = max(${rateLimits.usedUntil}, ${now}) + excluded.used_until - ${now}`);
});
const unlessTaken = lazy(() => compile(abortUnless(WROTE_BEFORE))({}));

/**
 * Counts one attempt for every key, before other statements. If one key has no attempts left,
 * nothing is counted and the batch aborts. It's one statement, so two processes can't both take the
 * last attempt.
 */
export function takingAttempts(counts: Count[], now: number): Query[] {
  const values = { counts: JSON.stringify(counts), now };
  return [asQuery(take()(values)), asQuery(unlessTaken())];
}

/** Uncounts attempts. */
export function givingBackAttempts(orm: Queryable, counts: Count[]) {
  return counts.map(({ key, costMs }) =>
    orm
      .update(rateLimits)
      .set({ usedUntil: sql`${rateLimits.usedUntil} - ${costMs}` })
      .where(eq(rateLimits.key, key)),
  );
}

/** Deletes the keys whose attempts are all free again. */
export function deletePastLimits(db: Db, now: number) {
  return db.write((orm) => orm.delete(rateLimits).where(lt(rateLimits.usedUntil, now)));
}

/** Selects one key that `deletePastLimits` would delete. */
export const selectPastLimit = (orm: Queryable, now: number) =>
  orm
    .select({ key: rateLimits.key })
    .from(rateLimits)
    .where(lt(rateLimits.usedUntil, now))
    .limit(1);
