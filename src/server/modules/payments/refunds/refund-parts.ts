import { DomainError } from '@/domain/errors';
import { type Cents, cents, formatDollars, NO_CENTS, plus } from '@/domain/money';
import { blocksRefund, isDisputeClosed } from '@/domain/payment/dispute';
import type { RefundState } from '@/domain/payment/refund';
import type { DisputeRow } from '../disputes/disputes.repository';
import type { Refundable, RefundPart, RefundRow } from './refunds.repository';

/** How much of all charges is left to be given back. */
export const leftOf = (refundable: readonly Refundable[]): Cents =>
  plus(NO_CENTS, ...refundable.map(({ left }) => left));

/** Of which charges an amount is given back, in their order; at most what is left of each. */
export function partsOf(refundable: readonly Refundable[], amountCents: Cents): RefundPart[] {
  let open: number = amountCents;
  return refundable.flatMap(({ charge, left }) => {
    const part = cents(Math.min(open, left));
    open -= part;
    return part > 0 ? [{ charge, amountCents: part }] : [];
  });
}

/**
 * The refunds of one request. The first has the request's own id, which is also the key at Stripe.
 * Staff hand cash back themselves, so a refund of cash is done.
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

/** The refunds of one request as one, in the state of the one that is furthest behind. */
export function mergeRefundRows(rows: readonly RefundRow[]): RefundRow {
  const order: readonly RefundState[] = ['failed', 'due', 'pending', 'succeeded'];
  const [last] = rows.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  if (!last) throw new Error('a request without a refund');
  return { ...last, amountCents: plus(NO_CENTS, ...rows.map(({ amountCents }) => amountCents)) };
}

/** Throws `conflict` for a payment that the bank of the cardholder takes back anyway. */
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
      ? 'The customer has this money back from their bank: the dispute was lost.'
      : 'This payment is disputed: the bank of the customer has taken it back. Answer the dispute, or let it be lost, instead of refunding it as well.',
  );
}

/** The error `conflict`: there is no payment to give back. */
export const nothingPaid = () =>
  new DomainError('conflict', 'Nothing was paid for this delivery, so nothing can be refunded.');

/** The error `conflict`: an answer was lost, and staff sent another amount. Both would be too much. */
export const recordedBefore = (amountCents: Cents) =>
  new DomainError(
    'conflict',
    `A refund of ${formatDollars(amountCents)} was recorded already. Look at it before asking for another.`,
    { field: 'amount' },
  );

/** The refusal of a refund of more than is left of what was paid. */
export function tooMuch(leftCents: Cents): DomainError {
  const sentence =
    leftCents > 0
      ? `At most ${formatDollars(leftCents)} can be refunded.`
      : 'Everything that was paid is refunded already.';
  return new DomainError('conflict', sentence, { field: 'amount', details: { leftCents } });
}
