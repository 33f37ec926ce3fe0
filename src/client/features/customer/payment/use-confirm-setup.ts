import type { SetupIntent } from '@stripe/stripe-js';
import { useRef, useState } from 'react';
import type { CardOutcome, HeldAppointment } from '@/client/appointment/card-outcome';
import { problemOf } from '@/client/lib/problem';
import { type Outputs, trpc } from '@/client/lib/trpc';
import type { CardExpiry, NamedCard } from '@/domain/payment/card';
import {
  type ConfirmSetup,
  confirmSetup,
  confirmWalletSetup,
  type TypedCard,
  type WalletAnswer,
} from './confirm-setup';

const AGAIN_AFTER_MS = 1000;
const NOT_HELD =
  'We’re no longer holding your window. Your card wasn’t saved, and you weren’t charged. Your order is still in the form.';

const CONSENT_CHANGED =
  'What you agree to has changed. Your card wasn’t saved. Read the text above the buttons, then save your card again.';

export type CardSetup = {
  appointment: HeldAppointment;
  authorization: Outputs['booking']['createPaymentAuthorization'];
  onEnd: (outcome: CardOutcome) => void;
};

type SavedCard = NamedCard & CardExpiry;

/**
 * Saves the typed card at Stripe, and then reports it to the server. In the phase `authenticating`,
 * the bank's page covers ours.
 *
 * @param mayKeep asks the customer about a card that expires too early. If they decline, they enter
 *   another
 * @param sendChoices sends what the server must know before the card is saved. Throws if it can't
 */
export function useConfirmSetup(
  { appointment, authorization, onEnd }: CardSetup,
  mayKeep: (card: SavedCard) => Promise<boolean>,
  sendChoices: () => Promise<unknown>,
) {
  const confirm = trpc.booking.confirmPaymentSetup.useMutation();
  const [phase, setPhase] = useState<'open' | 'saving' | 'authenticating'>('open');
  const [error, setError] = useState<string | null>(null);
  const working = useRef(false);
  /** True once a card is saved. Leaving the form keeps it. */
  const [isSaved, setIsSaved] = useState(false);
  const authorize = trpc.booking.createPaymentAuthorization.useMutation();
  /**
   * The secret for the next card. It's null after a refusal, because the server counts each card.
   */
  const secret = useRef(authorization.clientSecret);
  const [consent, setConsent] = useState(authorization.consent);

  /** Asks for another secret if the last one was used. The server counts the cards. */
  const nextSecret = async (): Promise<{ secret: string } | { ended: string | null }> => {
    if (secret.current !== null) return { secret: secret.current };
    const { id: appointmentId, promoCode } = appointment;
    try {
      const next = await authorize.mutateAsync({ appointmentId, promoCode });
      secret.current = next.clientSecret;
      if (next.clientSecret !== null && next.consent !== consent) {
        setConsent(next.consent);
        return { ended: CONSENT_CHANGED };
      }
      if (next.clientSecret !== null) return { secret: next.clientSecret };
      // A card was saved, and only its answer was lost.
      onEnd({ kind: 'saved' });
      return { ended: null };
    } catch (failure) {
      const { reason, message } = problemOf(failure);
      // The appointment was cancelled on another device, or someone else booked its window.
      const isLost = reason === 'slot_taken' || reason === 'conflict' || reason === 'not_found';
      if (!isLost) return { ended: message };
      onEnd({ kind: 'lost', message: reason === 'slot_taken' ? message : NOT_HELD });
      return { ended: null };
    }
  };

  /** Reports the saved card. If that fails, the server finds out from Stripe. */
  const record = async (
    intent: SetupIntent,
  ): Promise<{ card: SavedCard | null } | { message: string; lost: boolean }> => {
    const input = {
      appointmentId: appointment.id,
      setupIntentId: intent.id,
      paymentMethodId: idOf(intent.payment_method),
    };
    for (const isLast of [false, true]) {
      try {
        const saved = await confirm.mutateAsync(input);
        const { cardBrand: brand, cardLast4: last4 } = saved;
        const expiry = { expMonth: saved.cardExpMonth, expYear: saved.cardExpYear };
        return { card: { brand, last4, ...expiry } };
      } catch (failure) {
        const { reason, message, answered } = problemOf(failure);
        if (reason === 'payment_failed') return { message, lost: false };
        // The card is on too many deliveries. That ends a hold, but doesn't change a booked
        // delivery.
        if (reason === 'rate_limited') return { message, lost: appointment.holdExpiresAt !== null };
        if (reason === 'slot_taken' || reason === 'conflict' || reason === 'not_found') {
          return { message, lost: true };
        }
        if (answered || isLast) {
          console.error('The saved card could not be reported:', message);
          return { card: null };
        }
        await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
      }
    }
    return { card: null };
  };

  const run = async (confirmCard: ConfirmSetup, isSecondTry = false): Promise<string | null> => {
    const next = await nextSecret();
    if ('ended' in next) return next.ended;
    try {
      await sendChoices();
    } catch (failure) {
      return problemOf(failure).message;
    }
    const outcome = await confirmCard(next.secret, (bank) =>
      setPhase(bank ? 'authenticating' : 'saving'),
    );
    if (!outcome.intent) {
      secret.current = null;
      // The setup was canceled. Ask the server once more if the appointment still takes a card.
      return outcome.isCanceled && !isSecondTry ? run(confirmCard, true) : outcome.refusal;
    }
    const recorded = await record(outcome.intent);
    if ('card' in recorded) {
      setIsSaved(true);
      if (recorded.card === null || (await mayKeep(recorded.card))) onEnd({ kind: 'saved' });
      else secret.current = null;
      return null;
    }
    if (!recorded.lost) {
      secret.current = null;
      return recorded.message;
    }
    onEnd({ kind: 'lost', message: recorded.message });
    return null;
  };

  /** @returns false if the card wasn't saved */
  const saveWith = async (confirmCard: ConfirmSetup): Promise<boolean> => {
    if (working.current) return false;
    working.current = true;
    setError(null);
    setPhase('saving');
    try {
      const refusal = await run(confirmCard);
      setError(refusal);
      return refusal === null;
    } finally {
      working.current = false;
      setPhase('open');
    }
  };

  return {
    phase,
    error,
    /** What the customer agrees to, as the server showed it last. */
    consent,
    isSaved,
    save: (typed: TypedCard) => saveWith((...how) => confirmSetup(typed, ...how)),
    saveWallet: (answer: WalletAnswer) => saveWith((...how) => confirmWalletSetup(answer, ...how)),
  };
}

function idOf(method: SetupIntent['payment_method']): string | null {
  return typeof method === 'string' ? method : (method?.id ?? null);
}
