import { RadioCards } from '@/client/components/form/radio-cards';
import type { NamedCard } from '@/domain/payment/card';
import { cardName } from '@/domain/payment/card';

/** The option with this value opens the fields for a new card. */
export const NEW_CARD = 'new';

export type CardChoiceProps = {
  cards: readonly (NamedCard & { id: string; note?: string | null | undefined })[];
  value: string;
  disabled: boolean;
  onChange: (id: string) => void;
};

/** Lets a person select a saved card or a new one. */
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
        { value: NEW_CARD, label: 'New card', icon: 'plus' as const },
      ]}
    />
  );
}
