import { and, desc, eq, gt, isNotNull, isNull, ne, or } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { paymentMethods, users } from '@/db/schema';
import type { CardExpiry } from '@/domain/payment/card';
import { handingOnDefault } from './saved-cards.repository';

/**
 * Rows of cards whose fingerprint or expiry is not known, each with Stripe's customer; those of one
 * customer together. A card that Stripe did not tell of has its own id for a fingerprint, and is not asked
 * for again.
 *
 * @param afterUserId only those of users behind this one
 */
export const selectUnrecognised = (orm: Queryable, limit: number, afterUserId = '') =>
  orm
    .select({
      id: paymentMethods.id,
      userId: paymentMethods.userId,
      paymentMethodId: paymentMethods.stripePaymentMethodId,
      customerId: users.stripeCustomerId,
    })
    .from(paymentMethods)
    .innerJoin(users, eq(users.id, paymentMethods.userId))
    .where(
      and(
        or(
          isNull(paymentMethods.fingerprint),
          and(
            isNull(paymentMethods.expYear),
            ne(paymentMethods.fingerprint, paymentMethods.stripePaymentMethodId),
          ),
        ),
        isNotNull(users.stripeCustomerId),
        gt(paymentMethods.userId, afterUserId),
      ),
    )
    .orderBy(paymentMethods.userId)
    .limit(limit);

/** Stripe's customer of the card that was saved last, of those whose fingerprint Stripe told. */
export const selectLatestRecognised = (orm: Queryable) =>
  orm
    .select({ customerId: users.stripeCustomerId })
    .from(paymentMethods)
    .innerJoin(users, eq(users.id, paymentMethods.userId))
    .where(
      and(
        ne(paymentMethods.fingerprint, paymentMethods.stripePaymentMethodId),
        isNotNull(users.stripeCustomerId),
      ),
    )
    .orderBy(desc(paymentMethods.createdAt))
    .limit(1);

type Recognised = { id: string; userId: string; fingerprint: string } & CardExpiry;

/**
 * Writes fingerprints and expiries where they are not known. Where rows turn out to be one card, its
 * default stays the default.
 */
export async function storeRecognised(db: Db, cards: readonly Recognised[]): Promise<void> {
  const isUnknown = or(isNull(paymentMethods.fingerprint), isNull(paymentMethods.expYear));
  await db.batch((orm) => [
    ...cards.map(({ id, fingerprint, expMonth, expYear }) =>
      orm
        .update(paymentMethods)
        .set({ fingerprint, expMonth, expYear })
        .where(and(eq(paymentMethods.id, id), isUnknown)),
    ),
    ...cards.flatMap((card) => handingOnDefault(card)?.(orm) ?? []),
  ]);
}
