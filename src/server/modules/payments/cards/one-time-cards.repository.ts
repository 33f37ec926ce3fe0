import { and, eq, isNull, lt, notExists, notInArray, or } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { appointments, charges, paymentMethods } from '@/db/schema';
import type { CalendarDate } from '@/domain/dates';
import { SETTLED_CHARGE_STATES } from '@/domain/payment/charge';

/**
 * Selects deliveries that are settled but whose one-time card is still stored at Stripe. A cancelled
 * delivery counts after its date, because until then a driver's device may still report it as made.
 */
export function selectOneTimeCards(orm: Queryable, today: CalendarDate, limit: number) {
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
      ),
    )
    .orderBy(appointments.date)
    .limit(limit);
}
