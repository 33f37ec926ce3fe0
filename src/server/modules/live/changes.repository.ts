import { asc, gt, lt, max, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { changes, searchProgress } from '@/db/schema';
import { takingUpAppointments } from '@/db/search-changes';

export type Change = typeof changes.$inferSelect;

/** How many changes are kept for pages that lose their connection for a moment. */
const KEPT = 20_000;

/** The number of the newest change. Every write to a table with live topics raises it. */
export async function newestChange(orm: Queryable): Promise<number> {
  const [row] = await orm.select({ seq: max(changes.seq) }).from(changes);
  return row?.seq ?? 0;
}

/** The changes after number `seq`, oldest first, at most `limit`. */
export function changesAfter(orm: Queryable, seq: number, limit: number): Promise<Change[]> {
  return orm
    .select()
    .from(changes)
    .where(gt(changes.seq, seq))
    .orderBy(asc(changes.seq))
    .limit(limit);
}

/** Whether anything changed since `forgetOldChanges`: 0, or no row. */
export const CHANGED_SINCE_FORGETTING = sql`select 0 from ${searchProgress}
  where ${searchProgress.id} = 1 and ${searchProgress.seq} < (select max(${changes.seq}) from ${changes})`;

/**
 * Deletes old changes, but never the newest, whose number is the database's version. The search of staff
 * has taken up what they name.
 */
export async function forgetOldChanges(db: Db): Promise<void> {
  await db.batch((orm) => [
    ...takingUpAppointments(),
    orm
      .delete(changes)
      .where(lt(changes.seq, sql`(select max(${changes.seq}) from ${changes}) - ${KEPT}`)),
  ]);
}
