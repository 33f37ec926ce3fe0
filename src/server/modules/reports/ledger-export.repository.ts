import { asc, between, eq } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { appointments, ledger } from '@/db/schema';
import type { CalendarDate } from '@/domain/dates';

/** The entries of the ledger whose money moved in a stretch of days, in the order of those days. */
export function selectEntriesOfDays(orm: Queryable, first: CalendarDate, last: CalendarDate) {
  return orm
    .select({ entry: ledger, publicCode: appointments.publicCode })
    .from(ledger)
    .innerJoin(appointments, eq(appointments.id, ledger.appointmentId))
    .where(between(ledger.movedOn, first, last))
    .orderBy(asc(ledger.movedOn), asc(ledger.id));
}
export type ExportedEntry = Awaited<ReturnType<typeof selectEntriesOfDays>>[number];
