import {
  and,
  asc,
  between,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNull,
  lt,
  max,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Queryable } from '@/db/client';
import { type Guard, insertRow } from '@/db/guarded-batch';
import {
  appointments,
  cashCounts,
  closedDays,
  deliveryEntries,
  driverReports,
  drivers,
  ledger,
  leftLoads,
  loads,
  reviewItems,
  truckCounts,
  truckDays,
} from '@/db/schema';
import { type CalendarDate, FIRST_DATE } from '@/domain/dates';
import type { Load } from '@/domain/driver/on-board';
import type { Cents } from '@/domain/money';

export type ClosedDayRow = typeof closedDays.$inferSelect;
export type TruckCountRow = typeof truckCounts.$inferSelect;
export type CashCountRow = typeof cashCounts.$inferSelect;

/** Later corrections per closed day, and stops per open one. Further ones are only counted. */
export const MOST_LISTED = 100;
/** The closed days among which we look for the one that a later correction is posted to: 27 years. */
const MOST_CLOSINGS = 10_000;
const CASH = ['cash', 'cash_back'] as const;

/** A query for the last day closed before a date, as a column of `closed_days`. */
const before = (date: CalendarDate, column: SQLiteColumn) =>
  sql`(select ${column} from ${closedDays} where ${closedDays.date} < ${date} order by ${closedDays.date} desc limit 1)`;

/** The first day whose own entries are posted to a date. Before the first close, it's only that day. */
const openFrom = (date: CalendarDate) =>
  sql`coalesce(date(${before(date, closedDays.date)}, '+1 day'), ${date})`;

/** The newest entry that earlier closed days include. Null before the first close. */
const lastDelivery = (date: CalendarDate) => before(date, closedDays.lastDelivery);
const lastLedger = (date: CalendarDate) => before(date, closedDays.lastLedger);

export const selectClosedDay = (orm: Queryable, date: CalendarDate) =>
  orm.select().from(closedDays).where(eq(closedDays.date, date));

/** Selects the last day closed before a date. */
export const selectClosedBefore = (orm: Queryable, date: CalendarDate) =>
  orm
    .select()
    .from(closedDays)
    .where(lt(closedDays.date, date))
    .orderBy(desc(closedDays.date))
    .limit(1);

/** Selects the last closed day. */
export const selectLastClosed = (orm: Queryable) =>
  orm
    .select({ date: closedDays.date, closedBy: closedDays.closedBy })
    .from(closedDays)
    .orderBy(desc(closedDays.date))
    .limit(1);

/** Selects a page of closed days, newest first. */
export const selectClosedDays = (orm: Queryable, { page, size }: { page: number; size: number }) =>
  orm
    .select()
    .from(closedDays)
    .orderBy(desc(closedDays.date))
    .limit(size)
    .offset((page - 1) * size);

export const countClosedDays = (orm: Queryable) => orm.select({ total: count() }).from(closedDays);

/** Selects the closed days from a date on, in order, to find where later entries are posted. */
export const selectClosingsFrom = (orm: Queryable, date: CalendarDate) =>
  orm
    .select({
      date: closedDays.date,
      lastDelivery: closedDays.lastDelivery,
      lastLedger: closedDays.lastLedger,
    })
    .from(closedDays)
    .where(gt(closedDays.date, date))
    .orderBy(asc(closedDays.date))
    .limit(MOST_CLOSINGS);

export const selectTruckCounts = (orm: Queryable, date: CalendarDate) =>
  orm.select().from(truckCounts).where(eq(truckCounts.date, date));

export const selectCashCounts = (orm: Queryable, date: CalendarDate) =>
  orm.select().from(cashCounts).where(eq(cashCounts.date, date));

export const selectDriverNames = (orm: Queryable) =>
  orm.select({ id: drivers.id, name: drivers.name }).from(drivers);

