import type { Cents } from '../money';

/** Explains how points are earned. */
export const LOYALTY_RULE = 'One point for every whole dollar paid by card.';

/** Returns the points for a payment: one for each whole dollar. */
export function pointsFor(paid: Cents): number {
  return Math.floor(Math.max(0, paid) / 100);
}
