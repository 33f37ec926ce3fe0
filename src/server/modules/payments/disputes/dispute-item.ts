import type { reviewItems } from '@/db/schema';
import { formatDollars } from '@/domain/money';
import { type DisputeStatus, isDisputeClosed } from '@/domain/payment/dispute';
import { disputeReasonText } from '@/domain/payment/dispute-texts';
import type { ReviewOutcome } from '@/domain/review/review';
import type { Deps } from '@/server/config/deps';
import { STRIPE } from '../charges/charge-outcome.usecases';
import type { DisputeRow } from './disputes.repository';

/**
 * Builds a dispute's review item. It stays open until the bank has decided, and then shows the
 * outcome.
 */
export function disputeItem(
  deps: Deps,
  dispute: DisputeRow,
  now: number,
): typeof reviewItems.$inferInsert {
  const { id, appointmentId, status } = dispute;
  const end = isDisputeClosed(status) ? (OUTCOMES[status] ?? 'closed') : null;
  return {
    id: deps.ids.next(),
    kind: 'dispute',
    appointmentId,
    reason: `The cardholder disputes ${formatDollars(dispute.amountCents)}: ${disputeReasonText(dispute.reason)}.`,
    payload: { disputeId: id },
    dedupeKey: `dispute:${id}`,
    state: end ? 'done' : 'open',
    outcome: end,
    note: null,
    doneBy: end && STRIPE.name,
    doneAt: end && now,
    createdAt: now,
  };
}

const OUTCOMES: Partial<Record<DisputeStatus, ReviewOutcome>> = { won: 'won', lost: 'lost' };
