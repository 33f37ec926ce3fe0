import { cardName } from '@/client/appointment/card-name';
import type { Outputs } from '@/client/lib/trpc';

/** A delivery as its customer's list has it. */
export type Delivery = Outputs['booking']['list'][number];

/** "Eagle Point Marina, Slip 14" */
export function dockText({ location, slipNumber }: Delivery): string {
  return slipNumber ? `${location}, ${slipNumber}` : location;
}

/** The card that is charged after the delivery. */
export function savedCardText({ testMode, cardSaved, cardBrand, cardLast4 }: Delivery): string {
  if (testMode) return 'Test Card';
  return cardSaved ? cardName({ brand: cardBrand, last4: cardLast4 }) : 'No card saved yet';
}