const LOAD_SUMS = {
  regularGallonsTenths: sql<
    Load['regularGallonsTenths']
  >`sum(${deliveryEntries.regularGallonsTenths})`,
  premiumGallonsTenths: sql<
    Load['premiumGallonsTenths']
  >`sum(${deliveryEntries.premiumGallonsTenths})`,
  smallIceBags: sql<number>`sum(${deliveryEntries.smallIceBags})`,
  largeIceBags: sql<number>`sum(${deliveryEntries.largeIceBags})`,
};

function selectDelivered(orm: Queryable, where: SQL | undefined) {
  const { driverId, truckId } = deliveryEntries;
  return (
    orm
      .select({ driverId, truckId, ...LOAD_SUMS })
      .from(deliveryEntries)
      .where(where)
      // The plus sign keeps SQLite from reading the whole index of the days in its order.
      .groupBy(sql`+${driverId}`, truckId)
  );
}

/** Selects what was delivered on the days since the last closed one, by driver and truck. */
export const selectOwnDelivered = (orm: Queryable, date: CalendarDate) =>
  selectDelivered(orm, between(deliveryEntries.deliveredOn, openFrom(date), sql`${date}`));

const isLateDelivery = (date: CalendarDate) =>
  // The plus sign makes SQLite start with the newest entries, which are few.
  and(
    gt(deliveryEntries.id, lastDelivery(date)),
    sql`+${deliveryEntries.deliveredOn} < ${openFrom(date)}`,
  );

/** Selects later corrections of closed days that are posted to a date, by driver and truck. */
export const selectLateDelivered = (orm: Queryable, date: CalendarDate) =>
  selectDelivered(orm, isLateDelivery(date));

/** Selects the loads that drivers entered for a date, and those of trucks that they have left. */
export const selectEnteredLoads = (orm: Queryable, date: CalendarDate) =>
  orm
    .select({
      driverId: loads.driverId,
      truckId: sql<number>`coalesce(${loads.truckId}, 0)`,
      ...loadColumns(loads),
    })
    .from(loads)
    .where(eq(loads.date, date))
    .unionAll(
      orm
        .select({
          driverId: leftLoads.driverId,
          truckId: sql<number>`${leftLoads.truckId}`,
          ...loadColumns(leftLoads),
        })
        .from(leftLoads)
        .where(eq(leftLoads.date, date)),
    );

const loadColumns = (table: typeof loads | typeof leftLoads) => ({
  regularGallonsTenths: table.regularGallonsTenths,
  premiumGallonsTenths: table.premiumGallonsTenths,
  smallIceBags: table.smallIceBags,
  largeIceBags: table.largeIceBags,
});

/** Selects the drivers who selected a truck for a date. */
export const selectTruckDrivers = (orm: Queryable, date: CalendarDate) =>
  orm.select({ driverId: truckDays.driverId }).from(truckDays).where(eq(truckDays.date, date));

function selectCash(orm: Queryable, where: SQL | undefined) {
  const driverId = sql<number>`coalesce(${appointments.driverId}, 0)`;
  return orm
    .select({ driverId, kind: ledger.kind, cents: sql<Cents>`sum(${ledger.grossCents})` })
    .from(ledger)
    .innerJoin(appointments, eq(appointments.id, ledger.appointmentId))
    .where(and(inArray(ledger.kind, [...CASH]), where))
    .groupBy(driverId, ledger.kind);
}

/** Selects the cash of the days since the last closed one, by driver. */
export const selectOwnCash = (orm: Queryable, date: CalendarDate) =>
  selectCash(orm, between(ledger.movedOn, openFrom(date), sql`${date}`));

const isLateCash = (date: CalendarDate) =>
  and(gt(ledger.id, lastLedger(date)), sql`+${ledger.movedOn} < ${openFrom(date)}`);

/** Selects the cash of closed days that's posted to a date because it was recorded later. */
export const selectLateCash = (orm: Queryable, date: CalendarDate) =>
  selectCash(orm, isLateCash(date));

