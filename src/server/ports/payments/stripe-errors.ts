import Stripe from 'stripe';
import { isMissing, PaymentsRejected, PaymentsUnreachable } from './port';

/** True if Stripe's answer doesn't show whether anything happened. */
function isUnknown(error: InstanceType<typeof Stripe.errors.StripeError>): boolean {
  const status = error.statusCode;
  // No status means that the connection failed, the body was cut off, or it wasn't JSON.
  return status === undefined || status === 409 || status === 429 || status >= 500;
}

/** Converts the SDK's error to the port's. Other errors are our bugs and stay unchanged. */
export function translated(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  if (isUnknown(error)) {
    return new PaymentsUnreachable(`Stripe returned no usable answer: ${error.message}`, {
      cause: error,
    });
  }
  const code = error.code ?? null;
  // With the key of another account, all our objects are missing. So a missing object isn't final.
  const isFinal = error.statusCode === 400 && code !== 'resource_missing';
  return new PaymentsRejected(error.message, code, { cause: error, isFinal });
}

/** Runs one SDK call and converts its errors to the port's. */
export async function withPortErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw translated(error);
  }
}

/** Does the same, but returns null if Stripe has no such object. */
export async function unlessMissing<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await withPortErrors(call);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Returns the SDK's error behind one of ours. */
export function stripeErrorOf(
  error: unknown,
): InstanceType<typeof Stripe.errors.StripeError> | null {
  const found = error instanceof Error && error.cause ? error.cause : error;
  return found instanceof Stripe.errors.StripeError ? found : null;
}

/**
 * True if Stripe stored this failure with the key. It does so with a 500 for a day, and the same
 * key returns the same failure.
 */
export function isRecordedFailure(error: unknown): boolean {
  return stripeErrorOf(error)?.statusCode === 500;
}

/** Whether the key was used with other parameters. */
export function isKeyMismatch(error: unknown): boolean {
  return stripeErrorOf(error) instanceof Stripe.errors.StripeIdempotencyError;
}

/** Whether the object's state no longer allows this call. */
export function isStateConflict(error: unknown): boolean {
  const code = stripeErrorOf(error)?.code;
  return code === 'payment_intent_unexpected_state' || code === 'setup_intent_unexpected_state';
}

/**
 * Whether Stripe refused the request because its card is detached, another customer's, or deleted.
 */
export function isUnusableCard(error: unknown): boolean {
  const found = stripeErrorOf(error);
  return (
    found instanceof Stripe.errors.StripeInvalidRequestError && found.param === 'payment_method'
  );
}
