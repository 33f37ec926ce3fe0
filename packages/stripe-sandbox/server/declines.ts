import type Stripe from 'stripe';
import type { ErrorBody } from './errors';
import type { Decline } from './test-cards';

/** Returns the body of the 402 for a decline. */
export function declineBody(decline: Decline): Omit<ErrorBody, 'type'> {
  return {
    code: decline.code,
    decline_code: decline.declineCode,
    message: decline.message,
    ...(decline.code === 'incorrect_cvc' ? { param: 'cvc' } : {}),
  };
}

/** Returns the decline in the format of `last_payment_error` and `last_setup_error`. */
export function lastError(decline: Decline, method: Stripe.PaymentMethod, charge?: string) {
  return {
    type: 'card_error' as const,
    code: decline.code,
    decline_code: decline.declineCode,
    doc_url: `https://stripe.com/docs/error-codes/${decline.code.replaceAll('_', '-')}`,
    message: decline.message,
    payment_method: method,
    ...(decline.code === 'incorrect_cvc' ? { param: 'cvc' } : {}),
    ...(charge ? { charge } : {}),
  };
}
