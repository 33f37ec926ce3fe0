import { asc, gt, lt, max, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { changes, searchProgress } from '@/db/schema';
import { takingUpAppointments } from '@/db/search-changes';

export type Change = typeof changes.$inferSelect;

/** Number of changes kept for pages that briefly lose their connection. */
const KEPT = 20_000;

/**
 * Returns the number of the newest change. Every write to a table with live topics increases it.
 */
export async function newestChange(orm: Queryable): Promise<number> {
  const [row] = await orm.select({ seq: max(changes.seq) }).from(changes);
  return row?.seq ?? 0;
}

/** Returns the changes after number `seq`, oldest first, up to `limit`. */
export function changesAfter(orm: Queryable, seq: number, limit: number): Promise<Change[]> {
  return orm
    .select()
    .from(changes)
    .where(gt(changes.seq, seq))
    .orderBy(asc(changes.seq))
    .limit(limit);
}

/** Selects 0 if anything changed since the last `forgetOldChanges`, otherwise no row. */
export const CHANGED_SINCE_FORGETTING = sql`select 0 from ${searchProgress}
  where ${searchProgress.id} = 1 and ${searchProgress.seq} < (select max(${changes.seq}) from ${changes})`;

/**
 * First adds to the staff search the new appointments that the changes refer to. Then deletes old
 * changes, except the newest, whose number is the database's version.
 */
export async function forgetOldChanges(db: Db): Promise<void> {
  await db.batch((orm) => [
    ...takingUpAppointments(),
    orm
      .delete(changes)
      .where(lt(changes.seq, sql`(select max(${changes.seq}) from ${changes}) - ${KEPT}`)),
  ]);
}
