import type { reviewItems } from '@/db/schema';
import { STUCK_CHARGE_MS } from '@/domain/policy';
import type { ReviewOutcome } from '@/domain/review/review';
import type { Deps } from '@/server/config/deps';
import { PaymentsRejected } from '@/server/ports/payments/port';
import { endingReviewItem } from '../../review/review.repository';
import type { ChargeRow } from './charges.repository';

/** True if a charge has waited too long for Stripe or the bank. */
export const isLate = ({ unansweredSince, updatedAt }: ChargeRow, now: number): boolean =>
  now - (unansweredSince ?? updatedAt) >= STUCK_CHARGE_MS;

const keyOf = ({ id, unansweredSince }: ChargeRow) => `charge_stuck:${id}:${unansweredSince}`;

/** Builds the review item for a stuck charge, with Stripe's reason and advice. */
export function stuckItem(
  deps: Deps,
  charge: ChargeRow,
  error: unknown,
): typeof reviewItems.$inferInsert {
  return {
    id: deps.ids.next(),
    kind: 'charge_stuck',
    appointmentId: charge.appointmentId,
    reason: `Stripe hasn’t settled this charge for 10 minutes. ${whyOf(error)} We’ll keep trying automatically. If the customer pays in cash, record the cash.`,
    dedupeKey: keyOf(charge),
    createdAt: deps.clock.now(),
  };
}

/** @param error the error of the last call to Stripe, or null if Stripe answered */
function whyOf(error: unknown): string {
  if (error === null)
    return 'Stripe has the payment but hasn’t confirmed or declined it. Look it up in Stripe.';
  return error instanceof PaymentsRejected
    ? `Stripe rejected our request: “${error.message}” Check the API key and the account in Stripe.`
    : 'Stripe isn’t responding. Check status.stripe.com.';
}

/** Ends the review item in the write that records the charge's outcome. Null if there is no item. */
export const endingStuckItem = (
  charge: ChargeRow,
  { outcome, doneBy, doneAt }: { outcome: ReviewOutcome; doneBy: string; doneAt: number },
) =>
  charge.unansweredSince === null
    ? null
    : endingReviewItem(keyOf(charge), { outcome, note: null, doneBy, doneAt });
