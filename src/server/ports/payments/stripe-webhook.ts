import Stripe from 'stripe';

/** The most that a signature's time may differ from ours, before or after. */
const TOLERANCE_SECONDS = 300;

/** Returns the `t=` of a signature header. Returns null if it has none or several. */
function timestampOf(signature: string): number | null {
  const times = signature.split(',').filter((part) => part.trim().startsWith('t='));
  const [only] = times;
  if (times.length !== 1 || !only) return null;
  const seconds = Number(only.trim().slice(2));
  return Number.isInteger(seconds) ? seconds : null;
}

/**
 * Returns the event if Stripe signed exactly these bytes within 5 minutes of `now`, otherwise null.
 * The SDK refuses old signatures but accepts future ones, which are refused here.
 */
export async function verifySignedEvent(
  stripe: Stripe,
  secret: string,
  input: { rawBody: string; signature: string; now: number },
): Promise<Stripe.Event | null> {
  const signedAt = timestampOf(input.signature);
  if (signedAt === null || signedAt - input.now / 1000 > TOLERANCE_SECONDS) return null;
  try {
    return await stripe.webhooks.constructEventAsync(
      input.rawBody,
      input.signature,
      secret,
      TOLERANCE_SECONDS,
      undefined,
      input.now,
    );
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null;
    // The body is signed but isn't JSON.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
