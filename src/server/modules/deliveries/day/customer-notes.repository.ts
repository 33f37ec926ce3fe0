import { and, asc, eq, or, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { appointments, customerNotes, guestAppointments } from '@/db/schema';
import type { CalendarDate } from '@/domain/dates';

/** Selects staff's notes for the driver about the customers of a date's stops and of all en route stops. */
export function selectNotesForDriver(orm: Queryable, date: CalendarDate, driverId: number) {
  const person = sql`coalesce(${appointments.userId}, (select guest_id from ${guestAppointments}
    where appointment_id = ${appointments.id}))`;
  return orm
    .select({ appointmentId: appointments.id, text: customerNotes.text })
    .from(appointments)
    .innerJoin(customerNotes, eq(customerNotes.userId, person))
    .where(
      and(
        eq(appointments.driverId, driverId),
        or(eq(appointments.date, date), eq(appointments.status, 'en_route')),
        eq(customerNotes.forDriver, true),
      ),
    )
    .orderBy(asc(customerNotes.createdAt), asc(customerNotes.id));
}
