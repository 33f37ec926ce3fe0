/** One line of a CSV file. `line` is its first line in the file, from 1. */
export type CsvRow = { line: number; cells: string[] };

/** Why a text isn't a CSV file, with a message for people. */
export class CsvProblem extends Error {
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Reads a CSV file as spreadsheets write it (RFC 4180): separated by commas, semicolons, or tabs,
 * with quotes around text that has one of these or a line break. Blank lines are skipped.
 *
 * @param most stops after this many rows, so that a long file costs no more than a short one
 * @throws CsvProblem if a quote isn't closed
 */
export function csvRows(text: string, most: number): CsvRow[] {
  const from = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const separator = separatorOf(
    text.slice(from, (text.indexOf('\n', from) + 1 || text.length + 1) - 1),
  );
  const rows: CsvRow[] = [];
  let [line, at] = [1, from];
  while (at < text.length && rows.length < most) {
    const row = rowAt(text, at, { line, separator });
    if (row.cells.some((cell) => cell.trim() !== '')) rows.push({ line, cells: row.cells });
    [line, at] = [row.nextLine, row.next];
  }
  return rows;
}

/** The separator that's most frequent in the headings. */
function separatorOf(headings: string): string {
  const count = (separator: string) => headings.split(separator).length;
  return [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best));
}

function rowAt(
  text: string,
  start: number,
  { line, separator }: { line: number; separator: string },
) {
  const cells: string[] = [];
  let [at, nextLine] = [start, line];
  for (;;) {
    const cell = text[at] === '"' ? quotedAt(text, at, nextLine) : plainAt(text, at, separator);
    cells.push(cell.value);
    at = cell.end;
    nextLine += cell.value.split('\n').length - 1;
    // Text after a closing quote belongs to the cell, as spreadsheets read it.
    if (text[at] !== undefined && !isEnd(text[at], separator)) {
      const rest = plainAt(text, at, separator);
      cells[cells.length - 1] += rest.value;
      at = rest.end;
    }
    if (text[at] === separator) {
      at += 1;
      continue;
    }
    if (text[at] === '\r') at += 1;
    if (text[at] === '\n') at += 1;
    return { cells, next: at, nextLine: nextLine + 1 };
  }
}

const isEnd = (sign: string | undefined, separator: string) =>
  sign === separator || sign === '\n' || sign === '\r';

function plainAt(text: string, start: number, separator: string) {
  let end = start;
  while (end < text.length && !isEnd(text[end], separator)) end += 1;
  return { value: text.slice(start, end), end };
}

function quotedAt(text: string, start: number, line: number) {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  if (end === -1) throw new CsvProblem(line, 'A quotation mark isn’t closed.');
  return { value: text.slice(start + 1, end).replaceAll('""', '"'), end: end + 1 };
}
