import { and, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { appointments, users } from '@/db/schema';
import type { CalendarDate } from '@/domain/dates';
import { FORMER } from '../auth/users.repository';
import { REMOVED } from './anonymized';

/** Maximum number of deleted accounts whose Stripe customers are deleted in one run. */
const AT_ONCE = 200;

/**
 * Matches deleted accounts. The range only lets SQLite use the index of usernames. The equality
 * decides.
 */
const isFormer = and(
  sql`lower(${users.username}) >= ${FORMER} and lower(${users.username}) < ${`${FORMER}~`}`,
  sql`${users.username} = ${FORMER} || ${users.id}`,
);

/** Matches settled appointments before a date from which a guest's details were removed. */
const ofForgottenGuest = (before: CalendarDate) =>
  and(
    lt(appointments.date, before),
    isNull(appointments.userId),
    eq(appointments.location, REMOVED),
  );

const formerUsers = (orm: Queryable) => orm.select({ id: users.id }).from(users).where(isFormer);

/**
 * Selects the Stripe IDs of customers whose account was deleted or whose guest details were
 * removed, in three queries.
 */
export function selectForgotten(orm: Queryable, before: CalendarDate) {
  return [
    orm
      .select({ id: users.stripeCustomerId })
      .from(users)
      .where(and(isFormer, isNotNull(users.stripeCustomerId)))
      .limit(AT_ONCE),
    orm
      .select({ id: appointments.stripeCustomerId })
      .from(appointments)
      .where(
        and(
          inArray(appointments.userId, formerUsers(orm)),
          isNotNull(appointments.stripeCustomerId),
        ),
      )
      .limit(AT_ONCE),
    orm
      .select({ id: appointments.stripeCustomerId })
      .from(appointments)
      .where(and(ofForgottenGuest(before), isNotNull(appointments.stripeCustomerId)))
      .limit(AT_ONCE),
  ] as const;
}

/** Removes a deleted customer's Stripe ID. */
export function forgetCustomer(db: Db, stripeCustomerId: string, before: CalendarDate) {
  const none = { stripeCustomerId: null };
  return db.batch((orm) => [
    orm
      .update(users)
      .set(none)
      .where(and(isFormer, eq(users.stripeCustomerId, stripeCustomerId))),
    orm
      .update(appointments)
      .set(none)
      .where(
        and(
          inArray(appointments.userId, formerUsers(orm)),
          eq(appointments.stripeCustomerId, stripeCustomerId),
        ),
      ),
    orm
      .update(appointments)
      .set(none)
      .where(and(ofForgottenGuest(before), eq(appointments.stripeCustomerId, stripeCustomerId))),
  ]);
}
