import type { reviewItems } from '@/db/schema';
import { formatDollars, minus } from '@/domain/money';
import type { PaymentDifference } from '@/domain/review/review';
import type { Deps } from '@/server/config/deps';
import type { PaymentIntentView } from '@/server/ports/payments/port';
import type { ChargeRow } from '../charges/charges.repository';

/**
 * A difference that only a person can settle, listed in Needs attention. `key` identifies its
 * cause.
 */
export type ReviewDraft = {
  appointmentId: string;
  key: string;
  reason: string;
  /** The difference that one click can settle, or null if there is none. */
  settles: PaymentDifference | null;
};

/** Returns a difference that one click can settle, or null if the payment didn't succeed. */
export function paidDifference(
  about: PaymentDifference['about'],
  intent: PaymentIntentView,
  amountCents = minus(intent.amountReceivedCents, intent.refundedCents),
): PaymentDifference | null {
  return intent.status === 'succeeded' ? { about, paymentIntentId: intent.id, amountCents } : null;
}

/**
 * Drafts the review item for a payment of a debt that another payment or cash had already settled.
 * It must be refunded.
 */
export function secondPaymentDraft(charge: ChargeRow, intent: PaymentIntentView): ReviewDraft {
  const { id } = intent;
  const { appointmentId } = charge;
  if (charge.paymentIntentId !== id) {
    return {
      appointmentId,
      key: `second:${id}`,
      reason: `This delivery was paid a second time in Stripe (${id}). Refund that payment.`,
      settles: paidDifference('second', intent),
    };
  }
  if (charge.state === 'cash') {
    return {
      appointmentId,
      key: `cash-and-card:${id}`,
      reason: `This delivery was paid in cash and by card (${id}). Refund one of the two.`,
      settles: paidDifference('cash_and_card', intent),
    };
  }
  return {
    appointmentId,
    key: `not-owed:${id}`,
    reason: `The customer paid by card (${id}) after the balance was settled. Refund that payment.`,
    settles: paidDifference('second', intent),
  };
}

/**
 * Drafts the review item for a payment that was too high because the debt was lowered while the
 * customer paid.
 */
export function overpaidDraft(charge: ChargeRow, intent: PaymentIntentView): ReviewDraft {
  const paid = formatDollars(intent.amountReceivedCents);
  const more = formatDollars(minus(intent.amountReceivedCents, charge.amountCents));
  return {
    appointmentId: charge.appointmentId,
    key: `overpaid:${intent.id}`,
    reason: `The customer paid ${paid} and owed ${formatDollars(charge.amountCents)}. Refund ${more} of this delivery.`,
    settles: null,
  };
}

/** Builds a difference's review item. */
export function differenceItem(
  deps: Deps,
  { appointmentId, key, reason, settles }: ReviewDraft,
): typeof reviewItems.$inferInsert {
  return {
    id: deps.ids.next(),
    kind: 'payment_difference',
    appointmentId,
    reason,
    payload: settles,
    dedupeKey: `payment:${key}`,
    createdAt: deps.clock.now(),
  };
}
