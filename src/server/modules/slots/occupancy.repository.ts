import {
  and,
  eq,
  gt,
  gte,
  lte,
  ne,
  type Placeholder,
  placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import { CHANGED } from '@/db/changed';
import type { Db, Queryable } from '@/db/client';
import type { Changed } from '@/db/engine/engine';
import type { ResultsOf } from '@/db/engine/queries';
import {
  appointments,
  availabilitySlots,
  bookingSettings,
  bulkParts,
  waitlistEntries,
} from '@/db/schema';
import type { CalendarDate } from '@/domain/dates';
import { FIRST_HOURS, type Hours, weekdayTimeSlots, windowOn } from '@/domain/slots/hours';
import { DEFAULT_CAPACITY, type Occupancy } from '@/domain/slots/time-slots';
import {
  HOURS_TEXT,
  hoursOf,
  isOffered,
  lastBookable,
  ownPlaces,
  selectHours,
} from './hours.repository';

/** The stored capacity for time windows that don't have their own. */
export const STORED_DEFAULT = sql`coalesce((select ${bookingSettings.defaultCapacity} from ${bookingSettings} where ${bookingSettings.id} = 1), ${DEFAULT_CAPACITY})`;

/**
 * Checks whether an appointment occupies its time window at `now`. This is the only place with this
 * rule.
 */
export function occupiesCapacity(now: number | Placeholder): SQL {
  return sql`${appointments.status} <> 'cancelled' and (${appointments.holdExpiresAt} is null or ${appointments.holdExpiresAt} > ${now})`;
}

/**
 * Selects how many people wait for each window of a date, or have an offer for it. Unconfirmed entries don't
 * count. The list of statuses is the one of the index.
 */
export function selectLines(orm: Queryable, date: CalendarDate) {
  const slotIndex = sql<
    number | null
  >`coalesce(${appointments.slotIndex}, ${waitlistEntries.slotIndex})`;
  return orm
    .select({ slotIndex, status: waitlistEntries.status, people: sql<number>`count(*)` })
    .from(waitlistEntries)
    .leftJoin(
      appointments,
      and(
        eq(appointments.id, waitlistEntries.appointmentId),
        eq(waitlistEntries.status, 'offered'),
      ),
    )
    .where(
      and(
        eq(waitlistEntries.date, date),
        sql`${waitlistEntries.status} in ('unconfirmed', 'waiting', 'offered')`,
        ne(waitlistEntries.status, 'unconfirmed'),
      ),
    )
    .groupBy(slotIndex, waitlistEntries.status);
}

type SlotInQuery = {
  date: CalendarDate | Placeholder | SQL;
  slotIndex: number | Placeholder | SQL;
};

/**
 * Counts a time window's reserved spots, for appointments that a bulk change moved or cancelled.
 */
function keptPlaces(
  { date, slotIndex }: SlotInQuery,
  now: number | Placeholder,
  exceptId?: string,
) {
  const others =
    exceptId === undefined ? sql`` : sql` and ${bulkParts.appointmentId} <> ${exceptId}`;
  return sql`(select count(*) from ${bulkParts} where ${bulkParts.keptDate} = ${date} and ${bulkParts.keptSlotIndex} = ${slotIndex} and ${bulkParts.keptUntil} > ${now}${others})`;
}

/**
 * Matches every status that sorts after `cancelled`, which is the first one. So the index skips
 * cancelled appointments.
 */
const BEHIND_CANCELLED = sql`${appointments.status} > 'cancelled'`;

/**
 * Counts a time window's taken spots, by appointments or reservations. Spots of `exceptId` aren't
 * counted.
 */
export function placesTaken(slot: SlotInQuery, now: number | Placeholder, exceptId?: string): SQL {
  const others = exceptId === undefined ? sql`` : sql` and ${appointments.id} <> ${exceptId}`;
  return sql`((select count(*) from ${appointments} where ${appointments.date} = ${slot.date} and ${appointments.slotIndex} = ${slot.slotIndex} and ${BEHIND_CANCELLED} and ${occupiesCapacity(now)}${others}) + ${keptPlaces(slot, now, exceptId)})`;
}

/** Counts the people in line for a time window, including those who wait for any window of its date. */
const peopleInLine = ({ date, slotIndex }: SlotInQuery) =>
  sql`(select count(*) from ${waitlistEntries} where ${waitlistEntries.status} = 'waiting' and ${waitlistEntries.date} = ${date} and (${waitlistEntries.slotIndex} = ${slotIndex} or ${waitlistEntries.slotIndex} is null))`;

/**
 * Checks that a time window has a spot left, for the WHERE of a guarded statement. The spots of
 * `exceptId` don't count. A blocked window has none, and neither has one outside the owner's hours. The
 * people in line come first, so only a spot beyond them is left.
 */
export const hasCapacityLeft = (
  timeSlot: SlotInQuery,
  now: number | Placeholder,
  exceptId?: string,
): SQL =>
  hasSpot(timeSlot, sql`${placesTaken(timeSlot, now, exceptId)} + ${peopleInLine(timeSlot)}`);

/** Like `hasCapacityLeft`, for an offer to the first in line. */
export const hasSpotForLine = (timeSlot: SlotInQuery, now: number | Placeholder): SQL =>
  hasSpot(timeSlot, placesTaken(timeSlot, now));

/** Checks that a time window takes deliveries on its date, even if it's full. */
export const isOpenTimeSlot = (timeSlot: SlotInQuery): SQL => hasSpot(timeSlot, sql`0`);

function hasSpot(timeSlot: SlotInQuery, taken: SQL): SQL {
  const usual = sql`coalesce(${ownPlaces(timeSlot)}, ${STORED_DEFAULT})`;
  const capacity = sql`coalesce((select case when ${availabilitySlots.isAvailable} then coalesce(${availabilitySlots.maxBookings}, ${usual}) else 0 end from ${availabilitySlots} where ${availabilitySlots.date} = ${timeSlot.date} and ${availabilitySlots.slotIndex} = ${timeSlot.slotIndex}), ${usual})`;
  return sql`(${taken} < ${capacity} and ${isOffered(timeSlot)})`;
}

/** The occupancy of a time window. `ownCapacity` is null if the usual one applies. */
export type StoredTimeSlot = Occupancy & {
  ownCapacity: number | null;
  /**
   * The capacity on this date if the window doesn't have its own. It's 0 if the owner's hours don't
   * offer the window on this date.
   */
  usualCapacity: number;
  /** False if the owner's hours don't have this window on the date's weekday. */
  isOffered: boolean;
  /** Number of holds in `occupied`, and when the last one expires (ms). */
  held: number;
  heldUntil: number | null;
  /** Number of reserved spots in `occupied`, which a bulk change freed. */
  kept: number;
};

type KeptPlace = { date: CalendarDate | null; slotIndex: number | null };

type StoredSlot = {
  date: CalendarDate;
  slotIndex: number;
  isAvailable: boolean | number;
  maxBookings: number | null;
};
type Occupied = {
  date: CalendarDate;
  slotIndex: number;
  occupied: number;
  held: number;
  heldUntil: number | null;
};
export type OccupancyOf = ((date: CalendarDate, slotIndex: number) => StoredTimeSlot) & {
  hours: Hours;
  /**
   * Returns the windows of a date for staff, in order: those of its weekday, and others that still
   * have appointments.
   */
  indexesOn(date: CalendarDate): number[];
};

/**
 * Selects the rows that `occupancyOf` needs, for every time window in a date range including both
 * ends.
 */
export function selectOccupancy(
  orm: Queryable,
  first: CalendarDate,
  last: CalendarDate | SQL<CalendarDate>,
  now: number,
) {
  return [
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
        held: sql<number>`count(${appointments.holdExpiresAt})`,
        heldUntil: sql<number | null>`max(${appointments.holdExpiresAt})`,
      })
      .from(appointments)
      .where(
        and(gte(appointments.date, first), lte(appointments.date, last), occupiesCapacity(now)),
      )
      .groupBy(appointments.date, appointments.slotIndex),
    selectDefaultCapacity(orm),
    selectKeptPlaces(orm, now),
    selectHours(orm),
  ] as const;
}

