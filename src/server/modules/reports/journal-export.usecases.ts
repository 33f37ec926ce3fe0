import { writeEntry } from '@/db/guarded-batch';
import { type AccountMap, accountMap, type JournalProgram } from '@/domain/accounting/accounts';
import type { JournalExport } from '@/domain/accounting/accounts.schema';
import { type JournalSale, paymentsEntry, salesEntry } from '@/domain/accounting/journal';
import { addDays, type CalendarDate, datesBetween } from '@/domain/dates';
import { DomainError, MESSAGES } from '@/domain/errors';
import { minus } from '@/domain/money';
import type { PriceBook } from '@/domain/pricing/price-book';
import { worksIn } from '@/domain/staff/areas';
import type { Call } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { todayOf } from '@/server/config/deps';
import { audit } from '../audit/audit';
import { selectPriceBook } from '../pricing/price-book.repository';
import { selectAccounts } from './accounts.repository';
import { JOURNAL_CSV_HEADS, journalCsvLines } from './journal.csv';
import {
  selectEntryFrom,
  selectFirstSaleDate,
  selectJournalSales,
  selectLedgerSums,
} from './journal-export.repository';
import { selectFirstDay } from './months.repository';
import { productsOf } from './sale-products';
import { selectFirstSale, selectLastSale } from './sales-export.repository';

/** Number of days read at a time. A busy month has a few thousand deliveries. */
const DAYS = 31;

/**
 * Exports the double-entry journal as CSV lines for one program (docs/journal.md), a month
 * at a time. With a date range, only its days are included. The export is itself recorded in the audit
 * log.
 * @throws `forbidden` before the first line, unless the caller may export
 */
export function journalCsv(call: Call, input: JournalExport): AsyncGenerator<string> {
  if (!worksIn('exports', call.actor)) throw new DomainError('forbidden', MESSAGES.notAllowed);
  return csvLines(call, input);
}

async function* csvLines(call: Call, input: JournalExport): AsyncGenerator<string> {
  const { deps } = call;
  const { program, from, to } = input;
  await writeEntry(
    deps.db,
    audit(call, { action: 'export.journal', after: { program, from, to } }),
  );
  const [[sold], [moved], [lastSale], [saved], book] = await deps.db.read((orm) => [
    selectFirstSale(orm),
    selectFirstDay(orm),
    selectLastSale(orm),
    selectAccounts(orm),
    selectPriceBook(orm),
  ]);
  yield JOURNAL_CSV_HEADS[program];
  const today = todayOf(deps);
  const begun = earlier(sold?.date ?? today, moved?.date ?? today);
  const ended = later(lastSale?.date ?? today, today);
  const last = earlier(to ?? ended, ended);
  const facts = { program, book, map: accountMap(saved?.accounts ?? null) };
  let day: CalendarDate | null = later(from ?? begun, begun);
  while (day !== null && day <= last) {
    const { lines, next } = await readDays(deps, facts, day, earlier(addDays(day, DAYS - 1), last));
    yield lines;
    day = next;
  }
}

type Facts = { program: JournalProgram; book: PriceBook; map: AccountMap };

/** Returns the lines of a range, and the first date after it that has any. */
async function readDays(
  { db }: Deps,
  { program, book, map }: Facts,
  first: CalendarDate,
  last: CalendarDate,
): Promise<{ lines: string; next: CalendarDate | null }> {
  const [rows, sums, [sale], [entry]] = await db.read((orm) => [
    selectJournalSales(orm, first, last),
    selectLedgerSums(orm, first, last),
    selectFirstSaleDate(orm, addDays(last, 1)),
    selectEntryFrom(orm, addDays(last, 1)),
  ]);
  const sales = Map.groupBy(
    rows.map((row) => saleOf(row, book)),
    ({ date }) => date,
  );
  const payments = Map.groupBy(sums, ({ date }) => date);
  const lines = datesBetween(first, last)
    .flatMap((date) => [
      salesEntry(date, sales.get(date) ?? []),
      paymentsEntry(date, payments.get(date) ?? []),
    ])
    .map((entry) => journalCsvLines(program, entry, map))
    .join('');
  const [next = null] = [sale?.date, entry?.date].filter((date) => date != null).sort();
  return { lines, next };
}

type Row = Awaited<ReturnType<typeof selectJournalSales>>[number];

function saleOf(row: Row, book: PriceBook): JournalSale {
  const { receivedCents, correctedBackCents, unsettledCents, unsentBackCents } = row;
  return {
    date: row.date,
    products: productsOf(row, book, null),
    discountCents: row.discountCents,
    tax: row.taxes,
    payments: {
      receivedCents,
      correctedBackCents,
      openCents: minus(unsettledCents, unsentBackCents),
    },
  };
}

const later = (a: CalendarDate, b: CalendarDate) => (a > b ? a : b);
const earlier = (a: CalendarDate, b: CalendarDate) => (a < b ? a : b);
