import type { PaymentIntent, Stripe, StripeError } from '@stripe/stripe-js';
import { useRef, useState } from 'react';
import { problemOf } from '@/client/lib/problem';
import { type Outputs, trpc } from '@/client/lib/trpc';
import type { TypedCard, WalletAnswer } from './confirm-setup';

export type BalancePayment = Outputs['booking']['createBalancePayment'];

const AGAIN_AFTER_MS = 1000;

type PayBalanceOptions = {
  appointmentId: string;
  payment: BalancePayment;
  /** `settled` is false until the bank has decided. */
  onPaid: (settled: boolean) => void;
};
type Method = NonNullable<Parameters<Stripe['confirmCardPayment']>[1]>['payment_method'];

/**
 * Pays a delivery's balance at Stripe, and then reports it to the server, which verifies it with
 * Stripe. In the phase `authenticating`, the bank's page covers ours.
 */
export function usePayBalance({ appointmentId, payment, onPaid }: PayBalanceOptions) {
  const confirm = trpc.booking.confirmBalancePayment.useMutation();
  const [phase, setPhase] = useState<'open' | 'paying' | 'authenticating'>('open');
  const [error, setError] = useState<string | null>(null);
  const working = useRef(false);
  const { clientSecret } = payment;

  const charge = async (stripe: Stripe, method: Method): Promise<Outcome> => {
    const first = await stripe.confirmCardPayment(
      clientSecret,
      { payment_method: method },
      { handleActions: false },
    );
    if (first.paymentIntent?.status !== 'requires_action') return outcomeOf(first);
    setPhase('authenticating');
    const second = await stripe.confirmCardPayment(clientSecret);
    setPhase('paying');
    return outcomeOf(second);
  };

  /** Reports the payment. If that fails, the server finds out from Stripe. */
  const record = async (): Promise<string | null> => {
    for (const isLast of [false, true]) {
      try {
        await confirm.mutateAsync({ appointmentId });
        return null;
      } catch (failure) {
        const { reason, message, answered } = problemOf(failure);
        if (reason === 'payment_failed') return message;
        if (answered || isLast) {
          console.error("The payment couldn't be reported:", message);
          return null;
        }
        await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
      }
    }
    return null;
  };

  /** Pays with a wallet's card. Stripe shows the bank's page itself. */
  const chargeWallet = async ({ stripe, elements }: WalletAnswer): Promise<Outcome> => {
    setPhase('authenticating');
    const { error: invalid } = await elements.submit();
    if (invalid) return outcomeOf({ error: invalid });
    const answer = await stripe.confirmPayment({
      elements,
      clientSecret,
      redirect: 'if_required',
      confirmParams: { return_url: window.location.href },
    });
    setPhase('paying');
    return outcomeOf(answer);
  };

  /** @returns false if the balance wasn't paid */
  const pay = async (chargeCard: (() => Promise<Outcome>) | null): Promise<boolean> => {
    if (working.current) return false;
    working.current = true;
    setError(null);
    setPhase('paying');
    try {
      if (!chargeCard) {
        setError('Card element not found');
        return false;
      }
      const { refusal, settled } = await chargeCard();
      const message = refusal ?? (await record());
      setError(message);
      if (message === null) onPaid(settled);
      return message === null;
    } catch {
      setError('An error occurred');
      return false;
    } finally {
      working.current = false;
      setPhase('open');
    }
  };

  return {
    phase,
    error,
    payTyped: ({ stripe, card, zip }: TypedCard) => {
      const billing_details = zip ? { address: { postal_code: zip } } : {};
      return pay(stripe && card && (() => charge(stripe, { card, billing_details })));
    },
    paySaved: (stripe: Stripe | null, paymentMethodId: string) =>
      pay(stripe && (() => charge(stripe, paymentMethodId))),
    payWallet: (answer: WalletAnswer) => pay(() => chargeWallet(answer)),
  };
}

type Answer = { paymentIntent?: PaymentIntent; error?: StripeError };

/**
 * `refusal` is null if the payment succeeded or is processing. `settled` is true if it succeeded.
 */
type Outcome = { refusal: string | null; settled: boolean };

function outcomeOf({ paymentIntent, error }: Answer): Outcome {
  // If it was paid but the answer was lost, Stripe refuses the retry and returns the intent.
  const status = (paymentIntent ?? error?.payment_intent)?.status;
  if (status === 'succeeded' || status === 'processing') {
    return { refusal: null, settled: status === 'succeeded' };
  }
  const refusal =
    error?.message || 'Your payment didn’t go through. You weren’t charged. Try again.';
  return { refusal, settled: false };
}
