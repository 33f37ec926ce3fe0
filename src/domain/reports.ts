import * as z from 'zod/mini';
import {
  addDays,
  addMonths,
  type CalendarDate,
  datesBetween,
  MAX_RANGE_DAYS,
  startOfMonth,
  startOfWeek,
} from './dates';
import { calendarDate, endsInOrder, spansAtMost } from './fields';
import type { Cents, GallonTenths } from './money';
import type { PriceLine } from './pricing/quote';
import { MONEY_DAYS, REPORT_PERIODS, type ReportPeriod } from './report-periods';

/** The default start of a report: 30 days, 12 weeks, or 12 months back. */
const USUAL_START: Record<ReportPeriod, (end: CalendarDate) => CalendarDate> = {
  day: (end) => addDays(end, -29),
  week: (end) => startOfWeek(addDays(end, -77)),
  month: (end) => addMonths(startOfMonth(end), -11),
};

const date = calendarDate();

export const reportSchema = z
  .object({
    by: z._default(z.enum(REPORT_PERIODS, 'Please choose day, week or month.'), 'day'),
    moneyOn: z._default(z.enum(MONEY_DAYS, 'Please choose delivered or moved.'), 'delivered'),
    from: z.nullish(date),
    to: z.nullish(date),
  })
  .check(endsInOrder, spansAtMost(MAX_RANGE_DAYS, 'Please choose at most three years at once.'));
export type ReportInput = z.infer<typeof reportSchema>;

/** A month, named by its first day. */
export const monthSchema = z.object({
  month: date.check(
    z.refine((day) => day.endsWith('-01'), 'Please name a month by its first day.'),
  ),
});

/** The range of days in a ledger export. Without one, it has all entries. */
export const ledgerExportSchema = z
  .object({ from: z.optional(date), to: z.optional(date) })
  .check(endsInOrder);
export type LedgerExport = z.infer<typeof ledgerExportSchema>;

/** Returns the range of a report. Without an end, it ends today. */
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

/**
 * The figures of a report with their headings and units, in the order of the CSV columns. Add a new
 * figure at the end, so existing columns keep their positions.
 */
export const REPORT_FIGURES = {
  deliveries: { label: 'Deliveries', unit: 'count' },
  /** Payments minus refunds and lost disputes. */
  revenueCents: { label: 'Revenue', unit: 'cents' },
  cardCents: { label: 'By card', unit: 'cents' },
  cashCents: { label: 'Cash', unit: 'cents' },
  refundedCents: { label: 'Refunded', unit: 'cents' },
  /** Delivered but not paid. */
  owedCents: { label: 'Owed', unit: 'cents' },
  regularGallonsTenths: { label: 'Gallons Regular', unit: 'tenths' },
  premiumGallonsTenths: { label: 'Gallons Premium', unit: 'tenths' },
  smallIceBags: { label: 'Small ice bags', unit: 'count' },
  largeIceBags: { label: 'Large ice bags', unit: 'count' },
  iceCents: { label: 'Ice sold', unit: 'cents' },
  failedCharges: { label: 'Failed charges', unit: 'count' },
  failedCents: { label: 'Failed amount', unit: 'cents' },
  /** Lost to cardholders in disputes. */
  disputedCents: { label: 'Lost in disputes', unit: 'cents' },
} as const satisfies Record<string, { label: string; unit: keyof Units }>;

type Units = { count: number; cents: Cents; tenths: GallonTenths };
export type ReportFigure = keyof typeof REPORT_FIGURES;
export const REPORT_FIGURE_NAMES = Object.keys(REPORT_FIGURES) as readonly ReportFigure[];

/** One value for each figure of a report. */
export type ReportFigures = { [F in ReportFigure]: Units[(typeof REPORT_FIGURES)[F]['unit']] };

/** Maps each price line to its own figure. Null means the line counts only toward revenue. */
export const REPORTED_LINES = {
  fuel: null,
  ice: 'iceCents',
  delivery: null,
} as const satisfies Record<PriceLine, ReportFigure | null>;

export type PeriodFigures = ReportFigures & { from: CalendarDate; to: CalendarDate };

/** Builds figures by calling a function for each one. */
function figures(of: (name: ReportFigure) => number): ReportFigures {
  return Object.fromEntries(REPORT_FIGURE_NAMES.map((name) => [name, of(name)])) as ReportFigures;
}

const NOTHING = figures(() => 0);

const add = (a: ReportFigures, b: Partial<ReportFigures>) =>
  figures((name) => a[name] + (b[name] ?? 0));

/**
 * Adds up days into periods, in order, including empty periods. A day may have several entries,
 * each with some of the figures. The first and last periods end at the range's limits, so each
 * row's dates match its sums.
 *
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
