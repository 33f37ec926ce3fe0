import type { ReactNode } from 'react';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { type CalendarDate, formatLongDate } from '@/domain/dates';
import {
  type CardExpiry,
  cardName,
  expiryText,
  isExpiredBy,
  type NamedCard,
} from '@/domain/payment/card';

/**
 * Asks before using a card that expires before the delivery. Resolves to true for any other card.
 * The dialog renders `expiryDialog`.
 */
export function useExpiryQuestion(date: CalendarDate): {
  mayExpire: (card: NamedCard & CardExpiry) => Promise<boolean>;
  expiryDialog: ReactNode;
} {
  const { confirm, confirmDialog } = useConfirm();
  const mayExpire = async (card: NamedCard & CardExpiry) =>
    !isExpiredBy(card, date) ||
    confirm({
      title: 'Use this card?',
      description: `Your ${cardName(card)} expires ${expiryText(card)}, before your delivery on ${formatLongDate(date)}. The payment may fail.`,
      confirmLabel: 'Use This Card',
      cancelLabel: 'Use Another Card',
    });
  return { mayExpire, expiryDialog: confirmDialog };
}
