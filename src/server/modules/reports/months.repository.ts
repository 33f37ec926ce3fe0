import { and, asc, between, eq, gt, lte, max, min, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Queryable } from '@/db/client';
import { insertRow } from '@/db/guarded-batch';
import { appointments, closedMonths, ledger } from '@/db/schema';
import type { CalendarDate } from '@/domain/dates';
import type { Cents } from '@/domain/money';
import { endOfMonth, type Month } from '@/domain/payment/months';

const LAST_CLOSED = sql`(select max(${closedMonths.month}) from ${closedMonths})`;
/** The first day after the closed months. */
const OPEN_FROM = sql`coalesce(date(${LAST_CLOSED}, '+1 month'), '0001-01-01')`;

/** Selects the closed months in order, without their figures. */
export function selectClosings(orm: Queryable) {
  const { month, lastEntry } = closedMonths;
  return orm.select({ month, lastEntry }).from(closedMonths).orderBy(asc(month));
}

/** Selects the closed months in a range. */
export const selectClosed = (orm: Queryable, first: Month, last: Month) =>
  orm
    .select()
    .from(closedMonths)
    .where(between(closedMonths.month, first, last));

/** Selects the first date on which money moved, or null. */
export const selectFirstDay = (orm: Queryable) =>
  orm.select({ date: min(ledger.movedOn) }).from(ledger);

/** Selects the newest entry's ID, or null. */
export const selectNewestEntry = (orm: Queryable) =>
  orm.select({ id: max(ledger.id) }).from(ledger);

/** Selects the sums of entries by day and kind. */
function selectSums(
  orm: Queryable,
  where: SQL | undefined,
  date: SQL | SQLiteColumn = ledger.movedOn,
) {
  return orm
    .select({
      date: ledger.movedOn,
      kind: ledger.kind,
      grossCents: sql<Cents>`sum(${ledger.grossCents})`,
      feeCents: sql<Cents>`sum(${ledger.feeCents})`,
      taxCents: sql<Cents>`coalesce(sum(${ledger.taxCents}), 0)`,
    })
    .from(ledger)
    .where(where)
    .groupBy(date, ledger.kind);
}

/** Selects the sums by day in a range, after the closed months. */
export function selectOpenSums(orm: Queryable, first: CalendarDate, last: CalendarDate) {
  const from = sql`max(${first}, ${OPEN_FROM})`;
  return selectSums(orm, and(sql`${ledger.movedOn} >= ${from}`, lte(ledger.movedOn, last)));
}

/**
 * Selects the sums of money that moved in closed months but was recorded after the last month was
 * closed.
 */
export function selectLateSums(orm: Queryable) {
  const lastEntry = sql`(select ${closedMonths.lastEntry} from ${closedMonths} order by ${closedMonths.month} desc limit 1)`;
  // The plus sign makes SQLite start with the newest entries, which are few compared to all earlier
  // days.
  const movedOn = sql`+${ledger.movedOn}`;
  return selectSums(orm, and(gt(ledger.id, lastEntry), sql`${movedOn} < ${OPEN_FROM}`), movedOn);
}

/**
 * Selects a closed month's later adjustments: entries for its days that were written after it was
 * closed.
 */
export function selectLateEntries(orm: Queryable, month: Month, limit: number) {
  const lastEntry = sql`(select ${closedMonths.lastEntry} from ${closedMonths} where ${closedMonths.month} = ${month})`;
  const { id, movedOn, kind, grossCents, feeCents, source, writtenAt, appointmentId } = ledger;
  const entry = { id, movedOn, kind, grossCents, feeCents, source, writtenAt, appointmentId };
  return orm
    .select({ ...entry, publicCode: appointments.publicCode })
    .from(ledger)
    .innerJoin(appointments, eq(appointments.id, appointmentId))
    .where(and(gt(id, lastEntry), between(sql`+${movedOn}`, month, endOfMonth(month))))
    .orderBy(asc(id))
    .limit(limit);
}

/** Closes a month. Returns a row if the last closed month is still the one that was read. */
export function insertClosedMonth(
  orm: Queryable,
  row: typeof closedMonths.$inferInsert,
  last: Month | null,
) {
  return insertRow(orm, closedMonths, row, { onlyIf: sql`${LAST_CLOSED} is ${last}` }).returning();
}
