import { csvLine } from '@/domain/csv';
import { DomainError, SENTENCES } from '@/domain/errors';
import { formatGallons, toDollars } from '@/domain/money';
import type { ReportPeriod } from '@/domain/report-periods';
import {
  foldReport,
  type ReportFigures,
  type ReportInput,
  type ReportRow,
  reportRange,
} from '@/domain/reports';
import { type Actor, hasRole } from '@/domain/roles';
import { type Deps, todayOf } from '@/server/deps';
import { failuresByDate, figuresByDate } from './reports.repository';

export type Report = {
  by: ReportPeriod;
  from: string;
  to: string;
  rows: ReportRow[];
  total: ReportFigures;
};

/**
 * Revenue, gallons, ice, deliveries and failed charges by day, week or month of delivery. Refunds
 * are subtracted; test bookings count nowhere (D28, D32). Without dates it covers thirty days, twelve weeks or twelve months.
 */
export async function readReport({ deps }: { deps: Deps }, input: ReportInput): Promise<Report> {
  const today = todayOf(deps);
  const range = reportRange(input, today);
  const [figures, failures] = await Promise.all([
    figuresByDate(deps.db.orm, range.from, range.to),
    failuresByDate(deps.db.orm, range.from, range.to),
  ]);
  const failedOn = new Map(failures.map((failure) => [failure.date, failure]));
  const days = figures.map((day) => ({ ...day, ...(failedOn.get(day.date) ?? NO_FAILURES) }));
  return { by: input.by, ...range, ...foldReport(days, input.by, range) };
}

const NO_FAILURES = { failedCharges: 0, failedCents: 0 };

const CSV_HEAD = [
  'From',
  'To',
  'Deliveries',
  'Revenue',
  'By card',
  'Cash',
  'Refunded',
  'Owed',
  'Gallons Regular',
  'Gallons Premium',
  'Small ice bags',
  'Large ice bags',
  'Ice sold',
  'Failed charges',
  'Failed amount',
];

/** The same as a CSV file, the total in its last line. For staff alone. */
export async function reportCsv(
  { deps, actor }: { deps: Deps; actor: Actor },
  input: ReportInput,
): Promise<string> {
  if (!hasRole(actor, 'admin')) throw new DomainError('forbidden', SENTENCES.notAllowed);
  const { rows, total } = await readReport({ deps }, input);
  const lines = rows.map((row) => csvLine([row.from, row.to, ...cells(row)]));
  return [csvLine(CSV_HEAD), ...lines, csvLine(['Total', '', ...cells(total)])].join('');
}

function cells(figures: ReportFigures): (string | number)[] {
  const dollars = (cents: number) => toDollars(cents).toFixed(2);
  return [
    figures.deliveries,
    dollars(figures.revenueCents),
    dollars(figures.cardCents),
    dollars(figures.cashCents),
    dollars(figures.refundedCents),
    dollars(figures.owedCents),
    formatGallons(figures.regularGallonsTenths),
    formatGallons(figures.premiumGallonsTenths),
    figures.smallIceBags,
    figures.largeIceBags,
    dollars(figures.iceCents),
    figures.failedCharges,
    dollars(figures.failedCents),
  ];
}
