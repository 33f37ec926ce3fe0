import { and, asc, eq, lte, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { charges } from '@/db/schema';
import type { ChargeRow } from './charges.repository';

/**
 * Selects charges paid in cash that may have been charged to a card too and are due for a check.
 */
export function cashToWatch(orm: Queryable, now: number, limit: number): Promise<ChargeRow[]> {
  return orm
    .select()
    .from(charges)
    .where(and(eq(charges.state, 'cash'), lte(charges.nextAttemptAt, now)))
    .orderBy(asc(charges.nextAttemptAt))
    .limit(limit);
}

/** A query of the instant (ms) when the next of these charges is due for a check, or null. */
export const NEXT_CASH_TO_WATCH = sql`select ${charges.nextAttemptAt} from ${charges}
  where ${charges.state} = 'cash' and ${charges.nextAttemptAt} is not null
  order by ${charges.nextAttemptAt} limit 1`;

/** Ends the checks of a charge, because no card can pay it anymore. */
export function endWatch(db: Db, id: string) {
  return db.write((orm) =>
    orm
      .update(charges)
      .set({ nextAttemptAt: null })
      .where(and(eq(charges.id, id), eq(charges.state, 'cash'))),
  );
}
