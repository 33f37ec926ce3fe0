import type { DisputeStatus } from './dispute';

/** Labels for staff. They have a file of their own, so that no customer's page loads them. */
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

/** Why a cardholder disputes a payment, by Stripe's name for it. */
const REASON_TEXTS: Record<string, string> = {
  bank_cannot_process: 'their bank couldn’t process it',
  credit_not_processed: 'a promised refund didn’t arrive',
  customer_initiated: 'they want their money back',
  duplicate: 'they were charged twice',
  fraudulent: 'they didn’t make this payment',
  incorrect_account_details: 'the account details were wrong',
  insufficient_funds: 'the account didn’t have enough money',
  product_not_received: 'nothing was delivered',
  product_unacceptable: 'the delivery wasn’t as promised',
  subscription_canceled: 'they were charged after they cancelled',
  unrecognized: 'they don’t recognize this payment',
};

/** "they didn’t make this payment": the cardholder's reason. */
export function disputeReasonText(reason: string): string {
  return REASON_TEXTS[reason] ?? 'the bank gave no reason';
}
