import type { Outputs } from '@/client/lib/trpc';
import { cardName, expiryForDelivery, isExpiredBy } from '@/domain/payment/card';

/** An appointment as the server lists it for its customer. */
export type OwnAppointment = Outputs['booking']['list'][number];

/** Names the card that we'll charge, and warns if it expires before the delivery. */
export function savedCardText({
  testMode,
  paymentMethod,
  cardSaved,
  cardBrand,
  cardLast4,
  cardExpMonth,
  cardExpYear,
  date,
}: OwnAppointment): string {
  if (testMode) return 'Test Card';
  if (paymentMethod === 'invoice') return 'House account';
  if (!cardSaved) return 'No card saved yet';
  const name = cardName({ brand: cardBrand, last4: cardLast4 });
  const expiry = { expMonth: cardExpMonth, expYear: cardExpYear };
  return isExpiredBy(expiry, date) ? `${name}. ${expiryForDelivery(expiry, date)}` : name;
}

/** Staff decide on a dock outside the service area. */
export const OUTSIDE_AREA_TEXT =
  'Your dock is outside our service area. We’ll let you know if we can deliver there.';
