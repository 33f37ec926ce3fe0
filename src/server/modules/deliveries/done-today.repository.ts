import { and, asc, eq, isNotNull, or, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { appointments, photos } from '@/db/schema';
import type { CalendarDate } from '@/domain/dates';

/** What a driver completed, or could not deliver, of a date; and whether its photo is there. */
export function selectDoneOfDay(orm: Queryable, driverId: number, date: CalendarDate) {
  const fuelPhoto = sql`select 1 from ${photos}
    where ${photos.appointmentId} = ${appointments.id} and ${photos.kind} = 'fuel'`;
  return orm
    .select({ appointment: appointments, hasPhoto: sql<number>`exists (${fuelPhoto})` })
    .from(appointments)
    .where(
      and(
        eq(appointments.driverId, driverId),
        eq(appointments.date, date),
        or(
          eq(appointments.status, 'completed'),
          and(eq(appointments.status, 'cancelled'), isNotNull(appointments.notDeliveredReason)),
        ),
      ),
    )
    .orderBy(asc(appointments.updatedAt));
}
