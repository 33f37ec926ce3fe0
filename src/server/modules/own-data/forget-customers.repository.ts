import { and, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { appointments, users } from '@/db/schema';
import type { CalendarDate } from '@/domain/dates';
import { FORMER } from '../auth/users.repository';
import { REMOVED } from './anonymized';

/** Customers that one run forgets at most. */
const AT_ONCE = 200;

/** A deleted account. The range is what the index of user names finds; the name says it for sure. */
const isFormer = and(
  sql`lower(${users.username}) >= ${FORMER} and lower(${users.username}) < ${`${FORMER}~`}`,
  sql`${users.username} = ${FORMER} || ${users.id}`,
);

/** Appointments of guests whose details were forgotten: before a date, and settled. */
const ofForgottenGuest = (before: CalendarDate) =>
  and(
    lt(appointments.date, before),
    isNull(appointments.userId),
    eq(appointments.location, REMOVED),
  );

const formerUsers = (orm: Queryable) => orm.select({ id: users.id }).from(users).where(isFormer);

/** Stripe's ids of the customers of deleted accounts and of forgotten guests: three queries of some. */
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

/** Forgets Stripe's id of such a customer. */
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
