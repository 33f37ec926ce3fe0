import { CardArea, type CardAreaProps } from './card-area';
import { CardChoice, type CardChoiceProps } from './card-choice';
import type { ChosenCard } from './use-chosen-card';

type CardToUseProps = Pick<CardChoiceProps, 'cards'> &
  Omit<CardAreaProps, 'onEscape' | 'onTyped'> & { choice: ChosenCard };

/** Lets a person select a saved card, if there are any, or enter a new one. */
export function CardToUse({ cards, choice, ...area }: CardToUseProps) {
  return (
    <>
      {cards.length > 0 ? (
        <CardChoice
          cards={cards}
          value={choice.chosen}
          disabled={area.disabled}
          onChange={choice.choose}
        />
      ) : null}
      {choice.isNew ? (
        <div>
          <CardArea {...area} onEscape={choice.leave} onTyped={choice.noteTyped} />
        </div>
      ) : null}
    </>
  );
}