/** Selects every spot that's reserved at `now` (ms), on any date. There are almost never any. */
function selectKeptPlaces(orm: Queryable, now: number) {
  return orm
    .select({ date: bulkParts.keptDate, slotIndex: bulkParts.keptSlotIndex })
    .from(bulkParts)
    .where(gt(bulkParts.keptUntil, now));
}

/** Returns the occupancy of the time windows that were read. */
export function occupancyOf([slots, counts, settings, kept, entries]: ResultsOf<
  ReturnType<typeof selectOccupancy>
>): OccupancyOf {
  const stored = { defaultCapacity: defaultCapacityOf(settings), hours: hoursOf(entries) };
  return occupancyFrom(slots, counts, stored, kept);
}

function occupancyFrom(
  slots: StoredSlot[],
  counts: Occupied[],
  { defaultCapacity, hours }: SlotSettings,
  keptPlaces: readonly KeptPlace[],
): OccupancyOf {
  const key = (date: string, slotIndex: number) => `${date}/${slotIndex}`;
  const slotOf = new Map(slots.map((slot) => [key(slot.date, slot.slotIndex), slot]));
  const countOf = new Map(counts.map((row) => [key(row.date, row.slotIndex), row]));
  const occupancyOf = (date: CalendarDate, slotIndex: number) => {
    const window = windowOn(hours, date, slotIndex);
    const usualCapacity = window ? (window.places ?? defaultCapacity) : 0;
    const slot = slotOf.get(key(date, slotIndex));
    const count = countOf.get(key(date, slotIndex));
    const kept = keptPlaces.filter(
      (place) => place.date === date && place.slotIndex === slotIndex,
    ).length;
    return {
      isAvailable: Boolean(slot?.isAvailable ?? true),
      capacity: window ? (slot?.maxBookings ?? usualCapacity) : 0,
      ownCapacity: slot?.maxBookings ?? null,
      usualCapacity,
      isOffered: weekdayTimeSlots(hours, date).some(({ index }) => index === slotIndex),
      occupied: (count?.occupied ?? 0) + kept,
      kept,
      held: count?.held ?? 0,
      heldUntil: count?.heldUntil ?? null,
    };
  };
  const indexesOn = (date: CalendarDate) => {
    const offered = weekdayTimeSlots(hours, date).map(({ index }) => index);
    const taken = counts.filter((row) => row.date === date).map(({ slotIndex }) => slotIndex);
    return [...new Set([...offered, ...taken])].sort((a, b) => a - b);
  };
  return Object.assign(occupancyOf, { hours, indexesOn });
}

