import { and, asc, inArray, lt, type SQL } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { appointments } from '@/db/schema';
import type { AppointmentStatus } from '@/domain/booking/status';

/** A guard: the booking is still held, and its hold ran out before that instant. */
export function heldUntilBefore(instant: number): SQL {
  return lt(appointments.holdExpiresAt, instant);
}

/** Bookings of those statuses whose hold ran out before an instant, the oldest first. */
export function lapsedHolds(
  orm: Queryable,
  statuses: readonly AppointmentStatus[],
  before: number,
  limit: number,
): Promise<{ id: string }[]> {
  return orm
    .select({ id: appointments.id })
    .from(appointments)
    .where(and(inArray(appointments.status, [...statuses]), heldUntilBefore(before)))
    .orderBy(asc(appointments.holdExpiresAt))
    .limit(limit);
}
