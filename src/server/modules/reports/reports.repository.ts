import { and, asc, eq, gte, inArray, lte, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { appointments, charges } from '@/db/schema';
import type { CalendarDate } from '@/domain/calendar';

/** Delivered, and no test. In the words of the index `appointments_report`, so that it is used. */
const isReported = sql`${appointments.status} = 'completed' and ${appointments.testMode} = 0`;

/**
 * What was delivered on each date from one to another, both included, and what came of it. Test
 * bookings count nowhere (D28). Dates without a delivery have no row.
 */
export function figuresByDate(orm: Queryable, from: CalendarDate, to: CalendarDate) {
  const sum = (amount: ReturnType<typeof sql>) => sql<number>`coalesce(sum(${amount}), 0)`;
  const kept = sql`(${appointments.totalPaidCents} - ${appointments.refundedCents})`;
  const gallonsOf = (fuelType: 'Regular' | 'Premium') =>
    sum(
      sql`case when ${appointments.fuelType} = ${fuelType} then ${appointments.actualGallonsTenths} end`,
    );
  return orm
    .select({
      date: appointments.date,
      deliveries: sql<number>`count(*)`,
      revenueCents: sum(kept),
      cardCents: sum(sql`case when ${appointments.paymentMethod} <> 'cash' then ${kept} end`),
      cashCents: sum(sql`case when ${appointments.paymentMethod} = 'cash' then ${kept} end`),
      refundedCents: sum(sql`${appointments.refundedCents}`),
      owedCents: sum(sql`${appointments.remainingBalanceCents}`),
      regularGallonsTenths: gallonsOf('Regular'),
      premiumGallonsTenths: gallonsOf('Premium'),
      smallIceBags: sum(sql`${appointments.smallIceBags}`),
      largeIceBags: sum(sql`${appointments.largeIceBags}`),
      iceCents: sum(sql`${appointments.iceTotalCents}`),
    })
    .from(appointments)
    .where(and(isReported, gte(appointments.date, from), lte(appointments.date, to)))
    .groupBy(appointments.date)
    .orderBy(asc(appointments.date));
}

/** Charges of those deliveries that the card or its bank refused, and that nobody has settled. */
export function failuresByDate(orm: Queryable, from: CalendarDate, to: CalendarDate) {
  return orm
    .select({
      date: appointments.date,
      failedCharges: sql<number>`count(*)`,
      failedCents: sql<number>`sum(${charges.amountCents})`,
    })
    .from(charges)
    .innerJoin(appointments, eq(appointments.id, charges.appointmentId))
    .where(
      and(
        inArray(charges.state, ['declined', 'requires_action']),
        gte(appointments.date, from),
        lte(appointments.date, to),
        eq(appointments.testMode, false),
      ),
    )
    .groupBy(appointments.date);
}
