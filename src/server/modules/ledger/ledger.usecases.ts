import type { Queryable } from '@/db/client';
import type { Query } from '@/db/engine/queries';
import type { ConditionalWrite } from '@/db/guarded-batch';
import { offsetsOf } from '@/domain/time-zones';
import type { Deps, Settings } from '@/server/config/deps';
import {
  addMissingEntries,
  type Bookkeeping,
  beforeNewest,
  type LedgerEntry,
} from './ledger.repository';

/** The dependencies that the ledger needs. */
type LedgerCall = {
  deps: Pick<Deps, 'db' | 'clock' | 'log'> & { settings: Pick<Settings, 'zones'> };
};

/** No money moved before 2026, the year of the first release. */
const FIRST_MONEY = Date.UTC(2026, 0);

/**
 * Returns the statement that adds an appointment's missing ledger entries, for the write that
 * changes a charge, a refund, or a dispute. It must come after those statements in the batch,
 * because it compares the books with the existing entries.
 *
 * @param moved when a source's money moved (ms), if Stripe said so. Otherwise it's the time the
 *   books changed.
 */
export function ledgerEntries(
  { deps }: LedgerCall,
  appointmentId: string,
  moved: Iterable<readonly [source: string, at: number]> = [],
): ConditionalWrite {
  const bookkeeping = { ...bookkeepingOf(deps), scope: { appointmentId }, movedAt: new Map(moved) };
  return (orm, onlyIf) => addMissingEntries(orm, bookkeeping, onlyIf);
}

/** How far (ms) to look back before the newest entry. */
const OVERLAP_MS = 3 * 86_400_000;

/**
 * Adds the entries that the ledger lacks. Normally there are none, because each write of money adds
 * its own. It checks only changes since shortly before the newest entry, or all changes if there
 * are no entries. Repeating it adds nothing.
 *
 * @param since checks changes since this instant (ms) instead
 * @param also statements to write in the same batch
 * @returns the added entries
 */
export async function completeLedger(
  { deps }: LedgerCall,
  { since, also = () => [] }: { since?: number; also?: (orm: Queryable) => readonly Query[] } = {},
): Promise<LedgerEntry[]> {
  const { now, offsets } = bookkeepingOf(deps);
  // The entries' own times are used, so that a clock that was wrong once can't hide later changes.
  const changedSince = since ?? beforeNewest(deps.db.orm, OVERLAP_MS, now);
  const bookkeeping = { now, offsets, scope: { changedSince } };
  const [added] = await deps.db.batch(
    (orm) => [addMissingEntries(orm, bookkeeping), ...also(orm)] as const,
  );
  if (added.length > 0) deps.log.warn('the ledger was missing entries', { added: added.length });
  return added;
}

function bookkeepingOf({ clock, settings }: LedgerCall['deps']): Omit<Bookkeeping, 'scope'> {
  const now = clock.now();
  return { now, offsets: offsetsOf(settings.zones, FIRST_MONEY, now) };
}
