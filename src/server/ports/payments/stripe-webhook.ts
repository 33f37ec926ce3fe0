import Stripe from 'stripe';

/** How far the time in a signature may be from ours, either way. */
const TOLERANCE_SECONDS = 300;

/** The one `t=` of a signature header; null when there is none or more than one. */
function timestampOf(signature: string): number | null {
  const times = signature.split(',').filter((part) => part.trim().startsWith('t='));
  const [only] = times;
  if (times.length !== 1 || !only) return null;
  const seconds = Number(only.trim().slice(2));
  return Number.isInteger(seconds) ? seconds : null;
}

/**
 * The event, if Stripe signed exactly these bytes within five minutes of `now` (ms); else null. The
 * SDK refuses what is too old; a time in the future it takes, so that is refused here.
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
    // Signed, and yet not JSON: nothing that can be acted on.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
