import { and, asc, eq, lte } from 'drizzle-orm';
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

/** No card can pay this charge any more. */
export function endWatch(db: Db, id: string) {
  return db.write((orm) =>
    orm
      .update(charges)
      .set({ nextAttemptAt: null })
      .where(and(eq(charges.id, id), eq(charges.state, 'cash'))),
  );
}
