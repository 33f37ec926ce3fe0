import { writeEntry } from '@/db/guarded-batch';
import { addDays, type CalendarDate } from '@/domain/dates';
import { DomainError, MESSAGES } from '@/domain/errors';
import type { PriceBook } from '@/domain/pricing/price-book';
import type { LedgerExport } from '@/domain/reports';
import { worksIn } from '@/domain/staff/areas';
import { type DatedSale, salesByProduct } from '@/domain/tax/sales';
import type { Call } from '@/server/config/call';
import { audit } from '../audit/audit';
import { selectPriceBook } from '../pricing/price-book.repository';
import { productsOf } from './sale-products';
import { SALES_CSV_HEAD, salesCsvLine } from './sales.csv';
import {
  type SaleRow,
  selectFirstSale,
  selectLastSale,
  selectSales,
} from './sales-export.repository';

/** Number of days read at a time. A busy week has a few thousand deliveries. */
const DAYS = 7;

/**
 * Exports the sales by day and product as CSV lines (docs/sales-csv.md), a week at a time. With a
 * date range, only deliveries in it are included. The export is itself recorded in the audit log.
 * @throws `forbidden` before the first line, unless the caller may export
 */
export function salesCsv(call: Call, input: LedgerExport): AsyncGenerator<string> {
  if (!worksIn('exports', call.actor)) throw new DomainError('forbidden', MESSAGES.notAllowed);
  return csvLines(call, input);
}

async function* csvLines(call: Call, { from, to }: LedgerExport): AsyncGenerator<string> {
  const { deps } = call;
  await writeEntry(deps.db, audit(call, { action: 'export.sales', after: { from, to } }));
  const [[begun], [ended], book] = await deps.db.read((orm) => [
    selectFirstSale(orm),
    selectLastSale(orm),
    selectPriceBook(orm),
  ]);
  yield SALES_CSV_HEAD;
  if (!begun?.date || !ended?.date) return;
  const last = earlier(to ?? ended.date, ended.date);
  for (let day = later(from ?? begun.date, begun.date); day <= last; day = addDays(day, DAYS)) {
    const rows = await selectSales(deps.db.orm, day, earlier(addDays(day, DAYS - 1), last));
    yield salesByProduct(rows.map((row) => saleOf(row, book)))
      .map(salesCsvLine)
      .join('');
  }
}

function saleOf(row: SaleRow, book: PriceBook): DatedSale {
  return {
    date: row.date,
    tax: row.taxes,
    iceBags: row.smallIceBags + row.largeIceBags,
    products: productsOf(row, book, row.discount?.on ?? null),
  };
}

const later = (a: CalendarDate, b: CalendarDate) => (a > b ? a : b);
const earlier = (a: CalendarDate, b: CalendarDate) => (a < b ? a : b);
