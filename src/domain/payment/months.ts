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

/** A calendar month of the business, named by its first day. */
export type Month = CalendarDate;

/** What the ledger entries of one kind come to on the day on which their money moved. */
export type KindSum = {
  date: CalendarDate;
  kind: LedgerKind;
  grossCents: Cents;
  feeCents: Cents;
};

/** A month whose figures stand, and the newest ledger entry that they are of. */
export type Closing = { month: Month; lastEntry: number };

/** The day behind a month. */
export const endOfMonth = (month: Month): CalendarDate => addDays(addMonths(month, 1), -1);

/**
 * The month in which an entry of the ledger counts: that of the day on which its money moved, or,
 * where that was closed before the entry was written, the next one that was not.
 *
 * @param closings in the order of their months
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
 * The month that can be closed next: the one behind the last closed one, or the first in which money
 * moved. Null where no money moved so far, or where that month is not over.
 */
export function closableMonth(
  { first, closings }: { first: CalendarDate | null; closings: readonly Closing[] },
  today: CalendarDate,
): Month | null {
  const next = firstOpenMonth(closings) ?? (first && startOfMonth(first));
  return next && endOfMonth(next) < today ? next : null;
}

/** Throws `conflict` unless the month is the one to be closed next. */
export function refuseUnlessClosable(month: Month, closable: Month | null): void {
  if (month === closable) return;
  throw new DomainError(
    'conflict',
    closable !== null && closable < month
      ? `Please close ${formatMonth(closable)} first.`
      : `${formatMonth(month)} is not over, or no money moved before it ended.`,
  );
}

/** The figures of a month or a day: those of the reports, and what Stripe kept. */
export type MonthFigures = LedgerFigures & {
  feeCents: Cents;
  /** The revenue less what Stripe kept. */
  netCents: Cents;
  /** What moved and is no revenue: strays, and disputed money while the bank decides. */
  otherCents: Cents;
};

/** The figures of a month or a day from the sums of its kinds, in cents. */
export function monthFigures(sums: readonly Omit<KindSum, 'date'>[]): MonthFigures {
  const figures = ledgerFigures(sums);
  const feeCents = plus(NO_CENTS, ...sums.map((sum) => sum.feeCents));
  const others = sums.filter(({ kind }) => LEDGER_KINDS[kind].revenue === null);
  return {
    ...figures,
    feeCents,
    netCents: minus(figures.revenueCents, feeCents),
    otherCents: plus(NO_CENTS, ...others.map((sum) => sum.grossCents)),
  };
}

/** The figures of each day, the first one first. */
export const figuresByDay = (sums: readonly KindSum[]) =>
  [...Map.groupBy(sums, ({ date }) => date)]
    .map(([date, ofDay]) => ({ date, ...monthFigures(ofDay) }))
    .toSorted((a, b) => (a.date < b.date ? -1 : 1));

/** The month behind the last closed one; null before any was closed. */
export function firstOpenMonth(closings: readonly Closing[]): Month | null {
  const last = closings.at(-1);
  return last ? addMonths(last.month, 1) : null;
}

/** The months from the first to the last, both included; none where the last comes before the first. */
export function monthsBetween(first: Month, last: Month): Month[] {
  const length = Math.max(0, monthsApart(first, last) + 1);
  return Array.from({ length }, (_, months) => addMonths(first, months));
}
