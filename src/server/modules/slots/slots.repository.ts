import { and, asc, eq, gt, gte, lte, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { type ConditionalWrite, type Guard, insertRow } from '@/db/guarded-batch';
import { availabilitySlots, bookingSettings } from '@/db/schema';
import type { CalendarDate } from '@/domain/dates';
import { placesTaken, STORED_DEFAULT, type StoredTimeSlot } from './occupancy.repository';

/** Changes the default capacity if it's unchanged since it was read. */
export function changeDefaultCapacity(orm: Queryable, read: number, capacity: number, now: number) {
  const changes = { defaultCapacity: capacity, updatedAt: now };
  const isRead = sql`${STORED_DEFAULT} = ${read}`;
  return insertRow(orm, bookingSettings, { id: 1, ...changes }, { onlyIf: isRead })
    .onConflictDoUpdate({ target: bookingSettings.id, set: changes })
    .returning();
}

export type TimeSlotKey = { date: CalendarDate; slotIndex: number };

/** Guards that a time window and the default capacity are unchanged since they were read. */
export function isTimeSlotUnchanged(
  { date, slotIndex }: TimeSlotKey,
  { before, defaultCapacity }: { before: StoredTimeSlot; defaultCapacity: number },
  now: number,
): Guard {
  const stored = (value: SQL) =>
    sql`(select ${value} from ${availabilitySlots} where ${availabilitySlots.date} = ${date} and ${availabilitySlots.slotIndex} = ${slotIndex})`;
  const own = stored(sql`${availabilitySlots.maxBookings}`);
  const open = sql`coalesce(${stored(sql`${availabilitySlots.isAvailable}`)}, 1)`;
  const occupied = placesTaken({ date, slotIndex }, now);
  return sql`(${open}, ${own}, ${STORED_DEFAULT}, ${occupied}) is (${Number(before.isAvailable)}, ${before.ownCapacity}, ${defaultCapacity}, ${before.occupied})`;
}

/**
 * Opens, blocks, or resizes a time window if the guard holds. `maxBookings: null` means the
 * default.
 */
export function changeTimeSlot(
  orm: Queryable,
  key: TimeSlotKey,
  changes: { isAvailable: boolean } | { maxBookings: number | null },
  { onlyIf, now }: { onlyIf: Guard | undefined; now: number },
) {
  const row = { ...key, ...changes, createdAt: now, updatedAt: now };
  return insertRow(orm, availabilitySlots, row, { onlyIf })
    .onConflictDoUpdate({ target: UNIQUE, set: { ...changes, updatedAt: now } })
    .returning(KEY);
}

const UNIQUE = [availabilitySlots.date, availabilitySlots.slotIndex];
const KEY = { date: availabilitySlots.date, slotIndex: availabilitySlots.slotIndex };

/** Selects the time windows in a date range, including both ends, that staff blocked or resized. */
export function selectChangedWindows(orm: Queryable, { first, last }: Dates) {
  const { isAvailable, maxBookings } = availabilitySlots;
  return orm
    .select({ ...KEY, isAvailable, maxBookings })
    .from(availabilitySlots)
    .where(and(gte(availabilitySlots.date, first), lte(availabilitySlots.date, last)));
}

/** Selects the blocked time windows in a date range, including both ends, in order. */
export function selectBlocked(orm: Queryable, { first, last }: Dates) {
  return orm
    .select(KEY)
    .from(availabilitySlots)
    .where(
      and(
        gte(availabilitySlots.date, first),
        lte(availabilitySlots.date, last),
        eq(availabilitySlots.isAvailable, false),
      ),
    )
    .orderBy(asc(availabilitySlots.date), asc(availabilitySlots.slotIndex));
}

/**
 * Selects the first days after a date with blocked windows, in order, with the windows' indexes as
 * JSON text.
 */
export function selectBlockedDays(orm: Queryable, after: SQL<CalendarDate>, limit: number) {
  const { date, slotIndex, isAvailable } = availabilitySlots;
  return orm
    .select({ date, indexes: sql<string>`json_group_array(${slotIndex})` })
    .from(availabilitySlots)
    .where(and(gt(date, after), eq(isAvailable, false)))
    .groupBy(date)
    .orderBy(asc(date))
    .limit(limit);
}

export type Dates = { first: CalendarDate; last: CalendarDate };

/** Guards that the blocked windows in a date range are exactly those that were read. */
export function areBlocked({ first, last }: Dates, read: TimeSlotKey[]): Guard {
  return sql`(select json_group_array(json_array(date, slot_index)) from (select date, slot_index from ${availabilitySlots} where date between ${first} and ${last} and is_available = 0 order by date, slot_index)) = ${listed(read)}`;
}

/** Blocks time windows in one statement if the guard holds. Appointments stay. */
export function blockTimeSlots(
  orm: Queryable,
  timeSlots: TimeSlotKey[],
  { onlyIf, now }: { onlyIf: Guard; now: number },
) {
  return orm
    .insert(availabilitySlots)
    .select(
      sql`select null, json_extract(value, '$[0]'), json_extract(value, '$[1]'), 0, null, ${now}, ${now} from json_each(${listed(timeSlots)}) where ${onlyIf}`,
    )
    .onConflictDoUpdate({ target: UNIQUE, set: { isAvailable: false, updatedAt: now } })
    .returning(KEY);
}

/** Blocks time windows, as part of a batch. */
export const blockingTimeSlots =
  (timeSlots: TimeSlotKey[], now: number): ConditionalWrite =>
  (orm, onlyIf = sql`1`) =>
    blockTimeSlots(orm, timeSlots, { onlyIf, now });

/** Opens time windows in one statement if the guard holds. */
export function openTimeSlots(
  orm: Queryable,
  timeSlots: TimeSlotKey[],
  { onlyIf, now }: { onlyIf: Guard; now: number },
) {
  return orm
    .update(availabilitySlots)
    .set({ isAvailable: true, updatedAt: now })
    .where(
      and(
        sql`(${availabilitySlots.date}, ${availabilitySlots.slotIndex}) in (select json_extract(value, '$[0]'), json_extract(value, '$[1]') from json_each(${listed(timeSlots)}))`,
        onlyIf,
      ),
    )
    .returning(KEY);
}

/**
 * Passes all time windows in one parameter, because a bulk block has more windows than a statement
 * can have parameters.
 */
const listed = (timeSlots: TimeSlotKey[]) =>
  JSON.stringify(timeSlots.map(({ date, slotIndex }) => [date, slotIndex]));
