import { type ComponentType, type ReactNode, useRef, useState } from 'react';
import type { CardOutcome, HeldBooking, SaveCard } from '@/client/lib/card-outcome';
import { problemOf, UNREACHABLE } from '@/client/lib/problem';
import { useMe } from '@/client/lib/session';
import { trpc } from '@/client/lib/trpc';
import type { SavePaymentProps } from './save-payment-modal';

/** Everything that knows cards comes only when a card is needed. */
const loadModal = () => import('./save-payment-modal').then((module) => module.SavePaymentModal);

type Step = Omit<SavePaymentProps, 'onEnd'> & {
  Modal: ComponentType<SavePaymentProps>;
};

/**
 * Saving the card of a held booking: `saveCard` opens the modal and answers how it ended. Put
 * `cardDialog` in the screen; call `preload` when it becomes likely.
 */
export function useCardSaving(): {
  saveCard: SaveCard;
  cardDialog: ReactNode;
  preload: () => void;
} {
  const authorize = trpc.booking.createPaymentAuthorization.useMutation();
  const utils = trpc.useUtils();
  const me = useMe();
  const [step, setStep] = useState<Step | null>(null);
  const settle = useRef<((outcome: CardOutcome) => void) | null>(null);

  /** Without the list a card can still be typed. */
  const savedCards = async () =>
    me ? utils.account.cards.fetch(undefined, { staleTime: 0 }).catch(() => []) : [];

  const saveCard = async (booking: HeldBooking): Promise<CardOutcome> => {
    let next: Step;
    try {
      const [authorization, cards] = await Promise.all([
        authorize.mutateAsync({ appointmentId: booking.id, promoCode: booking.promoCode }),
        savedCards(),
      ]);
      if (authorization.testMode) return { kind: 'test' };
      // Typed before, in a tab that never came back: the server found it at Stripe.
      if (authorization.cardSaved) return { kind: 'saved' };
      next = { booking, authorization, cards, Modal: await fetched(loadModal()) };
    } catch (error) {
      if (error instanceof NotFetched) return { kind: 'failed', message: UNREACHABLE };
      const { reason, message } = problemOf(error);
      return { kind: reason === 'slot_taken' ? 'lost' : 'failed', message };
    }
    setStep(next);
    return new Promise((resolve) => {
      settle.current = resolve;
    });
  };

  const end = (outcome: CardOutcome) => {
    setStep(null);
    settle.current?.(outcome);
    settle.current = null;
  };

  const cardDialog = step ? <step.Modal {...step} onEnd={end} /> : null;
  return { saveCard, cardDialog, preload };
}

function preload() {
  loadModal().catch(() => {
    // Tried again when it is needed, and said then.
  });
}

class NotFetched extends Error {}

function fetched<T>(code: Promise<T>): Promise<T> {
  return code.catch((cause) => {
    throw new NotFetched('a piece of the page could not be fetched', { cause });
  });
}
