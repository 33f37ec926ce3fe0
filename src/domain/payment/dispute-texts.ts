import type { DisputeStatus } from './dispute';

/** What staff read of a dispute. A file of its own: no page of a customer loads it. */
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
