import { amountCell, csvLine } from '@/domain/csv';
import { minus } from '@/domain/money';
import { LEDGER_KINDS } from '@/domain/payment/ledger';
import { type Closing, countsIn } from '@/domain/payment/months';
import type { ExportedEntry } from './ledger-export.repository';

/**
 * The header line of the ledger file. docs/ledger-csv.md explains each column. Add new columns at
 * the end, so that existing ones keep their position.
 */
export const LEDGER_CSV_HEAD = csvLine([
  'Date',
  'Kind',
  'Gross',
  'Fee',
  'Net',
  'Reference',
  'Description',
  'Appointment',
  'Delivered on',
  'Counts in',
  'Entry',
  'Tax',
]);

/** Formats an entry as a CSV line, with money in dollars, negative if it left us. */
export function ledgerCsvLine({ entry, publicCode }: ExportedEntry, closings: readonly Closing[]) {
  const { movedOn, kind, grossCents, feeCents, source, deliveredOn, taxCents, id } = entry;
  return csvLine([
    movedOn,
    kind,
    amountCell(grossCents),
    amountCell(feeCents),
    amountCell(minus(grossCents, feeCents)),
    source,
    LEDGER_KINDS[kind].label,
    publicCode,
    deliveredOn,
    countsIn(entry, closings).slice(0, 7),
    id,
    taxCents === null ? null : amountCell(taxCents),
  ]);
}
