import type { Cents } from '../money';

/** How points are earned, in words for the account page. */
export const LOYALTY_RULE = 'One point for every whole dollar paid by card.';

/** Points for a payment: one for each whole dollar. */
export function pointsFor(paid: Cents): number {
  return Math.floor(Math.max(0, paid) / 100);
}
