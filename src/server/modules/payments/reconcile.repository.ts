import { and, asc, eq, gt, inArray, or } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { charges, stripeEvents } from '@/db/schema';
import { UNFINISHED_CHARGE_STATES } from '@/domain/payment/charge';
import type { ChargeRow } from './charges.repository';

/** The row among the events that says until when all of them were read. No event has this id. */
const MARK = 'reconciled-until';

/** The instant (ms) until which every event of Stripe has been acted upon; null before the first time. */
export async function readMark(orm: Queryable): Promise<number | null> {
  const [row] = await orm
    .select({ at: stripeEvents.createdAt })
    .from(stripeEvents)
    .where(eq(stripeEvents.id, MARK));
  return row?.at ?? null;
}

/** Records that every event until `until` (ms) has been acted upon. */
export function saveMark(db: Db, until: number, now: number) {
  const at = { createdAt: until, receivedAt: now };
  return db.write((orm) =>
    orm
      .insert(stripeEvents)
      .values({ id: MARK, type: MARK, objectId: null, ...at })
      .onConflictDoUpdate({ target: stripeEvents.id, set: at }),
  );
}

/** Charges that changed after `since` (ms) or that are unfinished: one page after an id, by id. */
export function chargesToCompare(
  orm: Queryable,
  since: number,
  afterId: string,
  limit: number,
): Promise<ChargeRow[]> {
  return orm
    .select()
    .from(charges)
    .where(
      and(
        gt(charges.id, afterId),
        or(gt(charges.updatedAt, since), inArray(charges.state, [...UNFINISHED_CHARGE_STATES])),
      ),
    )
    .orderBy(asc(charges.id))
    .limit(limit);
}
