import { and, between, gte, min, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { appointments, charges, ledger, refunds } from '@/db/schema';
import type { CalendarDate } from '@/domain/dates';
import type { Cents } from '@/domain/money';
import { SETTLED_CHARGE_STATES } from '@/domain/payment/charge';
import { ledgerSource } from '@/domain/payment/ledger';
import { CORRECTION, REFUNDED_STATES } from '@/domain/payment/refund';
import { isSale, selectSales } from './sales-export.repository';

const listOf = (states: readonly string[]) =>
  sql`(${sql.join(
    states.map((one) => sql`${one}`),
    sql`, `,
  )})`;

/**
 * A subquery about a sale. In a select from one table, drizzle leaves out the tables' names, except
 * in nested SQL.
 */
const ofSale = (query: SQL) => sql<Cents>`${query}`;

/** The sum of a part of the sale's charges. */
const ofCharges = (amount: SQL, where: SQL) =>
  ofSale(
    sql`(select coalesce(sum(${amount}), 0) from ${charges} where ${charges.appointmentId} = ${appointments.id} and ${where})`,
  );

const IS_SETTLED = sql`${charges.state} in ${listOf(SETTLED_CHARGE_STATES)}`;

/** The sum of the refunds in these states that corrections of the sale made. */
const correctedBack = (states: readonly string[]) =>
  ofSale(
    sql`(select coalesce(sum(${refunds.amountCents}), 0) from ${charges} join ${refunds} on ${refunds.chargeId} = ${charges.id} where ${charges.appointmentId} = ${appointments.id} and ${refunds.id} like ${`${CORRECTION}%`} and ${refunds.state} in ${listOf(states)})`,
  );

/** Selects the completed deliveries in a range, with what was paid for each. */
export const selectJournalSales = (orm: Queryable, first: CalendarDate, last: CalendarDate) =>
  selectSales(orm, first, last, {
    receivedCents: ofCharges(
      sql`coalesce(${charges.receivedCents}, ${charges.amountCents})`,
      IS_SETTLED,
    ),
    unsettledCents: ofCharges(sql`${charges.amountCents}`, sql`not ${IS_SETTLED}`),
    correctedBackCents: correctedBack(REFUNDED_STATES),
    unsentBackCents: correctedBack(['due']),
  });

/** Selects the first date from `from` on with a completed delivery, or null. */
export const selectFirstSaleDate = (orm: Queryable, from: CalendarDate) =>
  orm
    .select({ date: min(appointments.date) })
    .from(appointments)
    .where(and(isSale, gte(appointments.date, from)));

/** Selects the first date from `from` on with an entry in the ledger, or null. */
export const selectEntryFrom = (orm: Queryable, from: CalendarDate) =>
  orm
    .select({ date: min(ledger.movedOn) })
    .from(ledger)
    .where(gte(ledger.movedOn, from));

/** Selects the sums of the money that moved in a range, by day and kind. */
export function selectLedgerSums(orm: Queryable, first: CalendarDate, last: CalendarDate) {
  const isCorrection = sql`${ledger.source} like ${`${ledgerSource('refund', CORRECTION)}%`}`;
  return orm
    .select({
      date: ledger.movedOn,
      kind: ledger.kind,
      isCorrection: isCorrection.mapWith(Boolean),
      grossCents: sql<Cents>`sum(${ledger.grossCents})`,
      feeCents: sql<Cents>`sum(${ledger.feeCents})`,
    })
    .from(ledger)
    .where(between(ledger.movedOn, first, last))
    .groupBy(ledger.movedOn, ledger.kind, isCorrection);
}
