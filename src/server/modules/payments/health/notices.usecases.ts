import { type Restore, selectRestore } from '@/db/restore-mark';
import { DomainError } from '@/domain/errors';
import type { AnyCall } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';

/** Warnings that staff must see before they trust this server's payments. */
export type Notices = {
  /** Production uses Stripe's test keys, so no card is charged. */
  testKeys: boolean;
  /** A restore that paused charges and refunds, or null. */
  restore: Restore | null;
};

/** Reads the warnings for the dashboard. */
export async function readNotices({ deps }: AnyCall): Promise<Notices> {
  return { testKeys: deps.settings.hasTestKeys, restore: await readRestore(deps) };
}

/** Returns the restore that isn't reconciled yet, or null. */
export async function readRestore(deps: Deps): Promise<Restore | null> {
  const [restore] = await selectRestore(deps.db.orm);
  return restore ?? null;
}

/**
 * Throws `conflict` until restored books have been compared with Stripe, because they lack the
 * refunds made after the backup.
 */
export async function refuseWhileRestored(deps: Deps): Promise<void> {
  refuseRestore(await readRestore(deps));
}

/** @throws `conflict` if this restore isn't reconciled yet */
export function refuseRestore(restore: Restore | null | undefined): void {
  if (!restore) return;
  throw new DomainError(
    'conflict',
    'A backup was restored, so charges and refunds are paused until payments are compared with Stripe (bun run reconcile).',
  );
}
