import { and, eq, gte, lte, type Placeholder, placeholder, type SQL, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { appointments, availabilitySlots, bookingSettings } from '@/db/schema';
import type { CalendarDate } from '@/domain/dates';
import { DEFAULT_CAPACITY, type Occupancy, TIME_SLOTS } from '@/domain/slots/time-slots';

/** Whether an appointment occupies its time slot at `now` (D9). Only here is this rule written. */
export function occupiesCapacity(now: number | Placeholder): SQL {
  return sql`${appointments.status} <> 'cancelled' and (${appointments.holdExpiresAt} is null or ${appointments.holdExpiresAt} > ${now})`;
}

/**
 * Whether a time slot has capacity left, for the WHERE of a guarded statement: fewer appointments
 * occupy it, not counting `exceptId`, than it takes. A blocked time slot takes none.
 */
export function hasCapacityLeft(
  timeSlot: { date: CalendarDate | Placeholder | SQL; slotIndex: number | Placeholder | SQL },
  now: number | Placeholder,
  exceptId?: string,
): SQL {
  const others = exceptId === undefined ? sql`` : sql` and ${appointments.id} <> ${exceptId}`;
  const defaultCapacity = sql`coalesce((select ${bookingSettings.defaultCapacity} from ${bookingSettings} where ${bookingSettings.id} = 1), ${DEFAULT_CAPACITY})`;
  return sql`(select count(*) from ${appointments} where ${appointments.date} = ${timeSlot.date} and ${appointments.slotIndex} = ${timeSlot.slotIndex} and ${occupiesCapacity(now)}${others}) < coalesce((select case when ${availabilitySlots.isAvailable} then coalesce(${availabilitySlots.maxBookings}, ${defaultCapacity}) else 0 end from ${availabilitySlots} where ${availabilitySlots.date} = ${timeSlot.date} and ${availabilitySlots.slotIndex} = ${timeSlot.slotIndex}), ${defaultCapacity})`;
}

/** The occupancy of a time slot; `ownCapacity` is null where the default applies. */
export type StoredTimeSlot = Occupancy & { ownCapacity: number | null };

type StoredSlot = {
  date: CalendarDate;
  slotIndex: number;
  isAvailable: boolean | number;
  maxBookings: number | null;
};
type Occupied = { date: CalendarDate; slotIndex: number; occupied: number };
type OccupancyOf = (date: CalendarDate, slotIndex: number) => StoredTimeSlot;

/** The occupancy of every time slot from one date to another, both included. Three reads. */
export async function readOccupancy(
  orm: Queryable,
  first: CalendarDate,
  last: CalendarDate,
  now: number,
): Promise<OccupancyOf> {
  const [slots, counts, [settings]] = await Promise.all([
    orm
      .select({
        date: availabilitySlots.date,
        slotIndex: availabilitySlots.slotIndex,
        isAvailable: availabilitySlots.isAvailable,
        maxBookings: availabilitySlots.maxBookings,
      })
      .from(availabilitySlots)
      .where(and(gte(availabilitySlots.date, first), lte(availabilitySlots.date, last))),
    orm
      .select({
        date: appointments.date,
        slotIndex: appointments.slotIndex,
        occupied: sql<number>`count(*)`,
      })
      .from(appointments)
      .where(
        and(gte(appointments.date, first), lte(appointments.date, last), occupiesCapacity(now)),
      )
      .groupBy(appointments.date, appointments.slotIndex),
    orm.select({ defaultCapacity: bookingSettings.defaultCapacity }).from(bookingSettings),
  ]);
  return occupancyFrom(slots, counts, settings?.defaultCapacity ?? DEFAULT_CAPACITY);
}

function occupancyFrom(
  slots: StoredSlot[],
  counts: Occupied[],
  defaultCapacity: number,
): OccupancyOf {
  const key = (date: string, slotIndex: number) => `${date}/${slotIndex}`;
  const slotOf = new Map(slots.map((slot) => [key(slot.date, slot.slotIndex), slot]));
  const countOf = new Map(counts.map((row) => [key(row.date, row.slotIndex), row.occupied]));
  return (date, slotIndex) => {
    if (!TIME_SLOTS[slotIndex]) throw new RangeError(`no time slot ${slotIndex}`);
    const slot = slotOf.get(key(date, slotIndex));
    return {
      isAvailable: Boolean(slot?.isAvailable ?? true),
      capacity: slot?.maxBookings ?? defaultCapacity,
      ownCapacity: slot?.maxBookings ?? null,
      occupied: countOf.get(key(date, slotIndex)) ?? 0,
    };
  };
}

/** `readOccupancy` for the order form, with prepared statements; also tells when the next hold expires. */
export type OccupancyReader = (
  first: CalendarDate,
  last: CalendarDate,
  now: number,
) => Promise<{ occupancyOf: OccupancyOf; nextHoldExpiresAt: number | null }>;

export function prepareOccupancy(db: Db): OccupancyReader {
  const [first, last, now] = [placeholder('first'), placeholder('last'), placeholder('now')];
  const slots = db.hot<StoredSlot>(
    sql`select date, slot_index as "slotIndex", is_available as "isAvailable", max_bookings as "maxBookings" from ${availabilitySlots} where date between ${first} and ${last}`,
  );
  const counts = db.hot<Occupied>(
    sql`select date, slot_index as "slotIndex", count(*) as occupied from ${appointments} where date between ${first} and ${last} and ${occupiesCapacity(now)} group by 1, 2`,
  );
  const facts = db.hot<{ defaultCapacity: number | null; nextHoldExpiresAt: number | null }>(
    sql`select (select default_capacity from ${bookingSettings} where id = 1) as "defaultCapacity", (select min(hold_expires_at) from ${appointments} where hold_expires_at > ${now}) as "nextHoldExpiresAt"`,
  );
  return async (first, last, now) => {
    const values = { first, last, now };
    const [slotRows, countRows, [fact]] = await Promise.all([
      slots(values),
      counts(values),
      facts(values),
    ]);
    return {
      occupancyOf: occupancyFrom(slotRows, countRows, fact?.defaultCapacity ?? DEFAULT_CAPACITY),
      nextHoldExpiresAt: fact?.nextHoldExpiresAt ?? null,
    };
  };
}

/** The capacity of a time slot without one of its own (D8). */
export async function findDefaultCapacity(orm: Queryable): Promise<number> {
  const [row] = await orm
    .select({ defaultCapacity: bookingSettings.defaultCapacity })
    .from(bookingSettings);
  return row?.defaultCapacity ?? DEFAULT_CAPACITY;
}

export function saveDefaultCapacity(orm: Queryable, defaultCapacity: number, now: number) {
  return orm
    .insert(bookingSettings)
    .values({ id: 1, defaultCapacity, updatedAt: now })
    .onConflictDoUpdate({
      target: bookingSettings.id,
      set: { defaultCapacity, updatedAt: now },
    });
}

/** Gives a time slot a capacity of its own, or null for the default. */
export function saveTimeSlotCapacity(
  orm: Queryable,
  timeSlot: TimeSlotKey,
  maxBookings: number | null,
  now: number,
) {
  return orm
    .insert(availabilitySlots)
    .values({ ...timeSlot, maxBookings, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: [availabilitySlots.date, availabilitySlots.slotIndex],
      set: { maxBookings, updatedAt: now },
    });
}

export type TimeSlotKey = { date: CalendarDate; slotIndex: number };

/** Blocks time slots in one statement; gives those that were open. Appointments stay (D7). */
export function blockTimeSlots(
  orm: Queryable,
  timeSlots: TimeSlotKey[],
  now: number,
): Promise<TimeSlotKey[]> {
  return orm.all<TimeSlotKey>(
    sql`insert into ${availabilitySlots} (date, slot_index, is_available, created_at, updated_at) select json_extract(value, '$[0]'), json_extract(value, '$[1]'), 0, ${now}, ${now} from json_each(${listed(timeSlots)}) where true on conflict (date, slot_index) do update set is_available = 0, updated_at = ${now} where is_available = 1 returning date, slot_index as "slotIndex"`,
  );
}

/** Opens the time slots from one date to another, both included; gives those that were blocked. */
export function openTimeSlots(
  orm: Queryable,
  first: CalendarDate,
  last: CalendarDate,
  now: number,
): Promise<TimeSlotKey[]> {
  return orm
    .update(availabilitySlots)
    .set({ isAvailable: true, updatedAt: now })
    .where(
      and(
        gte(availabilitySlots.date, first),
        lte(availabilitySlots.date, last),
        eq(availabilitySlots.isAvailable, false),
      ),
    )
    .returning({ date: availabilitySlots.date, slotIndex: availabilitySlots.slotIndex });
}

/** Opens these time slots; gives those that were blocked. */
export function reopenTimeSlots(
  orm: Queryable,
  timeSlots: TimeSlotKey[],
  now: number,
): Promise<TimeSlotKey[]> {
  return orm
    .update(availabilitySlots)
    .set({ isAvailable: true, updatedAt: now })
    .where(
      and(
        eq(availabilitySlots.isAvailable, false),
        sql`(${availabilitySlots.date}, ${availabilitySlots.slotIndex}) in (select json_extract(value, '$[0]'), json_extract(value, '$[1]') from json_each(${listed(timeSlots)}))`,
      ),
    )
    .returning({ date: availabilitySlots.date, slotIndex: availabilitySlots.slotIndex });
}

/** Time slots as one value: a bulk block has more of them than one statement takes parameters. */
const listed = (timeSlots: TimeSlotKey[]) =>
  JSON.stringify(timeSlots.map(({ date, slotIndex }) => [date, slotIndex]));