function selectDeliveryLines(orm: Queryable, where: SQL | undefined) {
  const { id, deliveredOn, appointmentId } = deliveryEntries;
  return orm
    .select({
      id,
      appointmentId,
      date: deliveredOn,
      publicCode: appointments.publicCode,
      regularGallonsTenths: deliveryEntries.regularGallonsTenths,
      premiumGallonsTenths: deliveryEntries.premiumGallonsTenths,
      smallIceBags: deliveryEntries.smallIceBags,
      largeIceBags: deliveryEntries.largeIceBags,
    })
    .from(deliveryEntries)
    .innerJoin(appointments, eq(appointments.id, appointmentId))
    .where(where)
    .orderBy(asc(id))
    .limit(MOST_LISTED);
}

function selectCashLines(orm: Queryable, where: SQL | undefined) {
  const { id, movedOn, appointmentId, grossCents } = ledger;
  return orm
    .select({ id, appointmentId, date: movedOn, publicCode: appointments.publicCode, grossCents })
    .from(ledger)
    .innerJoin(appointments, eq(appointments.id, appointmentId))
    .where(and(inArray(ledger.kind, [...CASH]), where))
    .orderBy(asc(id))
    .limit(MOST_LISTED);
}

/** Selects the corrections of earlier closed days that are posted to an open date. */
export const selectLateDeliveries = (orm: Queryable, date: CalendarDate) =>
  selectDeliveryLines(orm, isLateDelivery(date));
export const selectLatePayments = (orm: Queryable, date: CalendarDate) =>
  selectCashLines(orm, isLateCash(date));

const ownLast = (date: CalendarDate, column: SQLiteColumn) =>
  sql`(select ${column} from ${closedDays} where ${closedDays.date} = ${date})`;

/** Selects the corrections of a closed date that were added after it was closed. */
export const selectDeliveriesAfter = (orm: Queryable, date: CalendarDate) =>
  selectDeliveryLines(
    orm,
    and(
      eq(deliveryEntries.deliveredOn, date),
      gt(deliveryEntries.id, ownLast(date, closedDays.lastDelivery)),
    ),
  );
export const selectPaymentsAfter = (orm: Queryable, date: CalendarDate) =>
  selectCashLines(
    orm,
    and(eq(ledger.movedOn, date), gt(ledger.id, ownLast(date, closedDays.lastLedger))),
  );

/** Selects the newest entries, which a closed day stores. */
export const selectNewestDelivery = (orm: Queryable) =>
  orm.select({ id: max(deliveryEntries.id) }).from(deliveryEntries);
export const selectNewestLedger = (orm: Queryable) =>
  orm.select({ id: max(ledger.id) }).from(ledger);

/** Selects the days in a range with deliveries, loads, or cash, in order. */
function selectBusyDays(
  orm: Queryable,
  { from, to, limit }: { from: SQL; to: CalendarDate; limit: number },
) {
  const within = (column: SQLiteColumn) => sql`${column} between ${from} and ${to}`;
  const days = sql`(
    select ${deliveryEntries.deliveredOn} as date from ${deliveryEntries} where ${within(deliveryEntries.deliveredOn)}
    union select ${loads.date} from ${loads} where ${within(loads.date)}
    union select ${leftLoads.date} from ${leftLoads} where ${within(leftLoads.date)}
    union select ${ledger.movedOn} from ${ledger} where ${within(ledger.movedOn)} and ${inArray(ledger.kind, [...CASH])})`;
  return orm
    .select({ date: sql<CalendarDate>`date`.as('date') })
    .from(sql`${days} as days`)
    .orderBy(sql`date`)
    .limit(limit);
}

/**
 * Selects the days of a range that come after the last closed day and aren't closed. None before the
 * first close.
 */
export const selectOpenDays = (
  orm: Queryable,
  { from = FIRST_DATE, to, limit }: { from?: CalendarDate; to: CalendarDate; limit: number },
) => {
  const afterLast = sql`(select max(date(max(${closedDays.date}), '+1 day'), ${from}) from ${closedDays})`;
  return selectBusyDays(orm, { from: afterLast, to, limit });
};

