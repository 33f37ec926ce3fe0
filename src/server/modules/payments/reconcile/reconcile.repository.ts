import { and, asc, eq, gt, inArray, or } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { charges, stripeEvents } from '@/db/schema';
import { UNFINISHED_CHARGE_STATES } from '@/domain/payment/charge';

/**
 * ID of the row that stores the instant up to which all events were handled. No Stripe event has
 * this ID.
 */
const MARK = 'reconciled-until';

/**
 * Selects the instant (ms) until which all Stripe events were handled. No row before the first run.
 */
export function selectMark(orm: Queryable) {
  return orm
    .select({ at: stripeEvents.createdAt })
    .from(stripeEvents)
    .where(eq(stripeEvents.id, MARK));
}

/**
 * Stores the instant (ms) until which all events were handled, and when the books were compared.
 */
export function savingMark(orm: Queryable, until: number, now: number) {
  const at = { createdAt: until, receivedAt: now };
  return orm
    .insert(stripeEvents)
    .values({ id: MARK, type: MARK, objectId: null, ...at })
    .onConflictDoUpdate({ target: stripeEvents.id, set: at });
}

/** Selects a page, by ID, of charges that changed after `since` (ms) or are unfinished. */
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
