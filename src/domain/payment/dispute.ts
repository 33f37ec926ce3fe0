import { type Cents, NO_CENTS } from '../money';

/** The states of a dispute under Stripe's names; an inquiry (`warning_…`) asks first and takes no money. */
export const DISPUTE_STATUSES = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'needs_response',
  'under_review',
  'prevented',
  'won',
  'lost',
  'appeal_needs_response',
  'appeal_under_review',
] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

/** What staff read. */
export const DISPUTE_STATUS_LABELS: Record<DisputeStatus, string> = {
  warning_needs_response: 'The bank asks',
  warning_under_review: 'Answered, with the bank',
  warning_closed: 'The bank asked, and closed it',
  needs_response: 'Needs an answer',
  under_review: 'Answered, with the bank',
  prevented: 'Prevented',
  won: 'Won',
  lost: 'Lost',
  appeal_needs_response: 'Lost, and may be appealed',
  appeal_under_review: 'Lost, with an appeal at the bank',
};

const AFTER_APPEAL = ['appeal_under_review', 'won', 'lost'] as const;
const AFTER_ANSWER = ['prevented', 'won', 'lost', 'appeal_needs_response'] as const;
const AFTER_INQUIRY = [
  'warning_closed',
  'needs_response',
  'under_review',
  ...AFTER_ANSWER,
] as const;

const FOLLOWS: Record<DisputeStatus, readonly DisputeStatus[]> = {
  warning_needs_response: ['warning_under_review', ...AFTER_INQUIRY],
  warning_under_review: AFTER_INQUIRY,
  warning_closed: ['needs_response', 'under_review', ...AFTER_ANSWER],
  needs_response: ['under_review', ...AFTER_ANSWER],
  under_review: AFTER_ANSWER,
  prevented: [],
  won: ['lost', 'appeal_needs_response', 'appeal_under_review'],
  lost: ['won', 'appeal_needs_response', 'appeal_under_review'],
  appeal_needs_response: AFTER_APPEAL,
  appeal_under_review: ['won', 'lost'],
};

/** True when a dispute may go from one state to the other, or stays where it is. */
export function disputeMayBecome(from: DisputeStatus, to: DisputeStatus): boolean {
  return from === to || FOLLOWS[from].includes(to);
}

/** States that wait for our answer. */
export const DISPUTES_TO_ANSWER: readonly DisputeStatus[] = [
  'warning_needs_response',
  'needs_response',
  'appeal_needs_response',
];

/** States in which nothing is left to be done. */
const CLOSED_DISPUTES: readonly DisputeStatus[] = ['warning_closed', 'prevented', 'won', 'lost'];

export const isDisputeClosed = (status: DisputeStatus) => CLOSED_DISPUTES.includes(status);
export const needsAnswer = (status: DisputeStatus) => DISPUTES_TO_ANSWER.includes(status);

const LOST: readonly DisputeStatus[] = ['lost', 'appeal_needs_response', 'appeal_under_review'];

/**
 * What a dispute takes out of the revenue (cents): nothing before it is lost, and then what the bank
 * took and did not give back.
 *
 * @param dispute.withdrawnCents what the bank has now
 */
export function lostCents(dispute: { status: DisputeStatus; withdrawnCents: Cents }): Cents {
  return LOST.includes(dispute.status) ? dispute.withdrawnCents : NO_CENTS;
}

/**
 * True while a payment cannot be given back because of a dispute: the bank has taken it already, or
 * would.
 */
export function blocksRefund(dispute: { status: DisputeStatus; refundable: boolean }): boolean {
  return !dispute.refundable && dispute.status !== 'won' && dispute.status !== 'prevented';
}

/** Why a cardholder disputes, in words; the names are Stripe's. */
const REASON_TEXTS: Record<string, string> = {
  bank_cannot_process: 'their bank could not process it',
  credit_not_processed: 'a refund that was promised did not arrive',
  customer_initiated: 'they ask for the money back',
  duplicate: 'it was charged twice',
  fraudulent: 'they did not make this payment',
  incorrect_account_details: 'the account was wrong',
  insufficient_funds: 'the account was empty',
  product_not_received: 'nothing was delivered',
  product_unacceptable: 'what was delivered was not what was promised',
  subscription_canceled: 'it went on after it was cancelled',
  unrecognized: 'they do not recognise this payment',
};

/** "they did not make this payment": what the cardholder says. */
export function disputeReasonText(reason: string): string {
  return REASON_TEXTS[reason] ?? 'the bank gives no reason';
}
