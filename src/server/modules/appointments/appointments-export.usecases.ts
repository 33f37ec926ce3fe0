import { writeEntry } from '@/db/guarded-batch';
import type { AppointmentExport } from '@/domain/appointment/appointment.schema';
import { DomainError, MESSAGES } from '@/domain/errors';
import { worksIn } from '@/domain/staff/areas';
import type { Call } from '@/server/config/call';
import { audit } from '../audit/audit';
import { APPOINTMENT_CSV_HEAD, appointmentCsvLine } from './appointments.csv';
import { staffView } from './appointments.view';
import { type StaffCursor, staffRowsAfter } from './staff-lists.repository';

/** Number of appointments read at a time. */
const STRETCH = 500;

/**
 * Exports the appointments that match a filter as CSV lines, newest first. The export is itself
 * recorded in the audit log.
 *
 * @throws `forbidden` before the first line, unless the caller is an admin
 */
export function appointmentsCsv(call: Call, filter: AppointmentExport): AsyncGenerator<string> {
  if (!worksIn('exports', call.actor)) throw new DomainError('forbidden', MESSAGES.notAllowed);
  return csvLines(call, filter);
}

async function* csvLines(call: Call, input: AppointmentExport): AsyncGenerator<string> {
  const { deps } = call;
  await writeEntry(deps.db, audit(call, { action: 'export.appointments', after: input }));
  const { search, date, held } = input;
  const filter = {
    ...(search && { search, heldUntil: deps.clock.now() }),
    ...(date && { date }),
    includeHeld: held === 'true',
  };
  yield APPOINTMENT_CSV_HEAD;
  let cursor: StaffCursor | null = null;
  do {
    const stretch: Awaited<ReturnType<typeof staffRowsAfter>> = await staffRowsAfter(
      deps.db,
      filter,
      cursor,
      STRETCH,
    );
    yield stretch.rows
      .map((row) => appointmentCsvLine(staffView(row), deps.settings.timeZone))
      .join('');
    cursor = stretch.next;
  } while (cursor !== null);
}
