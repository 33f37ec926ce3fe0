import { and, asc, eq, inArray, lt, not, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { appointments } from '@/db/schema';
import { statusesBefore } from '@/domain/appointment/status';
import type { CalendarDate } from '@/domain/dates';
import { hasCapacityLeft } from '../slots/occupancy.repository';
import { timeSlotOr } from './appointments.repository';

/**
 * A guard: the appointment keeps its capacity for good or for now, or can take it again. SQLite works
 * out both sides of an `or`, so that it would count the time slot for every card.
 */
export function keepsCapacity(
  { id, ...timeSlot }: { id: string; date: CalendarDate | SQL; slotIndex: number | SQL },
  now: number,
): SQL {
  const isKept = sql`${appointments.holdExpiresAt} is null or ${appointments.holdExpiresAt} > ${now}`;
  return sql`(case when ${isKept} then 1 else ${hasCapacityLeft(timeSlot, now, id)} end)`;
}

/** A guard: the opposite. The hold expired, and the time slot has no capacity left. */
export function lostCapacity(appointment: Parameters<typeof keepsCapacity>[0], now: number): SQL {
  return not(keepsCapacity(appointment, now));
}

/** Whether the guard `keepsCapacity` would hold now. */
export function selectKeepsCapacity(orm: Queryable, id: string, now: number) {
  const appointment = { id, ...timeSlotOr(id, {}) };
  return orm
    .select({ keepsCapacity: keepsCapacity(appointment, now).mapWith(Boolean) })
    .from(appointments)
    .where(eq(appointments.id, id));
}

/** Whether an appointment can move to a time slot now. */
export function selectHasCapacity(
  orm: Queryable,
  id: string,
  timeSlot: Parameters<typeof hasCapacityLeft>[0],
  now: number,
) {
  return orm
    .select({ hasCapacity: hasCapacityLeft(timeSlot, now, id).mapWith(Boolean) })
    .from(appointments)
    .where(eq(appointments.id, id));
}

/** Appointments whose hold expired before an instant, the oldest first. */
export function selectExpiredHolds(orm: Queryable, before: number, limit: number) {
  return orm
    .select()
    .from(appointments)
    .where(
      and(
        inArray(appointments.status, statusesBefore('cancelled', 'system')),
        lt(appointments.holdExpiresAt, before),
      ),
    )
    .orderBy(asc(appointments.holdExpiresAt))
    .limit(limit);
}