/** Selects the unfinished stops of a date. */
export const selectOpenStops = (orm: Queryable, date: CalendarDate) =>
  orm
    .select({
      id: appointments.id,
      publicCode: appointments.publicCode,
      driverName: drivers.name,
    })
    .from(appointments)
    .leftJoin(drivers, eq(drivers.id, appointments.driverId))
    .where(isOpenStop(date))
    .orderBy(asc(appointments.slotIndex), asc(appointments.id))
    .limit(MOST_LISTED);

export const countOpenStops = (orm: Queryable, date: CalendarDate) =>
  orm.select({ total: count() }).from(appointments).where(isOpenStop(date));

const isOpenStop = (date: CalendarDate) =>
  and(
    eq(appointments.date, date),
    inArray(appointments.status, ['pending', 'confirmed', 'scheduled', 'en_route']),
    isNull(appointments.holdExpiresAt),
  );

/** Counts unresolved driver reports. */
export const countReports = (orm: Queryable) =>
  orm.select({ total: count() }).from(driverReports).where(isNull(driverReports.resolvedAt));

/** Counts device actions that wait for a decision by staff. */
export const countRefusedActions = (orm: Queryable) =>
  orm
    .select({ total: count() })
    .from(reviewItems)
    .where(and(eq(reviewItems.state, 'open'), eq(reviewItems.kind, 'refused_action')));

const isOpen = (date: CalendarDate): Guard =>
  sql`not exists (select 1 from ${closedDays} where ${closedDays.date} >= ${date})`;

/** Saves a truck's count if its day is open and nobody saved another one. Returns a row if so. */
export function saveTruckCount(orm: Queryable, row: TruckCountRow) {
  const { date, key, version } = row;
  const saved = sql`(select ${truckCounts.version} from ${truckCounts} where ${truckCounts.date} = ${date} and ${truckCounts.key} = ${key})`;
  return insertRow(orm, truckCounts, row, {
    onlyIf: sql`${isOpen(date)} and coalesce(${saved}, 0) = ${version - 1}`,
  })
    .onConflictDoUpdate({ target: [truckCounts.date, truckCounts.key], set: row })
    .returning();
}

/** Saves a driver's cash if its day is open and nobody saved another amount. Returns a row if so. */
export function saveCashCount(orm: Queryable, row: CashCountRow) {
  const { date, driverId, version } = row;
  const saved = sql`(select ${cashCounts.version} from ${cashCounts} where ${cashCounts.date} = ${date} and ${cashCounts.driverId} = ${driverId})`;
  return insertRow(orm, cashCounts, row, {
    onlyIf: sql`${isOpen(date)} and coalesce(${saved}, 0) = ${version - 1}`,
  })
    .onConflictDoUpdate({ target: [cashCounts.date, cashCounts.driverId], set: row })
    .returning();
}

/** The facts on which a close depends. */
type Read = { before: CalendarDate | null; versions: number };

/** Closes a day, if no entry, count, or other close was added since it was read. */
export function insertClosedDay(orm: Queryable, row: ClosedDayRow, { before, versions }: Read) {
  const { date, lastDelivery, lastLedger } = row;
  const unchanged = [
    sql`(select max(${closedDays.date}) from ${closedDays}) is ${before}`,
    sql`coalesce((select max(${deliveryEntries.id}) from ${deliveryEntries}), 0) = ${lastDelivery}`,
    sql`coalesce((select max(${ledger.id}) from ${ledger}), 0) = ${lastLedger}`,
    sql`(select coalesce(sum(${truckCounts.version}), 0) from ${truckCounts} where ${truckCounts.date} = ${date})
      + (select coalesce(sum(${cashCounts.version}), 0) from ${cashCounts} where ${cashCounts.date} = ${date}) = ${versions}`,
  ];
  return insertRow(orm, closedDays, row, { onlyIf: sql.join(unchanged, sql` and `) }).returning();
}
