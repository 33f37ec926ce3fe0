import { and, asc, eq, inArray, lt, not, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { appointments } from '@/db/schema';
import { statusesBefore } from '@/domain/appointment/status';
import type { CalendarDate } from '@/domain/dates';
import { isDiscountLeftAgain } from '../pricing/discount.repository';
import { hasCapacityLeft, isOpenTimeSlot } from '../slots/occupancy.repository';
import { timeSlotOr } from './appointments.repository';

/**
 * Guards that the appointment still has its spot and its discount, or can get them back. It uses `case` because SQLite
 * evaluates both sides of an `or`, and would count the window for every appointment.
 */
export function keepsCapacity(
  { id, ...timeSlot }: { id: string; date: CalendarDate | SQL; slotIndex: number | SQL },
  now: number,
): SQL {
  const isKept = sql`${appointments.holdExpiresAt} is null or ${appointments.holdExpiresAt} > ${now}`;
  return sql`(case when ${isKept} then 1 else ${hasCapacityLeft(timeSlot, now, id)} and ${isDiscountLeftAgain(now)} end)`;
}

/** Guards the opposite: the hold expired, and the window is full or the discount is used up. */
export function lostCapacity(appointment: Parameters<typeof keepsCapacity>[0], now: number): SQL {
  return not(keepsCapacity(appointment, now));
}

/** Checks whether `keepsCapacity` is true now. */
export function selectKeepsCapacity(orm: Queryable, id: string, now: number) {
  const appointment = { id, ...timeSlotOr(id, {}) };
  return orm
    .select({ keepsCapacity: keepsCapacity(appointment, now).mapWith(Boolean) })
    .from(appointments)
    .where(eq(appointments.id, id));
}

/**
 * Checks whether a time window has a spot for an appointment now, and whether staff may exceed its
 * capacity.
 */
export function selectHasCapacity(
  orm: Queryable,
  id: string,
  timeSlot: Parameters<typeof hasCapacityLeft>[0],
  now: number,
) {
  return orm
    .select({
      hasCapacity: hasCapacityLeft(timeSlot, now, id).mapWith(Boolean),
      isOpen: isOpenTimeSlot(timeSlot).mapWith(Boolean),
    })
    .from(appointments)
    .where(eq(appointments.id, id));
}

/** Selects appointments whose hold expired before an instant, oldest first. */
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
