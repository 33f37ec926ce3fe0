import type { DisputeStatus } from './dispute';

/** Labels for staff. They're in a separate file so customers' pages don't load them. */
export const DISPUTE_STATUS_LABELS: Record<DisputeStatus, string> = {
  warning_needs_response: 'Inquiry: needs response',
  warning_under_review: 'Inquiry: under review',
  warning_closed: 'Inquiry closed',
  needs_response: 'Needs response',
  under_review: 'Under review',
  prevented: 'Prevented',
  won: 'Won',
  lost: 'Lost',
  appeal_needs_response: 'Lost, appeal available',
  appeal_under_review: 'Lost, appeal under review',
};

/** Stripe's dispute reasons in words. Each completes the sentence "The cardholder says …". */
const REASON_TEXTS: Record<string, string> = {
  bank_cannot_process: 'their bank couldn’t process it',
  credit_not_processed: 'a promised refund didn’t arrive',
  customer_initiated: 'they want their money back',
  duplicate: 'they were charged twice',
  fraudulent: 'they didn’t make this payment',
  incorrect_account_details: 'their bank account details were wrong',
  insufficient_funds: 'their bank account didn’t have enough money',
  product_not_received: 'nothing was delivered',
  product_unacceptable: 'the delivery wasn’t as promised',
  subscription_canceled: 'they were charged after they cancelled',
  unrecognized: 'they don’t recognize this payment',
};

/** @returns the cardholder's reason, such as "they didn’t make this payment" */
export function disputeReasonText(reason: string): string {
  return REASON_TEXTS[reason] ?? 'no reason was given';
}
