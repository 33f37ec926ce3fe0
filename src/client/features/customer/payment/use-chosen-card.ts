import { type ReactNode, useState } from 'react';
import { useLeaveQuestion } from '@/client/components/dialog/confirm-dialog';
import { NEW_CARD } from './card-choice';

/** The selected card. Leaving asks first if a new card was typed. */
export type ChosenCard = {
  /** A saved card's ID, or `NEW_CARD`. */
  chosen: string;
  isNew: boolean;
  choose: (id: string) => void;
  noteTyped: () => void;
  leave: () => Promise<void>;
  leaveDialog: ReactNode;
};

/**
 * Selects the first card at the start. The dialog renders `leaveDialog`.
 *
 * @param leaving.title the question before leaving
 */
export function useChosenCard(
  cards: readonly { id: string }[],
  leaving: { title: string; onLeave: () => void },
): ChosenCard {
  const [chosen, choose] = useState(cards[0]?.id ?? NEW_CARD);
  const [hasTyped, setHasTyped] = useState(false);
  const isNew = chosen === NEW_CARD;
  const { leave, leaveDialog } = useLeaveQuestion(isNew && hasTyped, leaving.onLeave, {
    title: leaving.title,
    description: 'Your card details won’t be saved.',
  });
  return { chosen, isNew, choose, noteTyped: () => setHasTyped(true), leave, leaveDialog };
}
