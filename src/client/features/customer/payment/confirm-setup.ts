import type { SetupIntent, Stripe, StripeCardNumberElement, StripeError } from '@stripe/stripe-js';

export type TypedCard = {
  stripe: Stripe | null;
  card: StripeCardNumberElement | null;
  zip: string;
};

/**
 * The intent with its saved card, or the message of the failure. `isCanceled` tells
 * that this secret takes no card anymore: the setup was ended in another tab, or by staff.
 */
export type SetupOutcome =
  | { intent: SetupIntent }
  | { intent: null; refusal: string; isCanceled: boolean };

/** Only a whole US ZIP Code says something to a bank; a part of a foreign postal code is none. */
const ZIP = /^\d{5}$/;

/**
 * Saves the typed card at Stripe, with its ZIP as the billing postal code. `onBank` is called with true
 * before the bank's page covers ours and with false after it.
 */
export async function confirmSetup(
  { stripe, card, zip }: TypedCard,
  clientSecret: string,
  onBank: (shown: boolean) => void,
): Promise<SetupOutcome> {
  if (!stripe || !card) return refused('Card element not found');
  try {
    const billing_details = ZIP.test(zip) ? { address: { postal_code: zip } } : {};
    const first = await stripe.confirmCardSetup(
      clientSecret,
      { payment_method: { card, billing_details } },
      { handleActions: false },
    );
    if (first.setupIntent?.status !== 'requires_action') return outcomeOf(first);
    onBank(true);
    const second = await stripe.confirmCardSetup(clientSecret);
    onBank(false);
    return outcomeOf(second);
  } catch {
    return refused('An error occurred');
  }
}

const refused = (refusal: string, isCanceled = false) => ({ intent: null, refusal, isCanceled });

function outcomeOf({
  setupIntent,
  error,
}: {
  setupIntent?: SetupIntent;
  error?: StripeError;
}): SetupOutcome {
  if (setupIntent?.status === 'succeeded') return { intent: setupIntent };
  // The card was saved and the answer was lost: Stripe then refuses a second time, with the intent.
  const known = error?.setup_intent;
  if (known?.status === 'succeeded') return { intent: known };
  return refused(error?.message || 'Payment setup failed', known?.status === 'canceled');
}
