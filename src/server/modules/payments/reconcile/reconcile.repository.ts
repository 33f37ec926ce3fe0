import { and, asc, eq, gt, inArray, or } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { charges, stripeEvents } from '@/db/schema';
import { UNFINISHED_CHARGE_STATES } from '@/domain/payment/charge';

/** The row among the events that says until when all of them were read. No event has this id. */
const MARK = 'reconciled-until';

/** The instant (ms) until which every event of Stripe has been acted upon; no row before the first time. */
export function selectMark(orm: Queryable) {
  return orm
    .select({ at: stripeEvents.createdAt })
    .from(stripeEvents)
    .where(eq(stripeEvents.id, MARK));
}

/** Records that every event until `until` (ms) has been acted upon, and when the books were compared. */
export function savingMark(orm: Queryable, until: number, now: number) {
  const at = { createdAt: until, receivedAt: now };
  return orm
    .insert(stripeEvents)
    .values({ id: MARK, type: MARK, objectId: null, ...at })
    .onConflictDoUpdate({ target: stripeEvents.id, set: at });
}

/** Charges that changed after `since` (ms) or that are unfinished: one page after an id, by id. */
export function chargesToCompare(orm: Queryable, since: number, afterId: string, limit: number) {
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
