import { and, asc, eq, lte, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { charges } from '@/db/schema';
import type { ChargeRow } from './charges.repository';

/** Charges that were paid in cash and whose card may have been charged as well, to be looked at now. */
export function cashToWatch(orm: Queryable, now: number, limit: number): Promise<ChargeRow[]> {
  return orm
    .select()
    .from(charges)
    .where(and(eq(charges.state, 'cash'), lte(charges.nextAttemptAt, now)))
    .orderBy(asc(charges.nextAttemptAt))
    .limit(limit);
}

/** When the next of them should be looked at: a query of one instant (ms) or null. */
export const NEXT_CASH_TO_WATCH = sql`select ${charges.nextAttemptAt} from ${charges}
  where ${charges.state} = 'cash' and ${charges.nextAttemptAt} is not null
  order by ${charges.nextAttemptAt} limit 1`;

/** No card can pay this charge any more. */
export function endWatch(db: Db, id: string) {
  return db.write((orm) =>
    orm
      .update(charges)
      .set({ nextAttemptAt: null })
      .where(and(eq(charges.id, id), eq(charges.state, 'cash'))),
  );
}
