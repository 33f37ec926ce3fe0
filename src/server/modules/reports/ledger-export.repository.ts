import { and, asc, between, eq, gt, or } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { appointments, ledger } from '@/db/schema';
import type { CalendarDate } from '@/domain/dates';

/** Where an entry stands among those of the export. */
export type LedgerCursor = Pick<typeof ledger.$inferSelect, 'movedOn' | 'id'>;

/** The next entries of the ledger whose money moved up to a day, in the order of the days. */
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
