import { and, asc, eq, inArray, isNotNull, or } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { appointments, customerNotes } from '@/db/schema';
import type { CalendarDate } from '@/domain/dates';

/** Selects staff's notes for the driver about the customers of a date's stops and of all en route stops. */
export function selectNotesForDriver(orm: Queryable, date: CalendarDate, driverId: number) {
  const { userId, status } = appointments;
  const theirs = orm
    .select({ userId })
    .from(appointments)
    .where(
      and(
        eq(appointments.driverId, driverId),
        or(eq(appointments.date, date), eq(status, 'en_route')),
        isNotNull(userId),
      ),
    );
  return orm
    .select({ userId: customerNotes.userId, text: customerNotes.text })
    .from(customerNotes)
    .where(and(inArray(customerNotes.userId, theirs), eq(customerNotes.forDriver, true)))
    .orderBy(asc(customerNotes.createdAt), asc(customerNotes.id));
}