/** The result of reading the order form's windows. */
type Found = {
  version: number;
  /** Null if nothing changed since the known version. */
  changed: { occupancyOf: OccupancyOf; inLine: InLineOf; nextEndsAt: number | null } | null;
};
/** Returns the number of people in line for a time window. */
export type InLineOf = (date: CalendarDate, slotIndex: number) => number;
export type OccupancyReader = (
  known: number,
  first: CalendarDate,
  now: number,
) => Found | Promise<Found>;

/**
 * Prepares the query of the order form's occupancy, because every open page repeats it. It also
 * returns when the next hold or reservation ends.
 */
export function prepareOccupancy(db: Db): OccupancyReader {
  const [first, now] = [placeholder('first'), placeholder('now')];
  const last = lastBookable(first);
  const read = db.whenChanged([
    sql`select date, slot_index as "slotIndex", is_available as "isAvailable", max_bookings as "maxBookings" from ${CHANGED} cross join ${availabilitySlots} where date between ${first} and ${last}`,
    sql`select date, slot_index as "slotIndex", count(*) as occupied, count(hold_expires_at) as held, max(hold_expires_at) as "heldUntil" from ${CHANGED} cross join ${appointments} where date between ${first} and ${last} and ${occupiesCapacity(now)} group by 1, 2`,
    sql`select (select default_capacity from ${bookingSettings} where id = 1) as "defaultCapacity", ${HOURS_TEXT} as hours, (select min(hold_expires_at) from ${appointments} where hold_expires_at > ${now}) as "nextHoldExpiresAt", (select json_group_array(json_object('date', kept_date, 'slotIndex', kept_slot_index, 'until', kept_until)) from ${bulkParts} where kept_until > ${now}) as kept, (select json_group_array(json_object('date', date, 'slotIndex', slot_index)) from ${waitlistEntries} where status = 'waiting' and date between ${first} and ${last}) as line from ${CHANGED}`,
  ]);
  return (known, first, now) => {
    const found = read(known, { first, now });
    return found instanceof Promise ? found.then(occupancyIn) : occupancyIn(found);
  };
}

function occupancyIn({ version, rows }: Changed): Found {
  if (!rows) return { version, changed: null };
  const [slots, counts, [fact]] = rows as [StoredSlot[], Occupied[], Facts[]];
  const kept: (KeptPlace & { until: number })[] = JSON.parse(fact?.kept ?? '[]');
  const settings = {
    defaultCapacity: fact?.defaultCapacity ?? DEFAULT_CAPACITY,
    hours: fact?.hours ? (JSON.parse(fact.hours) as Hours) : FIRST_HOURS,
  };
  const occupancyOf = occupancyFrom(slots, counts, settings, kept);
  const ends = [fact?.nextHoldExpiresAt ?? null, ...kept.map(({ until }) => until)];
  const nextEndsAt = ends.reduce<number | null>(
    (first, end) => (end !== null && (first === null || end < first) ? end : first),
    null,
  );
  const line: KeptPlace[] = JSON.parse(fact?.line ?? '[]');
  const inLine: InLineOf = (date, slotIndex) =>
    line.filter(
      (one) => one.date === date && (one.slotIndex === null || one.slotIndex === slotIndex),
    ).length;
  return { version, changed: { occupancyOf, inLine, nextEndsAt } };
}
type Facts = {
  defaultCapacity: number | null;
  hours: string | null;
  nextHoldExpiresAt: number | null;
  kept: string;
  line: string;
};

/** The capacity of a time window without its own, and the owner's hours. */
type SlotSettings = { defaultCapacity: number; hours: Hours };

/** Selects the booking settings, or no row before staff save any. */
export function selectDefaultCapacity(orm: Queryable) {
  return orm.select({ defaultCapacity: bookingSettings.defaultCapacity }).from(bookingSettings);
}

/** Returns the capacity of a time window without its own, from the settings row if there is one. */
export function defaultCapacityOf([settings]: { defaultCapacity: number }[]): number {
  return settings?.defaultCapacity ?? DEFAULT_CAPACITY;
}
