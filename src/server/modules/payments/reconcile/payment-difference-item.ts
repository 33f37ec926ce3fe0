import type { reviewItems } from '@/db/schema';
import { formatDollars, minus } from '@/domain/money';
import type { PaymentDifference } from '@/domain/review/review';
import type { Deps } from '@/server/config/deps';
import type { PaymentIntentView } from '@/server/ports/payments/port';
import type { ChargeRow } from '../charges/charges.repository';

/** A difference that only a person can settle, for the queue of staff. `key` names its cause. */
export type ReviewDraft = {
  appointmentId: string;
  key: string;
  reason: string;
  /** What one press can settle; null where only looking helps. */
  settles: PaymentDifference | null;
};

/** A payment that a press can settle; null for one that was not made. */
export function paidDifference(
  about: PaymentDifference['about'],
  intent: PaymentIntentView,
  amountCents = minus(intent.amountReceivedCents, intent.refundedCents),
): PaymentDifference | null {
  return intent.status === 'succeeded' ? { about, paymentIntentId: intent.id, amountCents } : null;
}

/** A payment beside the one that settled the debt, or beside the cash: it is to be given back. */
export function secondPaymentLook(charge: ChargeRow, intent: PaymentIntentView): ReviewDraft {
  const { id } = intent;
  const { appointmentId } = charge;
  if (charge.paymentIntentId !== id) {
    return {
      appointmentId,
      key: `second:${id}`,
      reason: `This delivery was paid a second time at Stripe (${id}). Please refund that payment.`,
      settles: paidDifference('second', intent),
    };
  }
  if (charge.state === 'cash') {
    return {
      appointmentId,
      key: `cash-and-card:${id}`,
      reason: `This delivery was paid in cash and by card (${id}). Please give one of the two back.`,
      settles: paidDifference('cash_and_card', intent),
    };
  }
  return {
    appointmentId,
    key: `not-owed:${id}`,
    reason: `The customer paid by card (${id}) when nothing was owed anymore. Refund that payment.`,
    settles: paidDifference('second', intent),
  };
}

/** A payment of more than was owed: the customer paid while the debt was lowered. */
export function overpaidDraft(charge: ChargeRow, intent: PaymentIntentView): ReviewDraft {
  const paid = formatDollars(intent.amountReceivedCents);
  const more = formatDollars(minus(intent.amountReceivedCents, charge.amountCents));
  return {
    appointmentId: charge.appointmentId,
    key: `overpaid:${intent.id}`,
    reason: `${paid} was paid for ${formatDollars(charge.amountCents)} that was owed. Please refund ${more} of this delivery.`,
    settles: null,
  };
}

/** A difference among what needs attention, once. */
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
