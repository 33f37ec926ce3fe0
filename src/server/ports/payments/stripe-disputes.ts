import type Stripe from 'stripe';
import { cents } from '@/domain/money';
import { DISPUTE_STATUSES, type DisputeStatus } from '@/domain/payment/dispute';
import type { DisputeView, PaymentsPort } from './port';
import { withPortErrors } from './stripe-errors';
import { idOf } from './stripe-views';

type Disputes = Pick<PaymentsPort, 'retrieveDispute' | 'listDisputes'>;

export function disputesAt(stripe: Stripe): Disputes {
  return {
    async retrieveDispute(id) {
      return disputeView(await withPortErrors(() => stripe.disputes.retrieve(id)));
    },

    async listDisputes({ since }) {
      const created = { gte: Math.floor(since / 1000) };
      const found = await withPortErrors(() =>
        stripe.disputes.list({ created, limit: 100 }).autoPagingToArray({ limit: 10_000 }),
      );
      return found.reverse().map(disputeView);
    },
  };
}

/**
 * We can't know the meaning of a status that Stripe adds later. So it counts as a state that staff look up in
 * Stripe.
 */
function statusOf({ status }: Stripe.Dispute): DisputeStatus {
  return DISPUTE_STATUSES.find((known) => known === status) ?? 'under_review';
}

function disputeView(dispute: Stripe.Dispute): DisputeView {
  const status = statusOf(dispute);
  const moved = dispute.balance_transactions;
  const sumOf = (field: 'amount' | 'fee') => moved.reduce((sum, one) => sum + one[field], 0);
  // If Stripe shows no movement of money for a lost dispute, the whole amount was lost.
  const assumed = status === 'lost' ? dispute.amount : 0;
  const { due_by: dueBy } = dispute.evidence_details;
  return {
    id: dispute.id,
    paymentIntentId: idOf(dispute.payment_intent),
    amountCents: cents(dispute.amount),
    reason: dispute.reason,
    status,
    withdrawnCents: cents(moved.length > 0 ? Math.max(0, -sumOf('amount')) : assumed),
    feeCents: cents(sumOf('fee')),
    movedAt: moved.length > 0 ? Math.max(...moved.map(({ created }) => created)) * 1000 : null,
    refundable: dispute.is_charge_refundable,
    dueBy: dueBy === null ? null : dueBy * 1000,
    openedAt: dispute.created * 1000,
  };
}
