import { writeEntry } from '@/db/guarded-batch';
import { type CsvCell, csvLine } from '@/domain/csv';
import { DomainError, MESSAGES } from '@/domain/errors';
import { cents, formatGallons, gallonTenths, minus, NO_CENTS, toDollars } from '@/domain/money';
import type { ReportPeriod } from '@/domain/report-periods';
import {
  foldReport,
  REPORT_FIGURE_NAMES,
  REPORT_FIGURES,
  type ReportFigures,
  type ReportInput,
  type ReportRow,
  reportRange,
} from '@/domain/reports';
import { hasRole } from '@/domain/roles';
import type { AnyCall, Call } from '@/server/config/call';
import { todayOf } from '@/server/config/deps';
import { audit } from '../audit/audit';
import { cashByDate, failuresByDate, figuresByDate } from './reports.repository';

export type Report = {
  by: ReportPeriod;
  from: string;
  to: string;
  rows: ReportRow[];
  total: ReportFigures;
};

/**
 * Revenue, gallons, ice, deliveries and failed charges by day, week or month of delivery. Refunds
 * and lost disputes are subtracted; tests count nowhere (D28, D32). Without dates it covers thirty days, twelve weeks
 * or twelve months.
 */
export async function readReport({ deps }: AnyCall, input: ReportInput): Promise<Report> {
  const today = todayOf(deps);
  const range = reportRange(input, today);
  const [figures, cash, failures] = await Promise.all([
    figuresByDate(deps.db.orm, range.from, range.to),
    cashByDate(deps.db.orm, range.from, range.to),
    failuresByDate(deps.db.orm, range.from, range.to),
  ]);
  const failedOn = new Map(failures.map((failure) => [failure.date, failure]));
  const cashOn = new Map(cash.map(({ date, cashCents }) => [date, cashCents]));
  const days = figures.map((day) => {
    const cashCents = cashOn.get(day.date) ?? NO_CENTS;
    const cardCents = minus(day.revenueCents, cashCents);
    return { ...day, cardCents, cashCents, ...(failedOn.get(day.date) ?? NO_FAILURES) };
  });
  return { by: input.by, ...range, ...foldReport(days, input.by, range) };
}

const NO_FAILURES = { failedCharges: 0, failedCents: NO_CENTS };

const CSV_HEAD = ['From', 'To', ...REPORT_FIGURE_NAMES.map((name) => REPORT_FIGURES[name].label)];

/** The report as a CSV file, with the total in its last line. For admins. */
export async function reportCsv(call: Call, input: ReportInput): Promise<string> {
  if (!hasRole(call.actor, 'admin')) throw new DomainError('forbidden', MESSAGES.notAllowed);
  const { by, from, to, rows, total } = await readReport(call, input);
  await writeEntry(call.deps.db, audit(call, { action: 'export.report', after: { by, from, to } }));
  const lines = rows.map((row) => csvLine([row.from, row.to, ...cells(row)]));
  return [csvLine(CSV_HEAD), ...lines, csvLine(['Total', '', ...cells(total)])].join('');
}

/** A figure as a cell of the file: dollars and gallons as people say them. */
const CELLS = {
  count: (count: number) => count,
  cents: (amount: number) => toDollars(cents(amount)).toFixed(2),
  tenths: (tenths: number) => formatGallons(gallonTenths(tenths)),
};

function cells(figures: ReportFigures): CsvCell[] {
  return REPORT_FIGURE_NAMES.map((name) => CELLS[REPORT_FIGURES[name].unit](figures[name]));
}
