import { clearRestore, type Restore } from '@/db/restore-mark';
import type { AnyCall } from '@/server/config/call';
import { completeLedger } from '../../ledger/ledger.usecases';
import { readRestore } from '../health/notices.usecases';
import { type ReconcileReport, reconcile } from './reconcile.usecases';
import { lackedText } from './reconcile-ledger.usecases';

/**
 * Compares the books with Stripe as `reconcile` does, completes the ledger for all time, and
 * resumes payments after a restore. Throws if Stripe doesn't answer, and payments stay paused.
 *
 * @returns the report. `restore` is the one that ended, or null if there was none
 */
export async function reconcileRestore(
  call: AnyCall,
): Promise<ReconcileReport & { restore: Restore | null }> {
  const { deps } = call;
  const restore = await readRestore(deps);
  const lacked = await completeLedger(call, { since: 0 });
  const report = await reconcile(call);
  report.mended.unshift(...lacked.map(lackedText));
  if (!restore) return { ...report, restore: null };
  await clearRestore(deps.db);
  deps.log.warn('payments resume after a restore', { restoredAt: restore.restoredAt });
  return { ...report, restore };
}
