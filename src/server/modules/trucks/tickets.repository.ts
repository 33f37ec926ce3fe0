import { and, asc, between, desc, eq, isNull, lt, lte, max, min, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { type ConditionalWrite, type Guard, insertRow, unchanged } from '@/db/guarded-batch';
import { appointments, ticketRanges, tickets, truckDays, trucks } from '@/db/schema';
import type { CalendarDate } from '@/domain/dates';
import {
  MOST_UNUSED,
  RANGE_KEPT_MS,
  RANGE_SIZE,
  type TakenNumber,
  type Ticket,
} from '@/domain/trucks/ticket';
import { selectTrucks } from './trucks.repository';

export type RangeRow = typeof ticketRanges.$inferSelect;

/** Selects the last truck that an appointment's driver chose, up to the appointment's date. */
export const selectTruckDayOf = (orm: Queryable, appointmentId: string | SQL) =>
  orm
    .select({ date: truckDays.date, truckId: truckDays.truckId })
    .from(appointments)
    .innerJoin(
      truckDays,
      and(eq(truckDays.driverId, appointments.driverId), lte(truckDays.date, appointments.date)),
    )
    .where(eq(appointments.id, appointmentId))
    .orderBy(desc(truckDays.date))
    .limit(1);

const isUnused = (series: SQL | typeof ticketRanges.series, number: number | SQL): Guard =>
  sql`not exists (select 1 from ${tickets} where ${tickets.series} = ${series} and ${tickets.number} = ${number})`;

/** A number that a device sent, or where to read it. */
export type SentNumber = { rangeId: string | SQL; number: number | SQL };

/** Selects the open range of a number that a device sent, unless the number was used or voided. */
function selectRangeOf(orm: Queryable, taken: SentNumber | undefined) {
  const { rangeId = '', number = 0 } = taken ?? {};
  return orm
    .select()
    .from(ticketRanges)
    .where(
      and(
        eq(ticketRanges.id, rangeId),
        isNull(ticketRanges.closedAt),
        sql`${number} between ${ticketRanges.first} and ${ticketRanges.last}`,
        isUnused(ticketRanges.series, number),
      ),
    );
}

/** Selects the rows that decide a completion's ticket. */
export const selectTicketFacts = (
  orm: Queryable,
  appointmentId: string | SQL,
  sent: SentNumber | undefined,
) => [selectTrucks(orm), selectTruckDayOf(orm, appointmentId), selectRangeOf(orm, sent)] as const;

/** Guards that a device's number is still unused. */
export const numberIsUnused = (series: number, number: number): Guard =>
  isUnused(sql`${series}`, number);

const lastOf = (series: number) =>
  sql<number>`coalesce((select max(${ticketRanges.last}) from ${ticketRanges} where ${ticketRanges.series} = ${series}), 0)`;

/** Selects a range by its ID. */
export const selectRange = (orm: Queryable, id: string) =>
  orm.select().from(ticketRanges).where(eq(ticketRanges.id, id));

/** Counts the numbers of a truck that devices have reserved and not used. */
export const countUnused = (orm: Queryable, series: number) =>
  orm
    .select({
      total: sql<number>`coalesce(sum(${ticketRanges.last} - ${ticketRanges.first} + 1 - (select count(*) from ${tickets} where ${tickets.series} = ${ticketRanges}.series and ${tickets.number} between ${ticketRanges}.first and ${ticketRanges}.last)), 0)`,
    })
    .from(ticketRanges)
    .where(and(isNull(ticketRanges.closedAt), eq(ticketRanges.series, series)));

/**
 * Gives out the next numbers of an active truck. Returns no row if the ID is known, or if too many
 * numbers of the truck are unused.
 */
export function insertRange(orm: Queryable, range: { id: string; series: number; now: number }) {
  const { id, series, now } = range;
  const last = lastOf(series);
  const row = { id, series, touchedAt: now, closedAt: null };
  const isActive = sql`exists (select 1 from ${trucks} where ${trucks.id} = ${series} and ${trucks.isActive} = 1)`;
  const hasFew = sql`(${countUnused(orm, series)}) <= ${MOST_UNUSED - RANGE_SIZE}`;
  return insertRow(
    orm,
    ticketRanges,
    { ...row, first: sql`${last} + 1`, last: sql`${last} + ${RANGE_SIZE}` },
    { onlyIf: and(isActive, hasFew), unlessKnown: ticketRanges.id },
  ).returning();
}

export type NewTicket = {
  appointmentId: string;
  ticket: Omit<Ticket, 'number'>;
  /** The number that a device took from its range, or null for the next one. */
  taken: TakenNumber | null;
  /** The ID of the range of a number that no device took. */
  rangeId: string;
  date: CalendarDate;
  now: number;
};

/**
 * Returns the ticket that a completion's write stores with the appointment, with its number. An
 * appointment that lost its completion keeps its number when it's completed again, and the truck that
 * the number belongs to.
 */
export function ticketColumn({ appointmentId, ticket, taken }: NewTicket): SQL<Ticket> {
  const own = sql`from ${tickets} left join ${trucks} on ${trucks.id} = ${tickets.series} where ${tickets.appointmentId} = ${appointmentId}`;
  const again = sql`(select json_set(${JSON.stringify(ticket)}, '$.number', ${tickets.number}, '$.series', ${tickets.series}, '$.truckName', ${trucks.name}, '$.meterSerial', ${trucks.meterSerial}) ${own})`;
  const next = taken ? sql`${taken.number}` : sql`${lastOf(ticket.series)} + 1`;
  return sql`coalesce(${again}, json_set(${JSON.stringify(ticket)}, '$.number', ${next}))`;
}

/** Adds a completion's ticket, with the number in `ticketColumn`. */
export function addingTicket(added: NewTicket): ConditionalWrite[] {
  const { appointmentId, ticket, taken, rangeId, date, now } = added;
  const { series } = ticket;
  const next = sql`${lastOf(series)} + 1`;
  const range = { id: rangeId, series, first: next, last: next, touchedAt: now, closedAt: now };
  const isFirst = sql`not exists (select 1 from ${tickets} where ${tickets.appointmentId} = ${appointmentId})`;
  return [
    (orm, onlyIf) =>
      taken
        ? orm
            .update(ticketRanges)
            .set({ touchedAt: now })
            .where(and(eq(ticketRanges.id, taken.rangeId), onlyIf))
        : insertRow(orm, ticketRanges, range, { onlyIf: and(onlyIf, isFirst) }),
    (orm, onlyIf) =>
      insertRow(
        orm,
        tickets,
        {
          ...{ series, appointmentId, isVoid: false, date, at: now },
          number: taken ? taken.number : lastOf(series),
        },
        { onlyIf: and(onlyIf, isFirst) },
      ),
  ];
}

/** Selects the first date with a ticket number, or null. */
export const selectFirstTicket = (orm: Queryable) =>
  orm.select({ date: min(tickets.date) }).from(tickets);

/** Selects the last date with a ticket number, or null. */
export const selectLastTicket = (orm: Queryable) =>
  orm.select({ date: max(tickets.date) }).from(tickets);

/** Selects the ticket numbers of a range of dates, void ones too, by series and number. */
export const selectTicketsBetween = (orm: Queryable, from: CalendarDate, to: CalendarDate) =>
  orm
    .select({
      series: tickets.series,
      number: tickets.number,
      isVoid: tickets.isVoid,
      date: tickets.date,
      ticket: appointments.ticket,
      publicCode: appointments.publicCode,
    })
    .from(tickets)
    .leftJoin(appointments, eq(appointments.id, tickets.appointmentId))
    .where(between(tickets.date, from, to))
    .orderBy(asc(tickets.date), asc(tickets.series), asc(tickets.number));
export type NumberRow = Awaited<ReturnType<typeof selectTicketsBetween>>[number];

const unusedSince = (now: number) =>
  and(isNull(ticketRanges.closedAt), lt(ticketRanges.touchedAt, now - RANGE_KEPT_MS));

/** How many ranges one run of the job closes. */
const RANGES_AT_ONCE = 100;

/** Selects the ranges that no device has used for a week. */
export const selectUnusedRanges = (orm: Queryable, now: number) =>
  orm
    .select()
    .from(ticketRanges)
    .where(unusedSince(now))
    .orderBy(asc(ticketRanges.touchedAt))
    .limit(RANGES_AT_ONCE);

/** Selects whether there is a range to close. */
export const selectUnusedRange = (orm: Queryable, now: number) =>
  orm.select({ id: ticketRanges.id }).from(ticketRanges).where(unusedSince(now)).limit(1);

/** Closes a range that's unchanged since it was read. */
export const closeRange = (orm: Queryable, read: RangeRow, now: number) =>
  orm
    .update(ticketRanges)
    .set({ closedAt: now })
    .where(and(eq(ticketRanges.id, read.id), unchanged(ticketRanges, read)))
    .returning();

/** Voids the numbers of a range that no ticket has. */
export function voidingUnused(
  { series, first, last }: RangeRow,
  { date, now }: { date: CalendarDate; now: number },
): ConditionalWrite {
  const numbers = sql`with recursive numbers(number) as (select ${first} union all select number + 1 from numbers where number < ${last})`;
  return (orm, onlyIf) =>
    orm
      .insert(tickets)
      .select(
        sql`${numbers} select ${series}, number, null, 1, ${date}, ${now} from numbers where ${onlyIf ?? sql`true`}`,
      )
      .onConflictDoNothing({ target: [tickets.series, tickets.number] });
}
