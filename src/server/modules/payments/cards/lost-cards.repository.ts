import { and, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import type { ConditionalWrite } from '@/db/guarded-batch';
import { appointments, charges, paymentMethods, subscriptions, users } from '@/db/schema';
import { OPEN_STATUSES } from '@/domain/appointment/status';
import { SETTLED_CHARGE_STATES } from '@/domain/payment/charge';
import type { CardRow } from './saved-cards.repository';

/** The columns that describe a card and its expiry. */
type CardFacts = Pick<CardRow, 'cardBrand' | 'cardLast4' | 'fingerprint' | 'expMonth' | 'expYear'>;

const isToCome = inArray(appointments.status, [...OPEN_STATUSES]);

/** Selects a payment method's row in an account. */
export function selectCardOf(orm: Queryable, paymentMethodId: string) {
  return orm
    .select()
    .from(paymentMethods)
    .where(eq(paymentMethods.stripePaymentMethodId, paymentMethodId));
}

/** Selects the open deliveries that will be charged to a payment method. */
export function selectChargedTo(orm: Queryable, paymentMethodId: string) {
  return orm
    .select({ id: appointments.id })
    .from(appointments)
    .where(and(isToCome, eq(appointments.stripePaymentMethodId, paymentMethodId)));
}

/** Deletes one row of a card. Returns the row if it existed. */
export function deleteCardRow(orm: Queryable, id: string) {
  return orm.delete(paymentMethods).where(eq(paymentMethods.id, id)).returning();
}

/** Makes a row its account's default card. */
export const makingDefault =
  (id: string): ConditionalWrite =>
  (orm, onlyIf) =>
    orm
      .update(paymentMethods)
      .set({ isDefault: true })
      .where(and(eq(paymentMethods.id, id), onlyIf));

/** Updates a card from Stripe. Returns the row if anything changed. */
export function changeCardRow(
  orm: Queryable,
  id: string,
  { cardBrand, cardLast4, fingerprint, expMonth, expYear }: CardFacts,
  updatedAt: number,
) {
  const changes = { cardBrand, cardLast4, fingerprint, expMonth, expYear };
  const differs = sql`(${paymentMethods.cardBrand}, ${paymentMethods.cardLast4}, ${paymentMethods.fingerprint}, ${paymentMethods.expMonth}, ${paymentMethods.expYear}) is not (${cardBrand}, ${cardLast4}, ${fingerprint}, ${expMonth}, ${expYear})`;
  return orm
    .update(paymentMethods)
    .set({ ...changes, updatedAt })
    .where(and(eq(paymentMethods.id, id), differs))
    .returning();
}

/** Updates the card on open deliveries that will be charged to it. */
export function changeCardOfDeliveries(orm: Queryable, paymentMethodId: string, known: CardFacts) {
  return orm
    .update(appointments)
    .set({
      cardBrand: known.cardBrand,
      cardLast4: known.cardLast4,
      cardFingerprint: known.fingerprint,
      cardExpMonth: known.expMonth,
      cardExpYear: known.expYear,
    })
    .where(and(isToCome, eq(appointments.stripePaymentMethodId, paymentMethodId)));
}

/** Selects an account's active recurring deliveries. */
export function selectRunningPlans(orm: Queryable, userId: string) {
  return orm
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), eq(subscriptions.status, 'active')));
}

/** Pauses an active recurring delivery. Returns the row if it was active. */
export function pausePlan(orm: Queryable, id: string) {
  return orm
    .update(subscriptions)
    .set({ status: 'paused', nextDelivery: null })
    .where(and(eq(subscriptions.id, id), eq(subscriptions.status, 'active')))
    .returning();
}

/** Selects the account of a Stripe customer. */
export function selectUserOf(orm: Queryable, stripeCustomerId: string) {
  return orm.select().from(users).where(eq(users.stripeCustomerId, stripeCustomerId));
}

/** Replaces an account's customer, if it still has the old one. */
export function changeCustomerOf(
  orm: Queryable,
  { id, stripeCustomerId }: { id: string; stripeCustomerId: string },
  next: string,
) {
  return orm
    .update(users)
    .set({ stripeCustomerId: next })
    .where(and(eq(users.id, id), eq(users.stripeCustomerId, stripeCustomerId)));
}

/**
 * Selects appointments that still need a Stripe customer: open ones, and ones with an unsettled
 * charge.
 */
export function selectInNeedOf(orm: Queryable, stripeCustomerId: string) {
  const owing = orm
    .select({ id: charges.appointmentId })
    .from(charges)
    .where(notInArray(charges.state, [...SETTLED_CHARGE_STATES]));
  const ofCustomer = eq(appointments.stripeCustomerId, stripeCustomerId);
  // The two conditions are separate queries, because each has its own index.
  return [
    orm.select().from(appointments).where(and(isToCome, ofCustomer)),
    orm
      .select()
      .from(appointments)
      .where(and(inArray(appointments.id, owing), ofCustomer)),
  ] as const;
}

/**
 * Replaces an appointment's customer. A setup in progress belongs to the old one, so it's dropped.
 */
export function changeCustomerOfAppointment(
  orm: Queryable,
  { id, stripeCustomerId }: { id: string; stripeCustomerId: string },
  next: string,
) {
  return orm
    .update(appointments)
    .set({ stripeCustomerId: next, setupIntentId: null })
    .where(and(eq(appointments.id, id), eq(appointments.stripeCustomerId, stripeCustomerId)));
}
