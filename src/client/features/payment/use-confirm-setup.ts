import type { SetupIntent, Stripe, StripeCardNumberElement, StripeError } from '@stripe/stripe-js';
import { useRef, useState } from 'react';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import type { SavePaymentProps } from './save-payment-modal';

export type TypedCard = {
  stripe: Stripe | null;
  card: StripeCardNumberElement | null;
  zip: string;
};

const AGAIN_AFTER_MS = 1000;

/**
 * Saves the typed card: with Stripe first, then with us. `authenticating` is the phase in which the
 * bank's own page lies over ours.
 */
export function useConfirmSetup({
  booking,
  authorization,
  onEnd,
}: Omit<SavePaymentProps, 'cards'>) {
  const confirm = trpc.booking.confirmPaymentSetup.useMutation();
  const [phase, setPhase] = useState<'open' | 'saving' | 'authenticating'>('open');
  const [error, setError] = useState<string | null>(null);
  const working = useRef(false);
  const clientSecret = authorization.clientSecret ?? '';

  /** The intent with its card saved, or what Stripe has against it. */
  const saveWithStripe = async (stripe: Stripe, card: StripeCardNumberElement, zip: string) => {
    const billing_details = zip ? { address: { postal_code: zip } } : {};
    const first = await stripe.confirmCardSetup(
      clientSecret,
      { payment_method: { card, billing_details } },
      { handleActions: false },
    );
    if (first.setupIntent?.status !== 'requires_action') return outcomeOf(first);
    setPhase('authenticating');
    const second = await stripe.confirmCardSetup(clientSecret);
    setPhase('saving');
    return outcomeOf(second);
  };

  /** Tells our server. What it does not hear from us it learns from Stripe. */
  const record = async (
    intent: SetupIntent,
  ): Promise<'kept' | { message: string; lost: boolean }> => {
    const input = {
      appointmentId: booking.id,
      setupIntentId: intent.id,
      paymentMethodId: idOf(intent.payment_method),
    };
    for (const isLast of [false, true]) {
      try {
        await confirm.mutateAsync(input);
        return 'kept';
      } catch (failure) {
        const { reason, message, answered } = problemOf(failure);
        if (reason === 'payment_failed') return { message, lost: false };
        if (reason === 'slot_taken' || reason === 'conflict' || reason === 'not_found') {
          return { message, lost: true };
        }
        if (answered || isLast) {
          console.error('The saved card could not be reported:', message);
          return 'kept';
        }
        await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
      }
    }
    return 'kept';
  };

  const run = async ({ stripe, card, zip }: TypedCard): Promise<string | null> => {
    if (!stripe || !card) return 'Card element not found';
    const { intent, refusal } = await saveWithStripe(stripe, card, zip);
    if (!intent) return refusal?.message || 'Payment setup failed';
    const recorded = await record(intent);
    if (recorded === 'kept') {
      onEnd({ kind: 'saved' });
      return null;
    }
    if (!recorded.lost) return recorded.message;
    onEnd({ kind: 'lost', message: recorded.message });
    return null;
  };

  const save = async (typed: TypedCard) => {
    if (working.current) return;
    working.current = true;
    setError(null);
    setPhase('saving');
    try {
      setError(await run(typed));
    } catch {
      setError('An error occurred');
    } finally {
      working.current = false;
      setPhase('open');
    }
  };

  return { phase, error, save };
}

type Answer = { setupIntent?: SetupIntent; error?: StripeError };

function outcomeOf({ setupIntent, error }: Answer): {
  intent: SetupIntent | null;
  refusal?: StripeError;
} {
  if (setupIntent?.status === 'succeeded') return { intent: setupIntent };
  // Its answer was lost before: the card is saved, and Stripe says so by refusing to save it again.
  const known = error?.setup_intent;
  if (known?.status === 'succeeded') return { intent: known };
  return { intent: null, refusal: error };
}

function idOf(method: SetupIntent['payment_method']): string | null {
  return typeof method === 'string' ? method : (method?.id ?? null);
}
