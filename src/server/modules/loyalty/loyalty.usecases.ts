import type { Transaction } from '@/db/client';
import { LOYALTY_RULE, pointsFor } from '@/domain/account/loyalty';
import type { Cents } from '@/domain/money';
import type { UserCall } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { addPoints, findPoints } from './loyalty.repository';

export type LoyaltyView = {
  points: number;
  totalEarned: number;
  /** When points were last earned (ms); null before the first. */
  lastUpdated: number | null;
  rule: string;
};

/** The caller's points. */
export async function readLoyalty({ deps, actor }: UserCall): Promise<LoyaltyView> {
  const row = await findPoints(deps.db.orm, actor.userId);
  return {
    points: row?.points ?? 0,
    totalEarned: row?.totalEarned ?? 0,
    lastUpdated: row?.lastUpdated ?? null,
    rule: LOYALTY_RULE,
  };
}

/**
 * Points for a payment, in the write that records it: a charge succeeds once, so they are earned
 * once. A guest has no account to earn them in.
 */
export async function earnPoints(
  deps: Deps,
  tx: Transaction,
  input: { userId: string | null; paidCents: Cents },
): Promise<void> {
  const points = pointsFor(input.paidCents);
  if (!input.userId || points === 0) return;
  const at = deps.clock.now();
  await addPoints(tx, { id: deps.ids.next(), userId: input.userId, points, at });
}
