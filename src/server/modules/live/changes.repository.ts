import { asc, gt, lt, max, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { changes } from '@/db/schema';

export type Change = typeof changes.$inferSelect;

/** Changes kept for listeners that were away for a moment; older ones concern nobody. */
const KEPT = 20_000;

/** The number of the newest change: it grows with every write that anybody listens to. */
export async function newestChange(orm: Queryable): Promise<number> {
  const [row] = await orm.select({ seq: max(changes.seq) }).from(changes);
  return row?.seq ?? 0;
}

/** What changed after `seq`, oldest first, at most `limit`. */
export function changesAfter(orm: Queryable, seq: number, limit: number): Promise<Change[]> {
  return orm
    .select()
    .from(changes)
    .where(gt(changes.seq, seq))
    .orderBy(asc(changes.seq))
    .limit(limit);
}

/** Deletes what is too old to be asked for; never the newest row, whose number is the version. */
export async function forgetOldChanges(db: Db): Promise<void> {
  await db.write((orm) =>
    orm
      .delete(changes)
      .where(lt(changes.seq, sql`(select max(${changes.seq}) from ${changes}) - ${KEPT}`)),
  );
}
