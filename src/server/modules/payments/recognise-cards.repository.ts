import { and, desc, eq, gt, isNotNull, isNull, ne } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { paymentMethods, users } from '@/db/schema';
import { handingOnDefault } from './saved-cards.repository';

/**
 * Rows of cards whose fingerprint is not known, each with Stripe's customer; those of one customer together.
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
        isNull(paymentMethods.fingerprint),
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

type Recognised = { id: string; userId: string; fingerprint: string };

/** Writes fingerprints where there are none. Where rows turn out to be one card, its default stays the default. */
export async function storeFingerprints(db: Db, cards: readonly Recognised[]): Promise<void> {
  await db.batch((orm) => [
    ...cards.map(({ id, fingerprint }) =>
      orm
        .update(paymentMethods)
        .set({ fingerprint })
        .where(and(eq(paymentMethods.id, id), isNull(paymentMethods.fingerprint))),
    ),
    ...cards.flatMap((card) => handingOnDefault(card)?.(orm) ?? []),
  ]);
}
