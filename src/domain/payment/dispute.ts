import { type Cents, NO_CENTS } from '../money';

/**
 * The states of a dispute, with Stripe's names. An inquiry (`warning_…`) is only a question, and no
 * money is withdrawn.
 */
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

/** True if a dispute may change from one state to the other, or stays unchanged. */
export function disputeMayBecome(from: DisputeStatus, to: DisputeStatus): boolean {
  return from === to || FOLLOWS[from].includes(to);
}

/** States that need our response. */
export const DISPUTES_TO_ANSWER: readonly DisputeStatus[] = [
  'warning_needs_response',
  'needs_response',
  'appeal_needs_response',
];

/** Final states. */
const CLOSED_DISPUTES: readonly DisputeStatus[] = ['warning_closed', 'prevented', 'won', 'lost'];

/** States in which the bank hasn't decided. */
export const OPEN_DISPUTES = DISPUTE_STATUSES.filter((status) => !CLOSED_DISPUTES.includes(status));

/** True if the bank has decided, so a response is no longer possible. */
export const isDisputeClosed = (status: DisputeStatus) => CLOSED_DISPUTES.includes(status);
/** True if the bank is waiting for evidence. */
export const needsAnswer = (status: DisputeStatus) => DISPUTES_TO_ANSWER.includes(status);

const LOST: readonly DisputeStatus[] = ['lost', 'appeal_needs_response', 'appeal_under_review'];

/**
 * Returns the amount (cents) that a dispute removes from revenue: nothing until it's lost, and then
 * the withdrawn amount.
 *
 * @param dispute.withdrawnCents the amount that the bank has withdrawn and not returned
 */
export function lostCents(dispute: { status: DisputeStatus; withdrawnCents: Cents }): Cents {
  return LOST.includes(dispute.status) ? dispute.withdrawnCents : NO_CENTS;
}

/** True if a dispute prevents a refund, because the bank has withdrawn the money or will. */
export function blocksRefund(dispute: { status: DisputeStatus; refundable: boolean }): boolean {
  return !dispute.refundable && dispute.status !== 'won' && dispute.status !== 'prevented';
}
