import type { ConditionalWrite } from '@/db/guarded-batch';
import { clockOffsets } from '@/domain/time';
import type { AnyCall } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import {
  addMissingEntries,
  type Bookkeeping,
  hasEntries,
  type LedgerEntry,
} from './ledger.repository';

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
  { deps }: AnyCall,
  appointmentId: string,
  moved: Iterable<readonly [source: string, at: number]> = [],
): ConditionalWrite {
  const bookkeeping = { ...bookkeepingOf(deps), scope: { appointmentId }, movedAt: new Map(moved) };
  return (orm, onlyIf) => addMissingEntries(orm, bookkeeping, onlyIf);
}

/** How far back (ms) the job looks: longer than an upgrade takes. */
const RECENT_MS = 3 * 86_400_000;

/**
 * Adds what the ledger lacks of all that changed since an instant (ms), of the last days unless told:
 * what an older program writes beside this one during an upgrade. Repeating it adds nothing.
 *
 * @returns the entries that it added
 */
export async function completeLedger(
  { deps }: AnyCall,
  { changedSince = deps.clock.now() - RECENT_MS }: { changedSince?: number } = {},
): Promise<LedgerEntry[]> {
  const bookkeeping = { ...bookkeepingOf(deps), scope: { changedSince } };
  const added = await deps.db.write((orm) => addMissingEntries(orm, bookkeeping));
  if (added.length > 0) deps.log.warn('the ledger lacked entries', { added: added.length });
  return added;
}

/** Fills the ledger of a database from before there was one. Elsewhere it only looks. */
export async function beginLedger(call: AnyCall): Promise<void> {
  if (!(await hasEntries(call.deps.db.orm))) await completeLedger(call, { changedSince: 0 });
}

function bookkeepingOf({ clock, settings }: Deps): Omit<Bookkeeping, 'scope'> {
  const now = clock.now();
  return { now, offsets: clockOffsets(settings.timeZone, FIRST_MONEY, now) };
}
