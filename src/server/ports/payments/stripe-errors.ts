import Stripe from 'stripe';
import { isMissing, PaymentsRejected, PaymentsUnreachable } from './port';

/** True when Stripe's answer leaves open whether anything happened. */
function isUnknown(error: InstanceType<typeof Stripe.errors.StripeError>): boolean {
  const status = error.statusCode;
  // No status: the connection failed, the body was cut, or it was not JSON.
  return status === undefined || status === 409 || status === 429 || status >= 500;
}

/** The SDK's error in our terms. Any other error is a fault of ours and stays as it is. */
export function translated(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  if (isUnknown(error)) {
    return new PaymentsUnreachable(`Stripe gave no usable answer: ${error.message}`, {
      cause: error,
    });
  }
  const code = error.code ?? null;
  // With a key of another account nothing of ours is there, so what is missing says nothing for good.
  const isFinal = error.statusCode === 400 && code !== 'resource_missing';
  return new PaymentsRejected(error.message, code, { cause: error, isFinal });
}

/** Runs one call of the SDK, and throws its errors in our terms. */
export async function withPortErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw translated(error);
  }
}

/** The same; null where Stripe has no such object. */
export async function unlessMissing<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await withPortErrors(call);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** The SDK's error behind one of ours. */
export function stripeErrorOf(
  error: unknown,
): InstanceType<typeof Stripe.errors.StripeError> | null {
  const found = error instanceof Error && error.cause ? error.cause : error;
  return found instanceof Stripe.errors.StripeError ? found : null;
}

/** Stripe keeps a 500 under its key for a day: the same key gives the same failure again. */
export function isRecordedFailure(error: unknown): boolean {
  return stripeErrorOf(error)?.statusCode === 500;
}

/** The key has been used with other parameters. */
export function isKeyMismatch(error: unknown): boolean {
  return stripeErrorOf(error) instanceof Stripe.errors.StripeIdempotencyError;
}

/** The object has moved on and no longer takes this verb. */
export function isStateConflict(error: unknown): boolean {
  const code = stripeErrorOf(error)?.code;
  return code === 'payment_intent_unexpected_state' || code === 'setup_intent_unexpected_state';
}

/** Stripe refused the request for its card: detached, another customer's, or gone. */
export function isUnusableCard(error: unknown): boolean {
  const found = stripeErrorOf(error);
  return (
    found instanceof Stripe.errors.StripeInvalidRequestError && found.param === 'payment_method'
  );
}
