import type {
  SetupIntent,
  Stripe,
  StripeCardNumberElement,
  StripeElements,
  StripeError,
} from '@stripe/stripe-js';

export type TypedCard = {
  stripe: Stripe | null;
  card: StripeCardNumberElement | null;
  zip: string;
};

/**
 * The intent with its saved card, or an error message. `isCanceled` is true if the setup was
 * canceled in another tab or by staff, so that this secret can't save a card anymore.
 */
export type SetupOutcome =
  | { intent: SetupIntent }
  | { intent: null; refusal: string; isCanceled: boolean };

/** Confirms a setup with a client secret. `onBank` is called as in `confirmSetup`. */
export type ConfirmSetup = (
  clientSecret: string,
  onBank: (shown: boolean) => void,
) => Promise<SetupOutcome>;

/** A wallet's answer, which Stripe's elements keep until it's confirmed. */
export type WalletAnswer = { stripe: Stripe; elements: StripeElements };

/**
 * Saves the card that a person chose in a wallet. Stripe shows the bank's page itself, so our
 * dialog stays out of the browser's top layer all the time.
 */
export async function confirmWalletSetup(
  { stripe, elements }: WalletAnswer,
  clientSecret: string,
  onBank: (shown: boolean) => void,
): Promise<SetupOutcome> {
  try {
    onBank(true);
    const { error } = await elements.submit();
    if (error) return refused(error.message || 'Payment setup failed');
    return outcomeOf(
      await stripe.confirmSetup({
        elements,
        clientSecret,
        redirect: 'if_required',
        confirmParams: { return_url: window.location.href },
      }),
    );
  } catch {
    return refused('An error occurred');
  } finally {
    onBank(false);
  }
}

/** Banks only check complete US ZIP codes, so nothing else is sent. */
const ZIP = /^\d{5}$/;

/**
 * Saves the typed card at Stripe, with its ZIP as the billing postal code.
 *
 * @param onBank called with true before the bank's page covers ours, and with false after it closes
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
  // If the card was saved but the answer was lost, Stripe refuses the retry and returns the intent.
  const earlier = error?.setup_intent;
  if (earlier?.status === 'succeeded') return { intent: earlier };
  return refused(error?.message || 'Payment setup failed', earlier?.status === 'canceled');
}
