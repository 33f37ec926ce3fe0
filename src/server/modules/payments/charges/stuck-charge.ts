import type { reviewItems } from '@/db/schema';
import type { ReviewOutcome } from '@/domain/review/review';
import type { Deps } from '@/server/config/deps';
import { PaymentsRejected } from '@/server/ports/payments/port';
import { endingReviewItem } from '../../review/review.repository';
import type { ChargeRow } from './charges.repository';

/** How long (ms) Stripe may owe an answer to a charge before staff are told what to do. */
export const LATE_MS = 600_000;

/** Whether Stripe has owed an answer to a charge, or a decision of the bank, for too long. */
export const isLate = ({ unansweredSince, updatedAt }: ChargeRow, now: number): boolean =>
  now - (unansweredSince ?? updatedAt) >= LATE_MS;

const keyOf = ({ id, unansweredSince }: ChargeRow) => `charge_stuck:${id}:${unansweredSince}`;

/** A charge without an answer, for the queue of staff: what Stripe says, and what to do. */
export function stuckItem(
  deps: Deps,
  charge: ChargeRow,
  error: unknown,
): typeof reviewItems.$inferInsert {
  return {
    id: deps.ids.next(),
    kind: 'charge_stuck',
    appointmentId: charge.appointmentId,
    reason: `This charge has had no answer for 10 minutes. ${whyOf(error)} We try again every 30 seconds. If the customer pays in cash, record the cash.`,
    dedupeKey: keyOf(charge),
    createdAt: deps.clock.now(),
  };
}

/** @param error what the last call to Stripe met; null where it was answered */
function whyOf(error: unknown): string {
  if (error === null) return 'Stripe has the payment and hasn’t decided. Look it up at Stripe.';
  return error instanceof PaymentsRejected
    ? `Stripe refuses our request: “${error.message}” Check the key and the account at Stripe.`
    : 'Stripe doesn’t answer. Check status.stripe.com.';
}

/** Ends that item, in the write that gives the charge an answer; null where there is none. */
export const endingStuckItem = (
  charge: ChargeRow,
  { outcome, doneBy, doneAt }: { outcome: ReviewOutcome; doneBy: string; doneAt: number },
) =>
  charge.unansweredSince === null
    ? null
    : endingReviewItem(keyOf(charge), { outcome, note: null, doneBy, doneAt });
