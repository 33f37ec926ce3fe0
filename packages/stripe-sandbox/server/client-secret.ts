import { ApiError } from './errors';

type IntentNoun = 'PaymentIntent' | 'SetupIntent';

/**
 * The path to which the browser reports the result of an authentication, relative to the API's
 * base.
 */
export const AUTHENTICATE_PATH = '/_sandbox/authenticate';

/**
 * The `next_action` of an intent that requires authentication. The browser reports to
 * `sandbox_authenticate`.
 */
export function authenticationAction(intent: string): {
  type: 'use_stripe_sdk';
  use_stripe_sdk: Record<string, string>;
} {
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: {
      type: 'three_d_secure_redirect',
      source: intent,
      sandbox_authenticate: AUTHENTICATE_PATH,
    },
  };
}

/** Refuses a wrong secret. The message doesn't show whether the intent exists. */
export function checkClientSecret(
  noun: IntentNoun,
  expected: string | null | undefined,
  given: string | undefined,
): void {
  if (given !== undefined && expected && given === expected) return;
  throw new ApiError(
    400,
    {
      type: 'invalid_request_error',
      code:
        noun === 'PaymentIntent'
          ? 'payment_intent_invalid_parameter'
          : 'setup_intent_invalid_parameter',
      message: `The client_secret provided does not match any associated ${noun} on this account. Ensure the client_secret was not altered and that both keys belong to the same account.`,
      param: 'client_secret',
    },
    false,
  );
}

/** The error of Stripe for a failed authentication, for both kinds of intents. */
export function authenticationFailure(noun: IntentNoun) {
  return {
    type: 'invalid_request_error' as const,
    code:
      noun === 'PaymentIntent'
        ? ('payment_intent_authentication_failure' as const)
        : ('setup_intent_authentication_failure' as const),
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  };
}
