import type Stripe from 'stripe';
import { type Context, find, idOf, newId } from './context';
import { refused } from './errors';
import type { DisputedAs } from './test-cards';

/** Stripe's fee for a dispute, in cents. */
const FEE_CENTS = 1_500;
/** The default time for the business's response, in seconds. */
const ANSWER_SECONDS = 9 * 86_400;

const EVIDENCE_FIELDS = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_communication',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'customer_signature',
  'duplicate_charge_documentation',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'receipt',
  'refund_policy',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'service_documentation',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_documentation',
  'shipping_tracking_number',
  'uncategorized_file',
  'uncategorized_text',
] as const satisfies (keyof Stripe.Dispute.Evidence)[];

/** A withdrawal from the business's balance (a negative amount) or a return to it. */
function balanceTransaction(
  context: Context,
  source: string,
  { amount, fee }: { amount: number; fee: number },
): Stripe.BalanceTransaction {
  const feeDetail = {
    amount: fee,
    application: null,
    currency: 'usd',
    description: 'Dispute fee',
    type: 'stripe_fee',
  };
  return {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: context.now,
    balance_type: 'payments',
    created: context.now,
    currency: 'usd',
    description: amount < 0 ? 'Chargeback withdrawal' : 'Chargeback reversal',
    exchange_rate: null,
    fee,
    fee_details: fee === 0 ? [] : [feeDetail],
    net: amount - fee,
    reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
    source,
    status: 'available',
    type: 'adjustment',
  };
}

/** The amount that the bank has withdrawn and not returned, in cents. */
export const withdrawnOf = (dispute: Stripe.Dispute): number =>
  -dispute.balance_transactions.reduce((sum, { amount }) => sum + amount, 0);

/** The reason and terms of a dispute, as set by the cardholder's bank. */
export interface Opening {
  reason: string;
  /** An inquiry asks first and withdraws no money. */
  inquiry: boolean;
  /** Cents. Default: the whole charge. */
  amount?: number | undefined;
  /** Seconds since 1970. */
  dueBy?: number | undefined;
}

/** Returns how one of Stripe's test cards opens a dispute. */
export const openingOf = (as: DisputedAs): Opening =>
  as === 'inquiry' ? { reason: 'fraudulent', inquiry: true } : { reason: as, inquiry: false };

/**
 * Opens a dispute on a paid charge, with its events. @throws Stripe's refusal for any other charge
 */
export function openDispute(
  context: Context,
  chargeId: string,
  { reason, inquiry, amount, dueBy }: Opening,
): Stripe.Dispute {
  const charge = find(context, 'charge', chargeId, 'charge');
  if (charge.status !== 'succeeded' || charge.disputed)
    throw refused(`Charge ${charge.id} cannot be disputed.`, { param: 'charge' });
  const id = newId('dp');
  const taken = amount ?? charge.amount_captured - charge.amount_refunded;
  const dispute: Stripe.Dispute = {
    id,
    object: 'dispute',
    amount: taken,
    balance_transactions: inquiry
      ? []
      : [balanceTransaction(context, id, { amount: -taken, fee: FEE_CENTS })],
    charge: charge.id,
    created: context.now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {
      ...noEvidence(),
      customer_email_address: charge.billing_details.email,
      customer_name: charge.billing_details.name,
    },
    evidence_details: {
      due_by: dueBy ?? context.now + ANSWER_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: 'manual',
    is_charge_refundable: inquiry,
    livemode: false,
    metadata: {},
    network_reason_code: inquiry ? null : '10.4',
    payment_intent: idOf(charge.payment_intent),
    payment_method_details: {
      type: 'card',
      card: {
        brand: charge.payment_method_details?.card?.brand ?? 'visa',
        case_type: inquiry ? 'inquiry' : 'chargeback',
        network: charge.payment_method_details?.card?.network ?? 'visa',
        network_reason_code: inquiry ? null : '10.4',
      },
    },
    reason,
    status: inquiry ? 'warning_needs_response' : 'needs_response',
  };
  context.store.insert('dispute', dispute, {
    customer: idOf(charge.customer),
    parent: idOf(charge.payment_intent),
  });
  context.store.update('charge', { ...charge, disputed: true });
  context.emit('charge.dispute.created', dispute);
  if (!inquiry) context.emit('charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

function noEvidence(): Stripe.Dispute.Evidence {
  const none = Object.fromEntries(EVIDENCE_FIELDS.map((name) => [name, null]));
  return {
    ...(none as Omit<Stripe.Dispute.Evidence, 'enhanced_evidence' | 'appeal'>),
    enhanced_evidence: {},
  };
}

/** Stores a dispute, with the events for the change. */
function saveDispute(
  context: Context,
  dispute: Stripe.Dispute,
  ...events: ('updated' | 'closed' | 'funds_withdrawn' | 'funds_reinstated')[]
): Stripe.Dispute {
  context.store.update('dispute', dispute);
  for (const event of events) context.emit(`charge.dispute.${event}`, dispute);
  return dispute;
}

/** The states to which the bank or the cardholder can move a dispute. */
export const DISPUTE_MOVES = ['escalated', 'under_review', 'won', 'lost'] as const;
export type DisputeMove = (typeof DISPUTE_MOVES)[number];

/**
 * Changes a dispute's state, with its balance transactions and events. A lost dispute can still be
 * won by an appeal.
 */
export function moveDispute(context: Context, id: string, move: DisputeMove): Stripe.Dispute {
  const before = find(context, 'dispute', id, 'dispute');
  const isInquiry = before.status.startsWith('warning_');
  const withdrawn = withdrawnOf(before);
  const moved = (amount: number, fee: number) => [
    ...before.balance_transactions,
    balanceTransaction(context, id, { amount, fee }),
  ];
  switch (move) {
    case 'escalated':
      if (!isInquiry) throw refused(`Dispute ${id} isn't an inquiry.`);
      return saveDispute(
        context,
        {
          ...before,
          status: 'needs_response',
          is_charge_refundable: false,
          balance_transactions: moved(-before.amount, FEE_CENTS),
        },
        'updated',
        'funds_withdrawn',
      );
    case 'under_review':
      return saveDispute(
        context,
        { ...before, status: isInquiry ? 'warning_under_review' : 'under_review' },
        'updated',
      );
    case 'won':
      if (withdrawn === 0)
        return saveDispute(
          context,
          { ...before, status: isInquiry ? 'warning_closed' : 'won' },
          'closed',
        );
      return saveDispute(
        context,
        { ...before, status: 'won', balance_transactions: moved(withdrawn, 0) },
        'funds_reinstated',
        'closed',
      );
    case 'lost':
      return saveDispute(context, { ...before, status: 'lost' }, 'closed');
  }
}
