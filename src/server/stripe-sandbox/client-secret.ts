import { ApiError } from './errors';

type IntentNoun = 'PaymentIntent' | 'SetupIntent';

/** Where the browser's stand-in says how the customer's authentication ended, relative to the API's base. */
export const AUTHENTICATE_PATH = '/_sandbox/authenticate';

/** What an intent waiting for the customer carries; `sandbox_authenticate` is the stand-in's way back. */
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

/** Refuses a wrong secret, in the same words whether the intent exists or not. */
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

/** How Stripe names a failed authentication on either kind of intent. */
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
