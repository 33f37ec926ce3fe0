import { eq, inArray, lt, placeholder, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { asQuery, compile } from '@/db/engine/compile';
import type { Query } from '@/db/engine/queries';
import { WROTE_BEFORE } from '@/db/guarded-batch';
import { abortUnless } from '@/db/request-db';
import { rateLimits } from '@/db/schema';
import { lazy } from '@/server/config/lazy';

/**
 * One attempt that counts against one allowance: the allowance's key, the time after which the
 * attempt is free again, and the time for which a key may be used up in advance.
 */
export type Count = { key: string; costMs: number; reachMs: number };

/** The instant until which each key is used up; a missing key is unused. */
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
 * Takes one attempt from every key, ahead of other statements. Where one key has none left, none is
 * taken, and their batch is ended. One statement, so two processes never take the same last attempt.
 */
export function takingAttempts(counts: Count[], now: number): Query[] {
  const values = { counts: JSON.stringify(counts), now };
  return [asQuery(take()(values)), asQuery(unlessTaken())];
}

/** Gives attempts back. */
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

/** One that `deletePastLimits` would delete. */
export const selectPastLimit = (orm: Queryable, now: number) =>
  orm
    .select({ key: rateLimits.key })
    .from(rateLimits)
    .where(lt(rateLimits.usedUntil, now))
    .limit(1);
