import Stripe from 'stripe';

/** The most that the time of a signature may differ from ours, either way. */
const TOLERANCE_SECONDS = 300;

/** The only `t=` of a signature header; null for none or more than one. */
function timestampOf(signature: string): number | null {
  const times = signature.split(',').filter((part) => part.trim().startsWith('t='));
  const [only] = times;
  if (times.length !== 1 || !only) return null;
  const seconds = Number(only.trim().slice(2));
  return Number.isInteger(seconds) ? seconds : null;
}

/**
 * The event, if Stripe signed exactly these bytes within five minutes of `now`; else null. The SDK
 * refuses an old signature but takes one of the future, which is refused here.
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
    // Signed, but not JSON.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
