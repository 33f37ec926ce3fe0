import { type Cents, formatAmount } from './money';

/** What a spreadsheet would take for a formula, also written in full-width letters. */
const FORMULA = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

/** Begins a file for people: without it Excel shows "Zoë" as "ZoÃ«". Programs read the file without it. */
export const BYTE_ORDER_MARK = '\uFEFF';

type Amount = { amount: string };
export type CsvCell = string | number | Amount | null | undefined;

/** Money as a number with two decimals, also where it is less than 0. */
export const amountCell = (amount: Cents): Amount => ({ amount: formatAmount(amount) });

/**
 * One line of a CSV file, its line end included. A text that a spreadsheet would calculate gets an
 * apostrophe before it, because customers type names and notes; numbers stay numbers.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

function cellText(cell: CsvCell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'object') return cell.amount;
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  // Some spreadsheets also split at these, or drop a space at the beginning.
  return /[",;|'\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
