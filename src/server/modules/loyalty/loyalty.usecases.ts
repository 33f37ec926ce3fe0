import type { ConditionalWrite } from '@/db/guarded-batch';
import { LOYALTY_RULE, pointsFor } from '@/domain/account/loyalty';
import type { Cents } from '@/domain/money';
import type { AnyCall, UserCall } from '@/server/config/call';
import { addingPoints, findPoints } from './loyalty.repository';

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
 * The statement that adds the points of a payment, for the write that records it: a charge succeeds
 * once, so a customer earns its points once. Null for a guest, who has no account, and for a payment
 * too small for a point.
 */
export function earnPoints(
  { deps }: AnyCall,
  { userId, paidCents }: { userId: string | null; paidCents: Cents },
): ConditionalWrite | null {
  const points = pointsFor(paidCents);
  if (!userId || points === 0) return null;
  return addingPoints({ id: deps.ids.next(), userId, points, at: deps.clock.now() });
}
