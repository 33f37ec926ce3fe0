import * as z from 'zod/mini';
import {
  addDays,
  addMonths,
  type CalendarDate,
  datesBetween,
  daysBetween,
  MAX_RANGE_DAYS,
  startOfMonth,
  startOfWeek,
} from './dates';
import { calendarDate, endsInOrder, spansAtMost } from './fields';
import type { Cents, GallonTenths } from './money';
import type { PriceLine } from './pricing/quote';
import { MONEY_DAYS, REPORT_PERIODS, type ReportPeriod } from './report-periods';

/** The default start of a report: 30 days, 12 weeks, or 12 months including the last day. */
const USUAL_START: Record<ReportPeriod, (end: CalendarDate) => CalendarDate> = {
  day: (end) => addDays(end, -29),
  week: (end) => startOfWeek(addDays(end, -77)),
  month: (end) => addMonths(startOfMonth(end), -11),
};

const date = calendarDate();

export const reportSchema = z
  .object({
    by: z._default(z.enum(REPORT_PERIODS, 'Select day, week, or month.'), 'day'),
    moneyOn: z._default(z.enum(MONEY_DAYS, 'Select delivered or moved.'), 'delivered'),
    from: z.nullish(date),
    to: z.nullish(date),
  })
  .check(endsInOrder, spansAtMost(MAX_RANGE_DAYS, 'Select a range of 3 years or less.'));
export type ReportInput = z.infer<typeof reportSchema>;

/** A month, named by its first day. */
export const monthSchema = z.object({
  month: date.check(z.refine((day) => day.endsWith('-01'), 'Enter the first day of the month.')),
});

/** A month to close. `leavesDaysOpen` closes it although some of its days aren't closed. */
export const closeMonthSchema = z.extend(monthSchema, {
  leavesDaysOpen: z.optional(z.boolean('Select whether to close the month without these days.')),
});

/** The dates exported from the ledger, by when the money moved. Without any, all are exported. */
export const ledgerExportSchema = z
  .object({ from: z.optional(date), to: z.optional(date) })
  .check(endsInOrder);
export type LedgerExport = z.infer<typeof ledgerExportSchema>;

/** @returns the dates that a report covers; without an end it ends today */
export function reportRange(
  { by, from, to }: Omit<ReportInput, 'moneyOn'>,
  today: CalendarDate,
): { from: CalendarDate; to: CalendarDate } {
  if (from) {
    const last = addDays(from, MAX_RANGE_DAYS);
    return { from, to: to ?? (today < from ? from : today > last ? last : today) };
  }
  const end = to ?? today;
  return { from: USUAL_START[by](end), to: end };
}

/** Returns the equally long range before another one, which a report is compared with. */
export function rangeBefore({ from, to }: DateRange): DateRange {
  return { from: addDays(from, -daysBetween(from, to) - 1), to: addDays(from, -1) };
}

type DateRange = { from: CalendarDate; to: CalendarDate };

/**
 * The figures of a report with their headings and units, in the column order of the CSV file. Add new
 * ones at the end so existing columns don't move.
 */
export const REPORT_FIGURES = {
  deliveries: { label: 'Deliveries', unit: 'count' },
  /** Payments minus refunds and lost disputes. */
  revenueCents: { label: 'Revenue', unit: 'cents' },
  cardCents: { label: 'By card', unit: 'cents' },
  cashCents: { label: 'Cash', unit: 'cents' },
  refundedCents: { label: 'Refunded', unit: 'cents' },
  /** The unpaid balances of completed deliveries. */
  owedCents: { label: 'Owed', unit: 'cents' },
  regularGallonsTenths: { label: 'Regular gallons', unit: 'tenths' },
  premiumGallonsTenths: { label: 'Premium gallons', unit: 'tenths' },
  smallIceBags: { label: 'Small ice bags', unit: 'count' },
  largeIceBags: { label: 'Large ice bags', unit: 'count' },
  iceCents: { label: 'Ice sold', unit: 'cents' },
  failedCharges: { label: 'Failed charges', unit: 'count' },
  failedCents: { label: 'Failed amount', unit: 'cents' },
  /** Payments returned to cardholders in lost disputes. */
  disputedCents: { label: 'Lost in disputes', unit: 'cents' },
  /** Zero or negative. The deliveries' totals, and so the revenue, are already reduced by it. */
  discountCents: { label: 'Discounts', unit: 'cents' },
  /** The tax included in the totals of completed deliveries. */
  taxCents: { label: 'Tax included', unit: 'cents' },
} as const satisfies Record<string, { label: string; unit: keyof Units }>;

type Units = { count: number; cents: Cents; tenths: GallonTenths };
export type ReportFigure = keyof typeof REPORT_FIGURES;
export const REPORT_FIGURE_NAMES = Object.keys(REPORT_FIGURES) as readonly ReportFigure[];

/** One value for every figure of a report. */
export type ReportFigures = { [F in ReportFigure]: Units[(typeof REPORT_FIGURES)[F]['unit']] };

/** The report's figure for each price line, or null if the line only counts in the revenue. */
export const REPORTED_LINES = {
  fuel: null,
  ice: 'iceCents',
  delivery: null,
  discount: 'discountCents',
} as const satisfies Record<PriceLine, ReportFigure | null>;

export type PeriodFigures = ReportFigures & { from: CalendarDate; to: CalendarDate };

/** @returns all figures, each calculated by `of` */
function figures(of: (name: ReportFigure) => number): ReportFigures {
  return Object.fromEntries(REPORT_FIGURE_NAMES.map((name) => [name, of(name)])) as ReportFigures;
}

const NOTHING = figures(() => 0);

const add = (a: ReportFigures, b: Partial<ReportFigures>) =>
  figures((name) => a[name] + (b[name] ?? 0));

/**
 * Adds up days into periods, in order and including empty ones. A day may come in parts, each with
 * some of the figures. The first and last period are cut off at the range, so that their dates
 * match their sums.
 * @throws RangeError if the range is longer than `MAX_RANGE_DAYS`
 */
export function foldReport(
  days: readonly (Partial<ReportFigures> & { date: CalendarDate })[],
  by: ReportPeriod,
  range: { from: CalendarDate; to: CalendarDate },
): { rows: PeriodFigures[]; total: ReportFigures } {
  const sums = new Map<CalendarDate, ReportFigures>();
  for (const { date, ...ofDay } of days) {
    const start = startOf(date, by);
    sums.set(start, add(sums.get(start) ?? NOTHING, ofDay));
  }
  const byPeriod = Map.groupBy(datesBetween(range.from, range.to), (date) => startOf(date, by));
  const rows = [...byPeriod].map(([start, dates]) => ({
    from: dates[0] ?? start,
    to: dates.at(-1) ?? start,
    ...(sums.get(start) ?? NOTHING),
  }));
  return { rows, total: rows.reduce<ReportFigures>(add, NOTHING) };
}

function startOf(date: CalendarDate, by: ReportPeriod): CalendarDate {
  if (by === 'day') return date;
  return by === 'week' ? startOfWeek(date) : startOfMonth(date);
}
