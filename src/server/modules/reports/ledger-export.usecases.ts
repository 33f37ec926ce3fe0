import { writeEntry } from '@/db/guarded-batch';
import { type CalendarDate, startOfMonth } from '@/domain/dates';
import { DomainError, MESSAGES } from '@/domain/errors';
import { endOfMonth, monthsBetween } from '@/domain/payment/months';
import type { LedgerExport } from '@/domain/reports';
import { hasRole } from '@/domain/roles';
import type { Call } from '@/server/config/call';
import { todayOf } from '@/server/config/deps';
import { audit } from '../audit/audit';
import { LEDGER_CSV_HEAD, ledgerCsvLine } from './ledger.csv';
import { selectEntriesOfDays } from './ledger-export.repository';
import { selectClosings, selectFirstDay } from './months.repository';

/**
 * The entries of the ledger as the lines of a CSV file, for accounting software (docs/ledger-csv.md): all
 * of them, or those whose money moved in a stretch of days. Read a month at a time. For admins: throws
 * `forbidden` before the first line. The export is itself an audit entry.
 */
export function ledgerCsv(call: Call, input: LedgerExport): AsyncGenerator<string> {
  if (!hasRole(call.actor, 'admin')) throw new DomainError('forbidden', MESSAGES.notAllowed);
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
  for (const month of monthsBetween(startOfMonth(first), last)) {
    const days = [later(month, first), earlier(endOfMonth(month), last)] as const;
    const entries = await selectEntriesOfDays(deps.db.orm, ...days);
    yield entries.map((entry) => ledgerCsvLine(entry, closings)).join('');
  }
}

const later = (a: CalendarDate, b: CalendarDate) => (a > b ? a : b);
const earlier = (a: CalendarDate, b: CalendarDate) => (a < b ? a : b);
