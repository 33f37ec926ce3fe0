import type { ConditionalWrite } from '@/db/guarded-batch';
import { LOYALTY_RULE, pointsFor } from '@/domain/account/loyalty';
import type { Cents } from '@/domain/money';
import type { AnyCall, UserCall } from '@/server/config/call';
import { addingPoints, findPoints } from './loyalty.repository';

export type LoyaltyView = {
  points: number;
  totalEarned: number;
  /** The time points were last earned (ms), or null if never. */
  lastUpdated: number | null;
  rule: string;
};

/** Returns the caller's points. */
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
 * Returns the statement that adds a payment's points, for the write that records it. A charge
 * succeeds once, so its points are earned once. Null for guests, who have no account, and for
 * payments too small for a point.
 */
export function earnPoints(
  { deps }: AnyCall,
  { userId, paidCents }: { userId: string | null; paidCents: Cents },
): ConditionalWrite | null {
  const points = pointsFor(paidCents);
  if (!userId || points === 0) return null;
  return addingPoints({ id: deps.ids.next(), userId, points, at: deps.clock.now() });
}
