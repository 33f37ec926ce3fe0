import { and, eq, isNull, lt, notExists, notInArray, or, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { appointments, charges, paymentMethods } from '@/db/schema';
import type { CalendarDate } from '@/domain/dates';
import { SETTLED_CHARGE_STATES } from '@/domain/payment/charge';

/**
 * Selects deliveries that are settled but whose one-time card is still stored at Stripe, the earliest
 * first. A cancelled delivery counts after its date, because until then a driver's device may still
 * report it as made.
 *
 * @param after the last delivery of the previous page
 */
export function selectOneTimeCards(
  orm: Queryable,
  today: CalendarDate,
  limit: number,
  after?: { id: string; date: CalendarDate },
) {
  const unpaid = orm
    .select({ id: charges.id })
    .from(charges)
    .where(
      and(
        eq(charges.appointmentId, appointments.id),
        notInArray(charges.state, [...SETTLED_CHARGE_STATES]),
      ),
    );
  const inAccount = orm
    .select({ id: paymentMethods.id })
    .from(paymentMethods)
    .where(eq(paymentMethods.stripePaymentMethodId, appointments.stripePaymentMethodId));
  return orm
    .select()
    .from(appointments)
    .where(
      and(
        eq(appointments.cardForThisOnly, true),
        isNull(appointments.cardDetachedAt),
        or(
          eq(appointments.status, 'completed'),
          and(eq(appointments.status, 'cancelled'), lt(appointments.date, today)),
        ),
        notExists(unpaid),
        notExists(inAccount),
        after && sql`(${appointments.date}, ${appointments.id}) > (${after.date}, ${after.id})`,
      ),
    )
    .orderBy(appointments.date, appointments.id)
    .limit(limit);
}
