import { type ReactNode, useState } from 'react';
import { useLeaveQuestion } from '@/client/components/dialog/confirm-dialog';
import { NEW_CARD } from './card-choice';

/** The card that is chosen, and leaving, which asks first where a new card was typed. */
export type ChosenCard = {
  /** The id of a saved card, or `NEW_CARD`. */
  chosen: string;
  isNew: boolean;
  choose: (id: string) => void;
  noteTyped: () => void;
  leave: () => Promise<void>;
  leaveDialog: ReactNode;
};

/**
 * Begins with the first of the cards. Put `{leaveDialog}` into the dialog.
 *
 * @param leaving.title what the question before leaving asks
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
