import { and, asc, between, eq, isNotNull, or, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { appointments, photos } from '@/db/schema';
import type { CalendarDate } from '@/domain/dates';

/**
 * A driver's completed and undelivered stops from one date to another, and whether each has a
 * photo.
 */
export function selectDoneOfDays(
  orm: Queryable,
  driverId: number,
  { from, to }: Record<'from' | 'to', CalendarDate>,
) {
  const fuelPhoto = sql`select 1 from ${photos}
    where ${photos.appointmentId} = ${appointments.id} and ${photos.kind} = 'fuel'`;
  return orm
    .select({ appointment: appointments, hasPhoto: sql<number>`exists (${fuelPhoto})` })
    .from(appointments)
    .where(
      and(
        eq(appointments.driverId, driverId),
        // `between` reads one row more for a single date.
        from === to ? eq(appointments.date, to) : between(appointments.date, from, to),
        or(
          eq(appointments.status, 'completed'),
          and(eq(appointments.status, 'cancelled'), isNotNull(appointments.notDeliveredReason)),
        ),
      ),
    )
    .orderBy(asc(appointments.updatedAt));
}
