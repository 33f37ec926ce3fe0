import { DomainError } from '@/domain/errors';
import { type Cents, cents, formatDollars, NO_CENTS, plus } from '@/domain/money';
import { blocksRefund, isDisputeClosed } from '@/domain/payment/dispute';
import type { RefundState } from '@/domain/payment/refund';
import type { DisputeRow } from '../disputes/disputes.repository';
import type { Refundable, RefundPart, RefundRow } from './refunds.repository';

/** Adds up what can still be refunded. */
export const leftOf = (refundable: readonly Refundable[]): Cents =>
  plus(NO_CENTS, ...refundable.map(({ left }) => left));

/** Splits a refund among charges, in their order, up to what is left of each. */
export function partsOf(refundable: readonly Refundable[], amountCents: Cents): RefundPart[] {
  let open: number = amountCents;
  return refundable.flatMap(({ charge, left }) => {
    const part = cents(Math.min(open, left));
    open -= part;
    return part > 0 ? [{ charge, amountCents: part }] : [];
  });
}

/**
 * Returns the refunds of one request. The first has the request's own ID, which is also the
 * idempotency key at Stripe. Staff hand cash back themselves, so a cash refund has succeeded.
 */
export function refundRows(
  parts: readonly RefundPart[],
  { requestId, reason }: { requestId: string; reason: string },
  now: number,
): RefundRow[] {
  return parts.map(({ charge, amountCents }, index) => ({
    id: index === 0 ? requestId : `${requestId}:${charge.sequence}`,
    chargeId: charge.id,
    stripeRefundId: null,
    amountCents,
    state: charge.state === 'cash' ? 'succeeded' : 'due',
    reason: reason || null,
    errorMessage: null,
    createdAt: now,
    updatedAt: now,
  }));
}

/** Merges the refunds of one request into one, in the least advanced state. */
export function mergeRefundRows(rows: readonly RefundRow[]): RefundRow {
  const order: readonly RefundState[] = ['failed', 'due', 'pending', 'succeeded'];
  const [last] = rows.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  if (!last) throw new Error('a request without a refund');
  return { ...last, amountCents: plus(NO_CENTS, ...rows.map(({ amountCents }) => amountCents)) };
}

/** @throws `conflict` if a dispute has already taken the payment back */
export function refuseDisputed(
  parts: readonly Pick<RefundPart, 'charge'>[],
  disputes: readonly DisputeRow[],
) {
  const byCard = parts.filter(({ charge }) => charge.state !== 'cash');
  const dispute = disputes.find(
    (one) =>
      blocksRefund(one) &&
      byCard.some(({ charge }) => charge.paymentIntentId === one.paymentIntentId),
  );
  if (!dispute) return;
  throw new DomainError(
    'conflict',
    isDisputeClosed(dispute.status)
      ? 'The customer already got this money back from their bank, because the dispute was lost.'
      : 'This payment is disputed, and the customer’s bank has already taken the money back. Respond to the dispute or accept it. Don’t refund the payment.',
  );
}

/** The error `conflict`: there's no payment to refund. */
export const nothingPaid = () =>
  new DomainError('conflict', 'Nothing was paid for this delivery, so there’s nothing to refund.');

/**
 * The error `conflict`: an answer was lost, and staff then sent another amount. Refunding both
 * would be too much.
 */
export const recordedBefore = (amountCents: Cents) =>
  new DomainError(
    'conflict',
    `A refund of ${formatDollars(amountCents)} is already recorded. Check it before you make another one.`,
    { field: 'amount' },
  );

/** The error `conflict`: the amount is more than can be refunded. */
export function tooMuch(leftCents: Cents): DomainError {
  const sentence =
    leftCents > 0
      ? `You can refund up to ${formatDollars(leftCents)}.`
      : 'This payment is already fully refunded.';
  return new DomainError('conflict', sentence, { field: 'amount', details: { leftCents } });
}
