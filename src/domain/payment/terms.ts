import { type Cents, formatDollars } from '../money';

/** What a customer agreed to, and when (ms). */
export type AgreedTerms = {
  bookedAt: number;
  /** Null where no card was saved. */
  cardSavedAt: number | null;
  sentences: readonly string[];
};

/** "About $88.00 after the delivery, for what you get": said where a card is saved. */
export function dueLaterText(estimateCents: Cents): string {
  return `About ${formatDollars(estimateCents)} after the delivery, for what you get`;
}

/**
 * What stands on the screen that saves a card.
 *
 * @param estimateCents the total as it was booked; null where it is not known any more
 */
export function termsOf(estimateCents: Cents | null): string[] {
  return [
    'Amount due now: $0.00',
    estimateCents === null
      ? 'The card is charged after the delivery, for what was really delivered'
      : dueLaterText(estimateCents),
  ];
}
