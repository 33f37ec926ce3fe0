import type { Queryable } from '@/db/client';
import { paymentMethods } from '@/db/schema';

/** Keeps a card with its customer; the same card again changes nothing. */
export function savePaymentMethod(orm: Queryable, row: typeof paymentMethods.$inferInsert) {
  return orm
    .insert(paymentMethods)
    .values(row)
    .onConflictDoNothing({ target: paymentMethods.stripePaymentMethodId });
}
