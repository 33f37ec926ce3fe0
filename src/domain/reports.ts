import * as z from 'zod/mini';
import { calendarDate } from './booking/schemas';
import { addDays, addMonths, type CalendarDate, startOfMonth, startOfWeek } from './calendar';
import { REPORT_PERIODS, type ReportPeriod } from './report-periods';

/** The longest stretch of one report, in days. */
const MAX_DAYS = 1_100;
/** The first day of what is reported unless told: thirty days, twelve weeks or twelve months. */
const USUAL_START: Record<ReportPeriod, (end: CalendarDate) => CalendarDate> = {
  day: (end) => addDays(end, -29),
  week: (end) => startOfWeek(addDays(end, -77)),
  month: (end) => addMonths(startOfMonth(end), -11),
};

const date = calendarDate('Please give a date such as 2026-06-13.');

export const reportSchema = z
  .object({
    by: z._default(z.enum(REPORT_PERIODS, 'Please choose day, week or month.'), 'day'),
    from: z.nullish(date),
    to: z.nullish(date),
  })
  .check(
    z.refine(({ from, to }) => !from || !to || from <= to, {
      error: 'The last day must not be before the first.',
      path: ['to'],
    }),
    z.refine(({ from, to }) => !from || !to || to <= addDays(from, MAX_DAYS), {
      error: 'Please choose at most three years at once.',
      path: ['to'],
    }),
  );
export type ReportInput = z.infer<typeof reportSchema>;

/** The stretch a report covers; without an end it ends today. */
export function reportRange(
  { by, from, to }: ReportInput,
  today: CalendarDate,
): { from: CalendarDate; to: CalendarDate } {
  if (from) {
    const last = addDays(from, MAX_DAYS);
    return { from, to: to ?? (today < from ? from : today > last ? last : today) };
  }
  const end = to ?? today;
  return { from: USUAL_START[by](end), to: end };
}

/** What was delivered and what came of it. Cents, tenths of a gallon, bags. */
export type ReportFigures = {
  deliveries: number;
  /** Paid, less what was given back; whenever that was, it counts on the day of the delivery. */
  revenueCents: number;
  cardCents: number;
  cashCents: number;
  refundedCents: number;
  /** Delivered and not paid. */
  owedCents: number;
  regularGallonsTenths: number;
  premiumGallonsTenths: number;
  smallIceBags: number;
  largeIceBags: number;
  iceCents: number;
  failedCharges: number;
  failedCents: number;
};

export type ReportRow = ReportFigures & { from: CalendarDate; to: CalendarDate };

const NOTHING: ReportFigures = {
  deliveries: 0,
  revenueCents: 0,
  cardCents: 0,
  cashCents: 0,
  refundedCents: 0,
  owedCents: 0,
  regularGallonsTenths: 0,
  premiumGallonsTenths: 0,
  smallIceBags: 0,
  largeIceBags: 0,
  iceCents: 0,
  failedCharges: 0,
  failedCents: 0,
};

function plus(a: ReportFigures, b: ReportFigures): ReportFigures {
  const names = Object.keys(NOTHING) as (keyof ReportFigures)[];
  return Object.fromEntries(names.map((name) => [name, a[name] + b[name]])) as ReportFigures;
}

/**
 * Days added up to periods, in order, with the empty ones between. The first and the last period
 * reach no further than the range, so that what is shown is what was added up.
 */
export function foldReport(
  days: readonly (ReportFigures & { date: CalendarDate })[],
  by: ReportPeriod,
  range: { from: CalendarDate; to: CalendarDate },
): { rows: ReportRow[]; total: ReportFigures } {
  const sums = new Map<CalendarDate, ReportFigures>();
  for (const { date, ...figures } of days) {
    const start = startOf(date, by);
    sums.set(start, plus(sums.get(start) ?? NOTHING, figures));
  }
  const rows: ReportRow[] = [];
  for (let start = startOf(range.from, by); start <= range.to; start = next(start, by)) {
    const period = { from: start, to: addDays(next(start, by), -1) };
    if (period.from < range.from) period.from = range.from;
    if (period.to > range.to) period.to = range.to;
    rows.push({ ...period, ...(sums.get(start) ?? NOTHING) });
  }
  return { rows, total: rows.reduce<ReportFigures>(plus, NOTHING) };
}

function startOf(date: CalendarDate, by: ReportPeriod): CalendarDate {
  if (by === 'day') return date;
  return by === 'week' ? startOfWeek(date) : startOfMonth(date);
}

function next(start: CalendarDate, by: ReportPeriod): CalendarDate {
  if (by === 'month') return addMonths(start, 1);
  return addDays(start, by === 'week' ? 7 : 1);
}
