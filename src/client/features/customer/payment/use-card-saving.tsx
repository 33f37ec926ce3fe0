import { type ReactNode, useRef, useState } from 'react';
import type { CardOutcome, HeldAppointment, SaveCard } from '@/client/appointment/card-outcome';
import { useFetchedComponent } from '@/client/components/use-fetched-component';
import { fetchedCode } from '@/client/lib/fetched-code';
import { problemOf, UNREACHABLE } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import type { SavePaymentProps } from './save-payment-modal';

/** We fetch the card form's code when a card is needed. */
const fetchModal = fetchedCode(
  () => import('./save-payment-modal'),
  (one) => one.SavePaymentModal,
);

type Step = Omit<SavePaymentProps, 'onEnd'>;

/**
 * Saves an appointment's card. `saveCard` opens the modal and resolves with the outcome. The screen
 * renders `cardDialog`, and calls `preload` before the modal is needed.
 */
export function useCardSaving(): {
  saveCard: SaveCard;
  cardDialog: ReactNode;
  preload: () => void;
} {
  const authorize = trpc.booking.createPaymentAuthorization.useMutation();
  const utils = trpc.useUtils();
  const { Component, fetchCode, preload } = useFetchedComponent(
    fetchModal,
    'Failed to set up payment authorization',
  );
  const [step, setStep] = useState<Step | null>(null);
  const settle = useRef<((outcome: CardOutcome) => void) | null>(null);

  /**
   * The cache isn't used, because someone else may have just signed in. Without a list, a card can
   * still be typed.
   */
  const savedCards = async () =>
    utils.auth.me.getData()
      ? utils.account.cards.fetch(undefined, { staleTime: 0 }).catch(() => [])
      : [];

  const saveCard = async (appointment: HeldAppointment): Promise<CardOutcome> => {
    let next: Step;
    try {
      const [authorization, cards] = await Promise.all([
        authorize.mutateAsync({
          appointmentId: appointment.id,
          promoCode: appointment.promoCode,
        }),
        savedCards(),
      ]);
      if (authorization.testMode) return { kind: 'test' };
      if (authorization.billTo) return { kind: 'invoice' };
      // A tab that's closed now had saved the card at Stripe, and the server found it there.
      if (authorization.cardSaved) return { kind: 'saved' };
      next = { appointment, authorization, cards };
    } catch (error) {
      const { reason, message } = problemOf(error);
      return { kind: reason === 'slot_taken' ? 'lost' : 'failed', message };
    }
    if (!(await fetchCode())) return { kind: 'failed', message: UNREACHABLE };
    setStep(next);
    return new Promise((resolve) => {
      settle.current = resolve;
    });
  };

  const end = (outcome: CardOutcome) => {
    setStep(null);
    if (outcome.kind === 'saved') void utils.account.cards.invalidate();
    settle.current?.(outcome);
    settle.current = null;
  };

  const cardDialog = step && Component ? <Component {...step} onEnd={end} /> : null;
  return { saveCard, cardDialog, preload };
}
