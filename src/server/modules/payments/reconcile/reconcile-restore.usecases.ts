import { clearRestore, type Restore } from '@/db/restore-mark';
import type { AnyCall } from '@/server/config/call';
import { completeLedger } from '../../ledger/ledger.usecases';
import { readRestore } from '../health/notices.usecases';
import { type ReconcileReport, reconcile } from './reconcile.usecases';
import { lackedText } from './reconcile-ledger.usecases';

/**
 * Compares the books with Stripe, as `reconcile` does, adds what the ledger lacks of any age, and ends the
 * waiting after a restore. Where
 * Stripe does not answer it throws, and the waiting goes on.
 *
 * @returns the report; `restore` is the one that ended, null where none waited
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
  deps.log.warn('payments go on after a restore', { restoredAt: restore.restoredAt });
  return { ...report, restore };
}
