import { type Cents, formatDollars } from '../money';

/** What a customer agreed to, and when (ms). */
export type AgreedTerms = {
  bookedAt: number;
  /** Null if no card was saved. */
  cardSavedAt: number | null;
  sentences: readonly string[];
};

/** "After delivery, we'll charge your card about $88.00…", as shown where a card is saved. */
export function dueLaterText(estimateCents: Cents): string {
  return `After delivery, we’ll charge your card about ${formatDollars(estimateCents)}, for what we actually deliver.`;
}

/**
 * The sentences on the screen that saves a card. They're stored with the appointment, so rewording
 * them doesn't change the evidence for earlier deliveries.
 *
 * @param estimateCents the appointment's total when the card is saved
 */
export function cardTerms(estimateCents: Cents): string[] {
  return ['Amount due now: $0.00', dueLaterText(estimateCents)];
}

/**
 * The sentences that the screen showed before we stored them. They're evidence, so never edit them.
 *
 * @param estimateCents the total as it was booked, or null if it's unknown
 */
export function firstCardTerms(estimateCents: Cents | null): string[] {
  return [
    'Amount due now: $0.00',
    estimateCents === null
      ? 'The card is charged after the delivery, for what was really delivered'
      : `About ${formatDollars(estimateCents)} after the delivery, for what you get`,
  ];
}
