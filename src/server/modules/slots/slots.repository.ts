import { and, eq, gte, lte, type Placeholder, placeholder, type SQL, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { appointments, availabilitySlots, bookingSettings } from '@/db/schema';
import type { CalendarDate } from '@/domain/calendar';
import { DEFAULT_CAPACITY, TIME_WINDOWS, type WindowOccupancy } from '@/domain/slots/windows';

/** Whether an appointment row takes a place at `now` (D9). The one place this rule is written. */
export function occupiesAPlace(now: number | Placeholder): SQL {
  return sql`${appointments.status} <> 'cancelled' and (${appointments.holdExpiresAt} is null or ${appointments.holdExpiresAt} > ${now})`;
}

/**
 * The condition under which a window has a place left, for the WHERE of a guarded statement: bookings
 * that occupy it (but `exceptId`) are fewer than its capacity, which is 0 where staff blocked it.
 */
export function hasPlaceLeft(
  window: { date: CalendarDate | Placeholder; windowIndex: number | Placeholder },
  now: number | Placeholder,
  exceptId?: string,
): SQL {
  const others = exceptId === undefined ? sql`` : sql` and ${appointments.id} <> ${exceptId}`;
  const defaultCapacity = sql`coalesce((select ${bookingSettings.defaultCapacity} from ${bookingSettings} where ${bookingSettings.id} = 1), ${DEFAULT_CAPACITY})`;
  return sql`(select count(*) from ${appointments} where ${appointments.date} = ${window.date} and ${appointments.windowIndex} = ${window.windowIndex} and ${occupiesAPlace(now)}${others}) < coalesce((select case when ${availabilitySlots.isAvailable} then coalesce(${availabilitySlots.maxBookings}, ${defaultCapacity}) else 0 end from ${availabilitySlots} where ${availabilitySlots.date} = ${window.date} and ${availabilitySlots.windowIndex} = ${window.windowIndex}), ${defaultCapacity})`;
}

/** A window's facts; `ownCapacity` is null where the default holds. */
export type StoredWindow = WindowOccupancy & { ownCapacity: number | null };

type StoredSlot = {
  date: CalendarDate;
  windowIndex: number;
  isAvailable: boolean | number;
  maxBookings: number | null;
};
type Occupied = { date: CalendarDate; windowIndex: number; occupied: number };
type OccupancyOf = (date: CalendarDate, windowIndex: number) => StoredWindow;

/** Places and bookings of every window from one date to another, both included. Three reads. */
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
  return occupancyFrom(slots, counts, settings?.defaultCapacity ?? DEFAULT_CAPACITY);
}

function occupancyFrom(
  slots: StoredSlot[],
  counts: Occupied[],
  defaultCapacity: number,
): OccupancyOf {
  const key = (date: string, windowIndex: number) => `${date}/${windowIndex}`;
  const slotOf = new Map(slots.map((slot) => [key(slot.date, slot.windowIndex), slot]));
  const countOf = new Map(counts.map((row) => [key(row.date, row.windowIndex), row.occupied]));
  return (date, windowIndex) => {
    if (!TIME_WINDOWS[windowIndex]) throw new RangeError(`no time window ${windowIndex}`);
    const slot = slotOf.get(key(date, windowIndex));
    return {
      isAvailable: Boolean(slot?.isAvailable ?? true),
      capacity: slot?.maxBookings ?? defaultCapacity,
      ownCapacity: slot?.maxBookings ?? null,
      occupied: countOf.get(key(date, windowIndex)) ?? 0,
    };
  };
}

/** The same for the booking form, ready to be asked all the time; also when the next hold ends. */
export type OccupancyReader = (
  first: CalendarDate,
  last: CalendarDate,
  now: number,
) => Promise<{ occupancyOf: OccupancyOf; nextHoldEnd: number | null }>;

export function prepareOccupancy(db: Db): OccupancyReader {
  const [first, last, now] = [placeholder('first'), placeholder('last'), placeholder('now')];
  const slots = db.hot<StoredSlot>(
    sql`select date, window_index as "windowIndex", is_available as "isAvailable", max_bookings as "maxBookings" from ${availabilitySlots} where date between ${first} and ${last}`,
  );
  const counts = db.hot<Occupied>(
    sql`select date, window_index as "windowIndex", count(*) as occupied from ${appointments} where date between ${first} and ${last} and ${occupiesAPlace(now)} group by 1, 2`,
  );
  const facts = db.hot<{ defaultCapacity: number | null; nextHoldEnd: number | null }>(
    sql`select (select default_capacity from ${bookingSettings} where id = 1) as "defaultCapacity", (select min(hold_expires_at) from ${appointments} where hold_expires_at > ${now}) as "nextHoldEnd"`,
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
      nextHoldEnd: fact?.nextHoldEnd ?? null,
    };
  };
}

/** Places of a window that has no number of its own (D8). */
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

/** Gives a window places of its own, or null for the default. */
export function saveWindowCapacity(
  orm: Queryable,
  window: WindowKey,
  maxBookings: number | null,
  now: number,
) {
  return orm
    .insert(availabilitySlots)
    .values({ ...window, maxBookings, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: [availabilitySlots.date, availabilitySlots.windowIndex],
      set: { maxBookings, updatedAt: now },
    });
}

export type WindowKey = { date: CalendarDate; windowIndex: number };

/** Blocks windows, in one statement; those that were open until now. Bookings are left alone (D7). */
export function blockWindows(
  orm: Queryable,
  windows: WindowKey[],
  now: number,
): Promise<WindowKey[]> {
  return orm.all<WindowKey>(
    sql`insert into ${availabilitySlots} (date, window_index, is_available, created_at, updated_at) select json_extract(value, '$[0]'), json_extract(value, '$[1]'), 0, ${now}, ${now} from json_each(${listed(windows)}) where true on conflict (date, window_index) do update set is_available = 0, updated_at = ${now} where is_available = 1 returning date, window_index as "windowIndex"`,
  );
}

/** Opens the blocked windows from one date to another, both included; those that were blocked. */
export function openWindows(
  orm: Queryable,
  first: CalendarDate,
  last: CalendarDate,
  now: number,
): Promise<WindowKey[]> {
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
    .returning({ date: availabilitySlots.date, windowIndex: availabilitySlots.windowIndex });
}

/** Opens exactly these windows, where they are blocked; those that were. */
export function openTheseWindows(
  orm: Queryable,
  windows: WindowKey[],
  now: number,
): Promise<WindowKey[]> {
  return orm
    .update(availabilitySlots)
    .set({ isAvailable: true, updatedAt: now })
    .where(
      and(
        eq(availabilitySlots.isAvailable, false),
        sql`(${availabilitySlots.date}, ${availabilitySlots.windowIndex}) in (select json_extract(value, '$[0]'), json_extract(value, '$[1]') from json_each(${listed(windows)}))`,
      ),
    )
    .returning({ date: availabilitySlots.date, windowIndex: availabilitySlots.windowIndex });
}

/** Many windows as one value: two thousand would be more than one statement takes. */
const listed = (windows: WindowKey[]) =>
  JSON.stringify(windows.map((window) => [window.date, window.windowIndex]));
