import { writeEntry } from '@/db/guarded-batch';
import { csvLine } from '@/domain/csv';
import { addDays, type CalendarDate } from '@/domain/dates';
import { DomainError, MESSAGES } from '@/domain/errors';
import { formatGallons } from '@/domain/money';
import type { LedgerExport } from '@/domain/reports';
import { worksIn } from '@/domain/staff/areas';
import { ticketNumber } from '@/domain/trucks/ticket';
import type { Call } from '@/server/config/call';
import { audit } from '../audit/audit';
import {
  type NumberRow,
  selectFirstTicket,
  selectLastTicket,
  selectTicketsBetween,
} from './tickets.repository';

/** Number of days read at a time. */
const DAYS = 7;

/** The only reason for a void number. */
const VOID_REASON = 'Reserved by a device and not used for 7 days';

const HEAD = csvLine([
  ...['Date', 'Ticket', 'State', 'Order', 'Truck', 'Meter'],
  ...['Gallons', 'Start reading', 'End reading', 'Reason'],
]);

/**
 * Exports all ticket numbers of a range of dates as CSV lines, a week at a time. Void numbers are in
 * it too, so the file shows that none is missing. The export is itself recorded in the audit log.
 *
 * @throws `forbidden` before the first line, unless the caller may export
 */
export function ticketsCsv(call: Call, input: LedgerExport): AsyncGenerator<string> {
  if (!worksIn('exports', call.actor)) throw new DomainError('forbidden', MESSAGES.notAllowed);
  return csvLines(call, input);
}

async function* csvLines(call: Call, { from, to }: LedgerExport): AsyncGenerator<string> {
  const { db } = call.deps;
  await writeEntry(db, audit(call, { action: 'export.tickets', after: { from, to } }));
  const [[first], [last]] = await db.read((orm) => [selectFirstTicket(orm), selectLastTicket(orm)]);
  yield HEAD;
  if (!first?.date || !last?.date) return;
  const begin = later(from ?? first.date, first.date);
  const end = earlier(to ?? last.date, last.date);
  for (let day = begin; day <= end; day = addDays(day, DAYS)) {
    const rows = await selectTicketsBetween(db.orm, day, earlier(addDays(day, DAYS - 1), end));
    yield rows.map(lineOf).join('');
  }
}

const later = (a: CalendarDate, b: CalendarDate) => (a > b ? a : b);
const earlier = (a: CalendarDate, b: CalendarDate) => (a < b ? a : b);

function lineOf({ date, isVoid, publicCode, ticket, ...numbered }: NumberRow): string {
  const readings = ticket?.readings;
  return csvLine([
    ...[date, ticketNumber(numbered), isVoid ? 'Void' : 'Delivered', publicCode],
    ...[ticket?.truckName ?? null, ticket?.meterSerial ?? null],
    ticket && formatGallons(ticket.gallonsTenths),
    readings ? formatGallons(readings.startTenths) : null,
    readings ? formatGallons(readings.endTenths) : null,
    isVoid ? VOID_REASON : null,
  ]);
}
