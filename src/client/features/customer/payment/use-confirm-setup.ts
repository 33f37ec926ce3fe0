import type { SetupIntent } from '@stripe/stripe-js';
import { useRef, useState } from 'react';
import { problemOf } from '@/client/lib/problem';
import type { CardExpiry, NamedCard } from '@/domain/payment/card';
import {
  type ConfirmSetup,
  confirmSetup,
  confirmWalletSetup,
  type TypedCard,
  type WalletAnswer,
} from './confirm-setup';

const AGAIN_AFTER_MS = 1000;
const CONSENT_CHANGED =
  'The terms have changed. Your card wasn’t saved. Read the text above the buttons, then save your card again.';

type Problem = ReturnType<typeof problemOf>;
type SavedCard = NamedCard & CardExpiry;

/** The secret of a new setup. It's null if a card was saved and only the answer was lost. */
type SetupBegun = { clientSecret: string | null; consent: string };

/**
 * The steps that depend on what a card is saved for: the server's calls, and the refusals that end
 * the form.
 */
export type SetupSteps = {
  /** The secret for the first card, and the terms that the customer agrees to by saving it. */
  first: SetupBegun;
  /** Asks for the secret of the next card. */
  begin: () => Promise<SetupBegun>;
  /** Reports the saved card to the server, which verifies it with Stripe. */
  report: (saved: { setupIntentId: string; paymentMethodId: string | null }) => Promise<SavedCard>;
  /** The message if a refused call ends the form. Null if another card may be entered. */
  endOf: (problem: Problem, during: 'begin' | 'report') => string | null;
  /** Called when a card is saved, or with the message that ended the form. */
  onEnd: (outcome: { kind: 'saved' } | { kind: 'lost'; message: string }) => void;
  /**
   * Asks the customer about a card that expires too early. If they decline, they enter another.
   */
  mayKeep?: (card: SavedCard) => Promise<boolean>;
  /** Sends what the server must know before the card is saved. Throws if it can't. */
  sendChoices?: () => Promise<unknown>;
};

/**
 * Saves the typed card at Stripe, and then reports it to the server. In the phase `authenticating`,
 * the bank's page covers ours.
 */
export function useConfirmSetup(steps: SetupSteps) {
  const { first, begin, report, endOf, onEnd, mayKeep, sendChoices } = steps;
  const [phase, setPhase] = useState<'open' | 'saving' | 'authenticating'>('open');
  const [error, setError] = useState<string | null>(null);
  const working = useRef(false);
  /** True once a card is saved. Leaving the form keeps it. */
  const [isSaved, setIsSaved] = useState(false);
  /**
   * The secret for the next card. It's null after a refusal, because each card needs a secret of its own. The
   * server counts them.
   */
  const secret = useRef(first.clientSecret);
  const [consent, setConsent] = useState(first.consent);

  /** Asks for another secret if the last one was used. The server counts the cards. */
  const nextSecret = async (): Promise<{ secret: string } | { ended: string | null }> => {
    if (secret.current !== null) return { secret: secret.current };
    try {
      const next = await begin();
      secret.current = next.clientSecret;
      if (next.clientSecret !== null && next.consent !== consent) {
        setConsent(next.consent);
        return { ended: CONSENT_CHANGED };
      }
      if (next.clientSecret !== null) return { secret: next.clientSecret };
      onEnd({ kind: 'saved' });
      return { ended: null };
    } catch (failure) {
      const problem = problemOf(failure);
      const message = endOf(problem, 'begin');
      if (message === null) return { ended: problem.message };
      onEnd({ kind: 'lost', message });
      return { ended: null };
    }
  };

  /** Reports the saved card. If that fails, the server finds out from Stripe. */
  const record = async (
    intent: SetupIntent,
  ): Promise<{ card: SavedCard | null } | { message: string; lost: boolean }> => {
    const saved = { setupIntentId: intent.id, paymentMethodId: idOf(intent.payment_method) };
    for (const isLast of [false, true]) {
      try {
        return { card: await report(saved) };
      } catch (failure) {
        const problem = problemOf(failure);
        const { reason, message, answered } = problem;
        if (reason === 'payment_failed') return { message, lost: false };
        const end = endOf(problem, 'report');
        if (end !== null) return { message: end, lost: true };
        if (reason === 'rate_limited') return { message, lost: false };
        if (answered || isLast) {
          console.error("The saved card couldn't be reported:", message);
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
      await sendChoices?.();
    } catch (failure) {
      return problemOf(failure).message;
    }
    const outcome = await confirmCard(next.secret, (bank) =>
      setPhase(bank ? 'authenticating' : 'saving'),
    );
    if (!outcome.intent) {
      secret.current = null;
      // The setup was canceled. The server is asked once more whether the appointment still accepts
      // a card.
      return outcome.isCanceled && !isSecondTry ? run(confirmCard, true) : outcome.refusal;
    }
    const recorded = await record(outcome.intent);
    if ('card' in recorded) {
      setIsSaved(true);
      if (!recorded.card || !mayKeep || (await mayKeep(recorded.card))) onEnd({ kind: 'saved' });
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
    /** The terms that the customer agrees to, as the server last sent them. */
    consent,
    isSaved,
    save: (typed: TypedCard) => saveWith((...how) => confirmSetup(typed, ...how)),
    saveWallet: (answer: WalletAnswer) => saveWith((...how) => confirmWalletSetup(answer, ...how)),
  };
}

function idOf(method: SetupIntent['payment_method']): string | null {
  return typeof method === 'string' ? method : (method?.id ?? null);
}
