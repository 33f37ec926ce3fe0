import { writeEntry } from '@/db/guarded-batch';
import { type CsvCell, csvLine } from '@/domain/csv';
import { DomainError, MESSAGES } from '@/domain/errors';
import { cents, formatAmount, formatGallons, gallonTenths } from '@/domain/money';
import { ledgerFigures } from '@/domain/payment/ledger';
import type { MoneyDay, ReportPeriod } from '@/domain/report-periods';
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
import { failuresByDate, figuresByDate, moneyByDate } from './reports.repository';

export type Report = {
  by: ReportPeriod;
  moneyOn: MoneyDay;
  from: string;
  to: string;
  rows: ReportRow[];
  total: ReportFigures;
};

/**
 * Revenue, gallons, ice, deliveries and failed charges by day, week or month. Money counts on the day of
 * its delivery or on the one on which it moved, all else on the day of the delivery. Refunds and lost
 * disputes are subtracted; tests count nowhere (D28, D32). Without dates it covers thirty days, twelve
 * weeks or twelve months.
 */
export async function readReport({ deps }: AnyCall, input: ReportInput): Promise<Report> {
  const { by, moneyOn } = input;
  const range = reportRange(input, todayOf(deps));
  const [figures, money, failures] = await Promise.all([
    figuresByDate(deps.db.orm, range.from, range.to),
    moneyByDate(deps.db.orm, moneyOn, range.from, range.to),
    failuresByDate(deps.db.orm, range.from, range.to),
  ]);
  const earned = [...Map.groupBy(money, ({ date }) => date)].map(([date, sums]) => ({
    date,
    ...ledgerFigures(sums),
  }));
  return {
    by,
    moneyOn,
    ...range,
    ...foldReport([...figures, ...earned, ...failures], by, range),
  };
}

const CSV_HEAD = ['From', 'To', ...REPORT_FIGURE_NAMES.map((name) => REPORT_FIGURES[name].label)];

/** The report as a CSV file, with the total in its last line. For admins. */
export async function reportCsv(call: Call, input: ReportInput): Promise<string> {
  if (!hasRole(call.actor, 'admin')) throw new DomainError('forbidden', MESSAGES.notAllowed);
  const { rows, total, ...after } = await readReport(call, input);
  await writeEntry(call.deps.db, audit(call, { action: 'export.report', after }));
  const lines = rows.map((row) => csvLine([row.from, row.to, ...cells(row)]));
  return [csvLine(CSV_HEAD), ...lines, csvLine(['Total', '', ...cells(total)])].join('');
}

/** A figure as a cell of the file: dollars and gallons as people say them. */
const CELLS = {
  count: (count: number) => count,
  cents: (amount: number) => formatAmount(cents(amount)),
  tenths: (tenths: number) => formatGallons(gallonTenths(tenths)),
};

function cells(figures: ReportFigures): CsvCell[] {
  return REPORT_FIGURE_NAMES.map((name) => CELLS[REPORT_FIGURES[name].unit](figures[name]));
}
