import { and, gte, lte, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { appointments, availabilitySlots, bookingSettings } from '@/db/schema';
import type { CalendarDate } from '@/domain/calendar';
import { DEFAULT_CAPACITY, TIME_WINDOWS, type WindowOccupancy } from '@/domain/slots/windows';

/** Whether an appointment row takes a place at `now` (D9). The one place this rule is written. */
export function occupiesAPlace(now: number): SQL {
  return sql`${appointments.status} <> 'cancelled' and (${appointments.holdExpiresAt} is null or ${appointments.holdExpiresAt} > ${now})`;
}

/**
 * The condition under which a window has a place left, for the WHERE of a guarded statement: bookings
 * that occupy it (but `exceptId`) are fewer than its capacity, which is 0 where staff blocked it.
 */
export function hasPlaceLeft(
  window: { date: CalendarDate; windowIndex: number },
  now: number,
  exceptId?: string,
): SQL {
  const others = exceptId === undefined ? sql`` : sql` and ${appointments.id} <> ${exceptId}`;
  const defaultCapacity = sql`coalesce((select ${bookingSettings.defaultCapacity} from ${bookingSettings} where ${bookingSettings.id} = 1), ${DEFAULT_CAPACITY})`;
  return sql`(select count(*) from ${appointments} where ${appointments.date} = ${window.date} and ${appointments.windowIndex} = ${window.windowIndex} and ${occupiesAPlace(now)}${others}) < coalesce((select case when ${availabilitySlots.isAvailable} then coalesce(${availabilitySlots.maxBookings}, ${defaultCapacity}) else 0 end from ${availabilitySlots} where ${availabilitySlots.date} = ${window.date} and ${availabilitySlots.windowIndex} = ${window.windowIndex}), ${defaultCapacity})`;
}

/** Places and bookings of every window from one date to another, both included. Three reads. */
export async function readOccupancy(
  orm: Queryable,
  first: CalendarDate,
  last: CalendarDate,
  now: number,
): Promise<(date: CalendarDate, windowIndex: number) => WindowOccupancy> {
  const [slots, counts, [settings]] = await Promise.all([
    orm
      .select({
        date: availabilitySlots.date,
        windowIndex: availabilitySlots.windowIndex,
        isAvailable: availabilitySlots.isAvailable,
        maxBookings: availabilitySlots.maxBookings,
      })
      .from(availabilitySlots)
      .where(and(gte(availabilitySlots.date, first), lte(availabilitySlots.date, last))),
    orm
      .select({
        date: appointments.date,
        windowIndex: appointments.windowIndex,
        occupied: sql<number>`count(*)`,
      })
      .from(appointments)
      .where(and(gte(appointments.date, first), lte(appointments.date, last), occupiesAPlace(now)))
      .groupBy(appointments.date, appointments.windowIndex),
    orm.select({ defaultCapacity: bookingSettings.defaultCapacity }).from(bookingSettings),
  ]);
  const defaultCapacity = settings?.defaultCapacity ?? DEFAULT_CAPACITY;
  const key = (date: string, windowIndex: number) => `${date}/${windowIndex}`;
  const slotOf = new Map(slots.map((slot) => [key(slot.date, slot.windowIndex), slot]));
  const countOf = new Map(counts.map((row) => [key(row.date, row.windowIndex), row.occupied]));
  return (date, windowIndex) => {
    if (!TIME_WINDOWS[windowIndex]) throw new RangeError(`no time window ${windowIndex}`);
    const slot = slotOf.get(key(date, windowIndex));
    return {
      isAvailable: slot?.isAvailable ?? true,
      capacity: slot?.maxBookings ?? defaultCapacity,
      occupied: countOf.get(key(date, windowIndex)) ?? 0,
    };
  };
}
