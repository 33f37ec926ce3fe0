import { writeEntry } from '@/db/guarded-batch';
import type { CalendarDate } from '@/domain/dates';
import { DomainError, MESSAGES } from '@/domain/errors';
import type { LedgerExport } from '@/domain/reports';
import { worksIn } from '@/domain/staff/areas';
import type { Call } from '@/server/config/call';
import { todayOf } from '@/server/config/deps';
import { audit } from '../audit/audit';
import { LEDGER_CSV_HEAD, ledgerCsvLine } from './ledger.csv';
import {
  type ExportedEntry,
  type LedgerCursor,
  selectEntriesAfter,
} from './ledger-export.repository';
import { selectClosings, selectFirstDay } from './months.repository';

/** Number of entries read at a time, which is far below a database server's response limit. */
const PAGE = 5_000;

/**
 * Exports the ledger's entries as CSV lines for accounting software (docs/ledger-csv.md), one page
 * at a time. With a date range, only entries whose money moved in it are included. The export is
 * itself recorded in the audit log.
 * @throws `forbidden` before the first line, unless the caller is an admin
 */
export function ledgerCsv(call: Call, input: LedgerExport): AsyncGenerator<string> {
  if (!worksIn('exports', call.actor)) throw new DomainError('forbidden', MESSAGES.notAllowed);
  return csvLines(call, input);
}

async function* csvLines(call: Call, { from, to }: LedgerExport): AsyncGenerator<string> {
  const { deps } = call;
  await writeEntry(deps.db, audit(call, { action: 'export.ledger', after: { from, to } }));
  const [[begun], closings] = await deps.db.read((orm) => [
    selectFirstDay(orm),
    selectClosings(orm),
  ]);
  yield LEDGER_CSV_HEAD;
  if (!begun?.date) return;
  const today = todayOf(deps);
  const [first, last] = [later(from ?? begun.date, begun.date), earlier(to ?? today, today)];
  let cursor: LedgerCursor | undefined = { movedOn: first, id: 0 };
  while (cursor) {
    const entries: ExportedEntry[] = await selectEntriesAfter(deps.db.orm, cursor, last, PAGE);
    yield entries.map((entry) => ledgerCsvLine(entry, closings)).join('');
    cursor = entries[PAGE - 1]?.entry;
  }
}

const later = (a: CalendarDate, b: CalendarDate) => (a > b ? a : b);
const earlier = (a: CalendarDate, b: CalendarDate) => (a < b ? a : b);
