import {
  and,
  asc,
  desc,
  gte,
  inArray,
  isNull,
  not,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { type Guard, insertRow } from '@/db/guarded-batch';
import { perDb } from '@/db/per-db';
import { appointments, hoursEntries } from '@/db/schema';
import { OPEN_STATUSES } from '@/domain/appointment/status';
import type { CalendarDate } from '@/domain/dates';
import { FIRST_HOURS, type Hours } from '@/domain/slots/hours';
import { BOOKING_DAYS } from '@/domain/slots/time-slots';

export type HoursEntryRow = typeof hoursEntries.$inferSelect;

/** The hours in force as JSON text inside another query, or null until the owner sets them. */
export const HOURS_TEXT = sql`(select ${hoursEntries.hours} from ${hoursEntries} order by ${hoursEntries.id} desc limit 1)`;

/** Returns the last date that can be booked, inside another query. */
export const lastBookable = (today: CalendarDate | Placeholder): SQL<CalendarDate> =>
  sql`date(${today}, '+' || (coalesce(${HOURS_TEXT} ->> '$.daysAhead', ${BOOKING_DAYS}) - 1) || ' days')`;

type SlotInQuery = {
  date: CalendarDate | Placeholder | SQL;
  slotIndex: number | Placeholder | SQL;
};

/** Reads a column of the hours' window for a date's weekday. Null if they don't have that window. */
const ofWindow = ({ date, slotIndex }: SlotInQuery, column: SQL) =>
  sql`(select ${column} from json_each(${HOURS_TEXT}, '$.windows') as offered where offered.value ->> '$.index' = ${slotIndex} and offered.value ->> '$.weekday' = cast(strftime('%w', ${date}) as integer))`;

/** Reads a window's own number of spots. Null if the default applies. */
export const ownPlaces = (slot: SlotInQuery): SQL =>
  ofWindow(slot, sql`offered.value ->> '$.places'`);

/**
 * Checks that the hours in force have a time window on its date. Until the owner sets hours, nothing
 * has to be checked.
 */
export function isOffered(slot: SlotInQuery): SQL {
  const isClosed = sql`exists (select 1 from json_each(${HOURS_TEXT}, '$.closedDays') as closed where closed.value ->> '$.date' = ${slot.date})`;
  const isInSeason = sql`${slot.date} between coalesce(${HOURS_TEXT} ->> '$.seasonFirst', '') and coalesce(${HOURS_TEXT} ->> '$.seasonLast', '9')`;
  return sql`(case when ${HOURS_TEXT} is null then 1 else ${ofWindow(slot, sql`1`)} is not null and ${isInSeason} and not ${isClosed} end)`;
}

/** Reads the hours in force. They're read once per change and then remembered. */
export const readStoredHours = perDb((db) => {
  const ask = db.remembered<{ hours: string | null }>(sql`select ${HOURS_TEXT} as hours`);
  let parsed: { text: string | null; hours: Hours } = { text: null, hours: FIRST_HOURS };
  return async (): Promise<Hours> => {
    const text = (await ask())[0]?.hours ?? null;
    if (parsed.text !== text) parsed = { text, hours: text ? JSON.parse(text) : FIRST_HOURS };
    return parsed.hours;
  };
});

/** Selects the entry in force, or no row until the owner sets the hours. */
export const selectHours = (orm: Queryable) => selectHoursEntries(orm, 1);

/** Returns the hours in force from the row of `selectHours`. */
export const hoursOf = ([entry]: readonly Pick<HoursEntryRow, 'hours'>[]): Hours =>
  entry?.hours ?? FIRST_HOURS;

/** Selects the newest entries, the newest first. */
export function selectHoursEntries(orm: Queryable, limit: number) {
  return orm.select().from(hoursEntries).orderBy(desc(hoursEntries.id)).limit(limit);
}

/** Selects the open appointments from a date on that are outside the hours, in order. */
export function selectOutsideHours(orm: Queryable, from: CalendarDate, limit: number) {
  const { id, publicCode, customerName, date, slotIndex, status, holdExpiresAt } = appointments;
  return orm
    .select({ id, publicCode, customerName, date, slotIndex })
    .from(appointments)
    .where(
      and(
        sql`${HOURS_TEXT} is not null`,
        gte(date, from),
        inArray(status, OPEN_STATUSES),
        isNull(holdExpiresAt),
        not(isOffered({ date: sql`${date}`, slotIndex: sql`${slotIndex}` })),
      ),
    )
    .orderBy(asc(date), asc(slotIndex), asc(id))
    .limit(limit);
}

/** Guards that this entry is still the newest. 0 means that there is none. */
function isNewestEntry(id: number): Guard {
  return sql`coalesce((select max(${hoursEntries.id}) from ${hoursEntries}), 0) = ${id}`;
}

/** Adds an entry. Returns no row if another one was added since the hours were read. */
export function insertHoursAfter(
  orm: Queryable,
  newestId: number,
  row: Omit<typeof hoursEntries.$inferInsert, 'id'>,
  alsoIf: Guard,
) {
  const onlyIf = sql`${isNewestEntry(newestId)} and ${alsoIf}`;
  return insertRow(orm, hoursEntries, row, { onlyIf }).returning();
}
