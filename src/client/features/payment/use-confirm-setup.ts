import type { SetupIntent } from '@stripe/stripe-js';
import { useRef, useState } from 'react';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { confirmSetup, type TypedCard } from './confirm-setup';
import type { SavePaymentProps } from './save-payment-modal';

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

  const run = async (typed: TypedCard): Promise<string | null> => {
    const outcome = await confirmSetup(typed, clientSecret, (bank) =>
      setPhase(bank ? 'authenticating' : 'saving'),
    );
    if (!outcome.intent) return outcome.refusal;
    const recorded = await record(outcome.intent);
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
    } finally {
      working.current = false;
      setPhase('open');
    }
  };

  return { phase, error, save };
}

function idOf(method: SetupIntent['payment_method']): string | null {
  return typeof method === 'string' ? method : (method?.id ?? null);
}
