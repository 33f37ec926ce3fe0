import {
  addDays,
  addMonths,
  type CalendarDate,
  formatMonth,
  monthsApart,
  startOfMonth,
} from '../dates';
import { DomainError } from '../errors';
import { type Cents, minus, NO_CENTS, plus } from '../money';
import { LEDGER_KINDS, type LedgerFigures, type LedgerKind, ledgerFigures } from './ledger';

/** A calendar month in the business's time zone, named by its first day. */
export type Month = CalendarDate;

/** The sum of the ledger entries of one kind, by the day their money moved. */
export type KindSum = {
  date: CalendarDate;
  kind: LedgerKind;
  grossCents: Cents;
  feeCents: Cents;
  /** The tax in the gross. Missing in months that were closed before we recorded it. */
  taxCents?: Cents;
};

/** A closed month, and the newest ledger entry in its figures. */
export type Closing = { month: Month; lastEntry: number };

/** Returns the last day of a month. */
export const endOfMonth = (month: Month): CalendarDate => addDays(addMonths(month, 1), -1);

/**
 * Returns the month that a ledger entry counts in: the month its money moved, or the next open
 * month if that one was closed before the entry was added.
 *
 * @param closings closed months in order
 */
export function countsIn(
  { id, movedOn }: { id: number; movedOn: CalendarDate },
  closings: readonly Closing[],
): Month {
  const own = startOfMonth(movedOn);
  const passed = closings.filter(({ month, lastEntry }) => month >= own && lastEntry < id);
  const last = passed.at(-1);
  return last ? addMonths(last.month, 1) : own;
}

/**
 * Returns the next month that can be closed: the one after the last closed one, or the first with
 * any money movement. Null if no money moved yet or that month isn't over.
 */
export function closableMonth(
  { first, closings }: { first: CalendarDate | null; closings: readonly Closing[] },
  today: CalendarDate,
): Month | null {
  const next = firstOpenMonth(closings) ?? (first && startOfMonth(first));
  return next && endOfMonth(next) < today ? next : null;
}

/** Throws `conflict` unless this is the next month to close. */
export function refuseUnlessClosable(month: Month, closable: Month | null): void {
  if (month === closable) return;
  throw new DomainError(
    'conflict',
    closable !== null && closable < month
      ? `Please close ${formatMonth(closable)} first.`
      : `${formatMonth(month)} hasn’t ended, or no money moved before it ended.`,
  );
}

/** The figures of a month or a day: those of the reports, plus Stripe's fees. */
export type MonthFigures = LedgerFigures & {
  feeCents: Cents;
  /** Revenue minus Stripe's fees. */
  netCents: Cents;
  /** The tax that the revenue includes. */
  taxCents: Cents;
  /**
   * Money that moved but isn't revenue: stray payments, and disputed money until the bank decides.
   */
  otherCents: Cents;
};

/** Calculates the figures of a month or a day from the sums by kind, in cents. */
export function monthFigures(sums: readonly Omit<KindSum, 'date'>[]): MonthFigures {
  const figures = ledgerFigures(sums);
  const feeCents = plus(NO_CENTS, ...sums.map((sum) => sum.feeCents));
  const others = sums.filter(({ kind }) => LEDGER_KINDS[kind].revenue === null);
  return {
    ...figures,
    feeCents,
    netCents: minus(figures.revenueCents, feeCents),
    taxCents: plus(NO_CENTS, ...sums.map((sum) => sum.taxCents ?? NO_CENTS)),
    otherCents: plus(NO_CENTS, ...others.map((sum) => sum.grossCents)),
  };
}

/** Calculates the figures of each day, in order. */
export const figuresByDay = (sums: readonly KindSum[]) =>
  [...Map.groupBy(sums, ({ date }) => date)]
    .map(([date, ofDay]) => ({ date, ...monthFigures(ofDay) }))
    .toSorted((a, b) => (a.date < b.date ? -1 : 1));

/** Returns the month after the last closed one, or null if none was closed. */
export function firstOpenMonth(closings: readonly Closing[]): Month | null {
  const last = closings.at(-1);
  return last ? addMonths(last.month, 1) : null;
}

/**
 * Returns the months from `first` to `last`, both included. Returns an empty list if `last` is
 * earlier.
 */
export function monthsBetween(first: Month, last: Month): Month[] {
  const length = Math.max(0, monthsApart(first, last) + 1);
  return Array.from({ length }, (_, months) => addMonths(first, months));
}
