import { amountCell, BYTE_ORDER_MARK, type CsvCell, csvLine } from '@/domain/csv';
import { cents, formatGallons, gallonTenths } from '@/domain/money';
import {
  type PeriodFigures,
  REPORT_FIGURE_NAMES,
  REPORT_FIGURES,
  type ReportFigures,
} from '@/domain/reports';

/** The first line of the file of a report. */
export const REPORT_CSV_HEAD =
  BYTE_ORDER_MARK +
  csvLine(['From', 'To', ...REPORT_FIGURE_NAMES.map((name) => REPORT_FIGURES[name].label)]);

/** A period as a line of the file. */
export const reportCsvLine = (row: PeriodFigures): string =>
  csvLine([row.from, row.to, ...cells(row)]);

/** Its last line. */
export const totalCsvLine = (total: ReportFigures): string =>
  csvLine(['Total', '', ...cells(total)]);

/** A figure as a cell of the file: dollars and gallons as people say them. */
const CELLS = {
  count: (count: number) => count,
  cents: (amount: number) => amountCell(cents(amount)),
  tenths: (tenths: number) => formatGallons(gallonTenths(tenths)),
};

function cells(figures: ReportFigures): CsvCell[] {
  return REPORT_FIGURE_NAMES.map((name) => CELLS[REPORT_FIGURES[name].unit](figures[name]));
}
