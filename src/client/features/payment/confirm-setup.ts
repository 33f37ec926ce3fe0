import type { SetupIntent, Stripe, StripeCardNumberElement, StripeError } from '@stripe/stripe-js';

export type TypedCard = {
  stripe: Stripe | null;
  card: StripeCardNumberElement | null;
  zip: string;
};

/** The intent with its card saved, or the sentence that says why not (customer section 8). */
export type SetupOutcome = { intent: SetupIntent } | { intent: null; refusal: string };

/**
 * Saves the typed card with Stripe, its ZIP as the billing postal code. `onBank` brackets the time
 * in which the bank's own page lies over ours.
 */
export async function confirmSetup(
  { stripe, card, zip }: TypedCard,
  clientSecret: string,
  onBank: (shown: boolean) => void,
): Promise<SetupOutcome> {
  if (!stripe || !card) return refused('Card element not found');
  try {
    const billing_details = zip ? { address: { postal_code: zip } } : {};
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

const refused = (refusal: string) => ({ intent: null, refusal });

function outcomeOf({
  setupIntent,
  error,
}: {
  setupIntent?: SetupIntent;
  error?: StripeError;
}): SetupOutcome {
  if (setupIntent?.status === 'succeeded') return { intent: setupIntent };
  // Its answer was lost before: the card is saved, and Stripe says so by refusing to save it again.
  const known = error?.setup_intent;
  if (known?.status === 'succeeded') return { intent: known };
  return refused(error?.message || 'Payment setup failed');
}
