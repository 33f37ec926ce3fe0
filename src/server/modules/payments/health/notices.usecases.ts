import { type Restore, selectRestore } from '@/db/restore-mark';
import { DomainError } from '@/domain/errors';
import type { AnyCall } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';

/** What staff must know of this server before they trust its payments. */
export type Notices = {
  /** Production runs on Stripe's test keys: no card is charged. */
  testKeys: boolean;
  /** A restore after which charges and refunds wait; null where none does. */
  restore: Restore | null;
};

/** What the dashboard tells staff about this server. */
export async function readNotices({ deps }: AnyCall): Promise<Notices> {
  return { testKeys: deps.settings.hasTestKeys, restore: await readRestore(deps) };
}

/** The restore that was not reconciled yet; null where there is none. */
export async function readRestore(deps: Deps): Promise<Restore | null> {
  const [restore] = await selectRestore(deps.db.orm);
  return restore ?? null;
}

/**
 * Throws `conflict` while the books of a restore wait for a comparison with Stripe: what was
 * given back after the backup is not in them.
 */
export async function refuseWhileRestored(deps: Deps): Promise<void> {
  refuseRestore(await readRestore(deps));
}

/** The same of a restore that was read before. */
export function refuseRestore(restore: Restore | null | undefined): void {
  if (!restore) return;
  throw new DomainError(
    'conflict',
    'A backup was restored, so no money moves until its payments are compared with Stripe (bun run reconcile).',
  );
}
