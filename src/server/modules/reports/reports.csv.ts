import { amountCell, BYTE_ORDER_MARK, type CsvCell, csvLine } from '@/domain/csv';
import { cents, formatGallons, gallonTenths } from '@/domain/money';
import {
  type PeriodFigures,
  REPORT_FIGURE_NAMES,
  REPORT_FIGURES,
  type ReportFigures,
} from '@/domain/reports';

/** The header line of a report's file. */
export const REPORT_CSV_HEAD =
  BYTE_ORDER_MARK +
  csvLine(['From', 'To', ...REPORT_FIGURE_NAMES.map((name) => REPORT_FIGURES[name].label)]);

/** Formats a period as a CSV line. */
export const reportCsvLine = (row: PeriodFigures): string =>
  csvLine([row.from, row.to, ...cells(row)]);

/** Formats the last line, with the totals. */
export const totalCsvLine = (total: ReportFigures): string =>
  csvLine(['Total', '', ...cells(total)]);

/** Formats figures as CSV cells, with amounts in dollars and gallons. */
const CELLS = {
  count: (count: number) => count,
  cents: (amount: number) => amountCell(cents(amount)),
  tenths: (tenths: number) => formatGallons(gallonTenths(tenths)),
};

function cells(figures: ReportFigures): CsvCell[] {
  return REPORT_FIGURE_NAMES.map((name) => CELLS[REPORT_FIGURES[name].unit](figures[name]));
}
