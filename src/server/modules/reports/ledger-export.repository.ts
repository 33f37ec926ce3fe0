import { and, asc, between, eq, gt, or } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { appointments, ledger } from '@/db/schema';
import type { CalendarDate } from '@/domain/dates';

/** An entry's position in the export. */
export type LedgerCursor = Pick<typeof ledger.$inferSelect, 'movedOn' | 'id'>;

/** Selects the next ledger entries whose money moved up to a date, by date. */
export function selectEntriesAfter(
  orm: Queryable,
  { movedOn, id }: LedgerCursor,
  last: CalendarDate,
  limit: number,
) {
  return orm
    .select({ entry: ledger, publicCode: appointments.publicCode })
    .from(ledger)
    .innerJoin(appointments, eq(appointments.id, ledger.appointmentId))
    .where(
      and(
        between(ledger.movedOn, movedOn, last),
        or(gt(ledger.movedOn, movedOn), gt(ledger.id, id)),
      ),
    )
    .orderBy(asc(ledger.movedOn), asc(ledger.id))
    .limit(limit);
}
export type ExportedEntry = Awaited<ReturnType<typeof selectEntriesAfter>>[number];
