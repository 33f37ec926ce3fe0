import { type Cents, formatAmount } from './money';

/** Text that a spreadsheet would run as a formula, including full-width signs. */
const FORMULA = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

/** True if a spreadsheet would run the text as a formula. */
export const isFormula = (text: string): boolean => FORMULA.test(text);

/**
 * The mark at the start of files for people. Without it, Excel shows "Zoë" as "ZoÃ«". Files for
 * programs don't have it.
 */
export const BYTE_ORDER_MARK = '\uFEFF';

type Amount = { amount: string };
export type CsvCell = string | number | Amount | null | undefined;

/** Formats money as a number with two decimals. Negative amounts keep their sign. */
export const amountCell = (amount: Cents): Amount => ({ amount: formatAmount(amount) });

/**
 * Formats one line of a CSV file, including its line ending. Customers type names and notes, so
 * text that a spreadsheet would run as a formula is escaped with an apostrophe. Numbers are written
 * unchanged.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

function cellText(cell: CsvCell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'object') return cell.amount;
  const text = isFormula(cell) ? `'${cell}` : cell;
  // Some spreadsheets also split cells at these characters, or trim a leading space.
  return /[",;|'\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
