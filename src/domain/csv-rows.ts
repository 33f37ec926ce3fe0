import { CsvError, parse } from 'csv-parse/sync';

/** One row of a CSV file. `line` is its first line in the file, from 1. */
export type CsvRow = { line: number; cells: string[] };

/** The reason why a text isn't a CSV file. The message is meant for people. */
export class CsvProblem extends Error {
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Reads a CSV file as spreadsheets write it: separated by commas, semicolons, or tabs. Blank rows
 * are skipped.
 * @param most the number of rows after which reading stops, so that a long file takes no more time
 * than a short one
 * @throws CsvProblem if a quote isn't closed
 */
export function csvRows(text: string, most: number): CsvRow[] {
  const rows: CsvRow[] = [];
  let nextLine = 1;
  try {
    // The parser counts each character of a line ending in a cell as a line.
    parse(text.replaceAll(/\r\n?/g, '\n'), {
      bom: true,
      delimiter: separatorOf(text.slice(0, text.indexOf('\n') + 1 || undefined)),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      to: most,
      onRecord(cells: string[], { lines }) {
        // The parser returns the number of a row's last line.
        rows.push({ line: lines - cells.join('').split('\n').length + 1, cells });
        nextLine = lines + 1;
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError) || error.code !== 'CSV_QUOTE_NOT_CLOSED') throw error;
    throw new CsvProblem(nextLine, 'A quotation mark isn’t closed.');
  }
  return rows;
}

/** The separator that's most frequent in the headings. */
function separatorOf(headings: string): string {
  const count = (separator: string) => headings.split(separator).length;
  return [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best));
}
