import { and, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import type { ConditionalWrite } from '@/db/guarded-batch';
import { appointments, charges, paymentMethods, subscriptions, users } from '@/db/schema';
import { OPEN_STATUSES } from '@/domain/appointment/status';
import { SETTLED_CHARGE_STATES } from '@/domain/payment/charge';
import type { CardRow } from './saved-cards.repository';

/** What a card is to people, and when it expires, as the tables have it. */
type Known = Pick<CardRow, 'cardBrand' | 'cardLast4' | 'fingerprint' | 'expMonth' | 'expYear'>;

const isToCome = inArray(appointments.status, [...OPEN_STATUSES]);

/** The account's row of a payment method; no row for one that no account has. */
export function selectCardOf(orm: Queryable, paymentMethodId: string) {
  return orm
    .select()
    .from(paymentMethods)
    .where(eq(paymentMethods.stripePaymentMethodId, paymentMethodId));
}

/** The deliveries to come that are to be charged to a payment method. */
export function selectChargedTo(orm: Queryable, paymentMethodId: string) {
  return orm
    .select({ id: appointments.id })
    .from(appointments)
    .where(and(isToCome, eq(appointments.stripePaymentMethodId, paymentMethodId)));
}

/** Takes one row of a card out of its account; the row, unless it is gone already. */
export function deleteCardRow(orm: Queryable, id: string) {
  return orm.delete(paymentMethods).where(eq(paymentMethods.id, id)).returning();
}

/** Makes a row the default of its account. */
export const makingDefault =
  (id: string): ConditionalWrite =>
  (orm, onlyIf) =>
    orm
      .update(paymentMethods)
      .set({ isDefault: true })
      .where(and(eq(paymentMethods.id, id), onlyIf));

/** Writes down how Stripe has a card now; the row, unless it is known like that already. */
export function changeCardRow(
  orm: Queryable,
  id: string,
  { cardBrand, cardLast4, fingerprint, expMonth, expYear }: Known,
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

/** The same for the deliveries to come that are charged to it. */
export function changeCardOfDeliveries(orm: Queryable, paymentMethodId: string, known: Known) {
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

/** The running recurring deliveries of an account. */
export function selectRunningPlans(orm: Queryable, userId: string) {
  return orm
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), eq(subscriptions.status, 'active')));
}

/** Pauses a recurring delivery that runs; the row, unless it was stopped before. */
export function pausePlan(orm: Queryable, id: string) {
  return orm
    .update(subscriptions)
    .set({ status: 'paused', nextDelivery: null })
    .where(and(eq(subscriptions.id, id), eq(subscriptions.status, 'active')))
    .returning();
}

/** The account that has a customer of Stripe; no row for none. */
export function selectUserOf(orm: Queryable, stripeCustomerId: string) {
  return orm.select().from(users).where(eq(users.stripeCustomerId, stripeCustomerId));
}

/** Gives an account another customer, in place of the one that it still has. */
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

/** The appointments that still need a customer of Stripe: to come, or with a charge that is not settled. */
export function selectInNeedOf(orm: Queryable, stripeCustomerId: string) {
  const owing = orm
    .select({ id: charges.appointmentId })
    .from(charges)
    .where(notInArray(charges.state, [...SETTLED_CHARGE_STATES]));
  const ofCustomer = eq(appointments.stripeCustomerId, stripeCustomerId);
  // Two queries, because each has an index of its own.
  return [
    orm.select().from(appointments).where(and(isToCome, ofCustomer)),
    orm
      .select()
      .from(appointments)
      .where(and(inArray(appointments.id, owing), ofCustomer)),
  ] as const;
}

/** Gives an appointment another customer; a card that is just being saved is saved for the one before. */
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
