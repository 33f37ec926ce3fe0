import type { Queryable } from '@/db/client';
import type { Query } from '@/db/engine/queries';
import type { ConditionalWrite } from '@/db/guarded-batch';
import { clockOffsets } from '@/domain/time';
import type { Deps, Settings } from '@/server/config/deps';
import {
  addMissingEntries,
  type Bookkeeping,
  beforeNewest,
  type LedgerEntry,
} from './ledger.repository';

/** What the ledger needs of a call. */
type LedgerCall = {
  deps: Pick<Deps, 'db' | 'clock' | 'log'> & { settings: Pick<Settings, 'timeZone'> };
};

/** No money moved before: the first release is of 2026. */
const FIRST_MONEY = Date.UTC(2026, 0);

/**
 * The statement that writes what moved of an appointment's money, for the write that changes a charge, a
 * refund or a dispute. It comes after those statements in the batch: it compares them with the entries
 * that are there.
 *
 * @param moved when money of a source moved (ms), where Stripe said so; otherwise it is when the books
 * were changed
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
 * Adds the entries that the ledger lacks. Normally there are none, because each write of money adds its own.
 * It only checks changes since shortly before the newest entry, or all of them if there is no entry.
 * Repeating it adds nothing.
 *
 * @param since look at what changed since this instant (ms) instead
 * @param also what is written with it
 * @returns the entries that it added
 */
export async function completeLedger(
  { deps }: LedgerCall,
  { since, also = () => [] }: { since?: number; also?: (orm: Queryable) => readonly Query[] } = {},
): Promise<LedgerEntry[]> {
  const { now, offsets } = bookkeepingOf(deps);
  // A clock that was wrong once must not hide what it wrote since.
  const changedSince = since ?? beforeNewest(deps.db.orm, OVERLAP_MS, now);
  const bookkeeping = { now, offsets, scope: { changedSince } };
  const [added] = await deps.db.batch(
    (orm) => [addMissingEntries(orm, bookkeeping), ...also(orm)] as const,
  );
  if (added.length > 0) deps.log.warn('the ledger lacked entries', { added: added.length });
  return added;
}

function bookkeepingOf({ clock, settings }: LedgerCall['deps']): Omit<Bookkeeping, 'scope'> {
  const now = clock.now();
  return { now, offsets: clockOffsets(settings.timeZone, FIRST_MONEY, now) };
}
