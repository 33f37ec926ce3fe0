import { RadioCards } from '@/client/components/radio-cards';
import { cardName, type NamedCard } from '@/client/lib/card-name';

/** Chosen when none of the saved cards is. */
export const NEW_CARD = 'new';

type CardChoiceProps = {
  cards: readonly (NamedCard & { id: string; note?: string | undefined })[];
  value: string;
  disabled: boolean;
  onChange: (id: string) => void;
};

/** One of the saved cards, or a new one to be typed. */
export function CardChoice({ cards, value, disabled, onChange }: CardChoiceProps) {
  return (
    <RadioCards
      legend="Card"
      value={value}
      disabled={disabled}
      onValueChange={onChange}
      options={[
        ...cards.map((card) => ({
          value: card.id,
          label: cardName(card),
          description: card.note,
          icon: 'card' as const,
        })),
        { value: NEW_CARD, label: 'A new card', icon: 'plus' as const },
      ]}
    />
  );
}
