import {
  ACCOUNT_FACTS,
  type AccountMap,
  JOURNAL_PROGRAMS,
  type JournalProgram,
} from '@/domain/accounting/accounts';
import { JOURNAL_BOOKS, type JournalEntry, type JournalLine } from '@/domain/accounting/journal';
import { amountCell, type CsvCell, csvLine } from '@/domain/csv';
import { minus, NO_CENTS } from '@/domain/money';

type Format = {
  /** The columns of the program's own template. */
  head: readonly string[];
  cells(entry: JournalEntry, line: JournalLine, map: AccountMap): CsvCell[];
};

const FORMATS: Record<JournalProgram, Format> = {
  quickbooks: {
    head: ['*JournalNo', '*JournalDate', '*AccountName', '*Debits', '*Credits', 'Description'],
    cells: ({ date, book }, { account, amountCents }, { accounts }) => [
      `${book.toUpperCase()}-${date}`,
      date,
      accounts[account].quickbooks,
      amountCents > 0 ? amountCell(amountCents) : null,
      amountCents < 0 ? amountCell(minus(NO_CENTS, amountCents)) : null,
      ACCOUNT_FACTS[account].label,
    ],
  },
  xero: {
    head: [
      ...['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate', '*Amount'],
      ...['TrackingName1', 'TrackingOption1', 'TrackingName2', 'TrackingOption2'],
    ],
    cells: ({ date, book }, { account, amountCents }, { accounts, xeroTaxRate }) => [
      `${JOURNAL_BOOKS[book]} ${date}`,
      date,
      ACCOUNT_FACTS[account].label,
      accounts[account].xero,
      xeroTaxRate,
      amountCell(amountCents),
      ...[null, null, null, null],
    ],
  },
};

/** The header lines. docs/journal.md explains each column. */
export const JOURNAL_CSV_HEADS = Object.fromEntries(
  JOURNAL_PROGRAMS.map((program) => [program, csvLine(FORMATS[program].head)]),
) as Record<JournalProgram, string>;

/** Formats a journal entry as CSV lines, one for each account. */
export function journalCsvLines(
  program: JournalProgram,
  entry: JournalEntry,
  map: AccountMap,
): string {
  return entry.lines.map((line) => csvLine(FORMATS[program].cells(entry, line, map))).join('');
}
