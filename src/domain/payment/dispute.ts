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

/** States in which the bank has not decided. */
export const OPEN_DISPUTES = DISPUTE_STATUSES.filter((status) => !CLOSED_DISPUTES.includes(status));

/** Whether the bank has decided, so that nothing can be answered any more. */
export const isDisputeClosed = (status: DisputeStatus) => CLOSED_DISPUTES.includes(status);
/** Whether the bank waits for evidence. */
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
