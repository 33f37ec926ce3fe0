import { cardName } from '@/client/appointment/card-name';
import type { Outputs } from '@/client/lib/trpc';

/** An appointment as its customer's list has it. */
export type OwnAppointment = Outputs['booking']['list'][number];

/** "Eagle Point Marina, Slip 14" */
export function dockText({ location, slipNumber }: OwnAppointment): string {
  return slipNumber ? `${location}, ${slipNumber}` : location;
}

/** The card that is charged after the delivery. */
export function savedCardText({
  testMode,
  cardSaved,
  cardBrand,
  cardLast4,
}: OwnAppointment): string {
  if (testMode) return 'Test Card';
  return cardSaved ? cardName({ brand: cardBrand, last4: cardLast4 }) : 'No card saved yet';
}
