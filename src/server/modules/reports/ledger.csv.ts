import { amountCell, csvLine } from '@/domain/csv';
import { minus } from '@/domain/money';
import { LEDGER_KINDS } from '@/domain/payment/ledger';
import { type Closing, countsIn } from '@/domain/payment/months';
import type { ExportedEntry } from './ledger-export.repository';

/**
 * The first line of the file of the ledger. docs/ledger-csv.md tells what each column means; a new one
 * stands last, so that the columns before it keep their places.
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
]);

/** An entry as a line of the file; money in dollars, with a minus where it left us. */
export function ledgerCsvLine({ entry, publicCode }: ExportedEntry, closings: readonly Closing[]) {
  const { movedOn, kind, grossCents, feeCents, source, deliveredOn, id } = entry;
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
  ]);
}
