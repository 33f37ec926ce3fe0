import type { CalendarDate } from '../dates';

/** The parts that people recognize a card by. */
export type NamedCard = { brand: string | null; last4: string | null };

/**
 * Returns the payment method that an appointment can be charged with. A card that was saved for one
 * delivery is removed at Stripe after payment, so a later correction can't use it.
 */
export const chargeableCard = (row: {
  stripePaymentMethodId: string | null;
  cardDetachedAt: number | null;
}): string | null => (row.cardDetachedAt === null ? row.stripePaymentMethodId : null);

/** The last month that a card works, or null if unknown. */
export type CardExpiry = { expMonth: number | null; expYear: number | null };

/** True if a card has expired by a date. Cards work through the last day of their month. */
export function isExpiredBy({ expMonth, expYear }: CardExpiry, date: CalendarDate): boolean {
  if (expMonth === null || expYear === null) return false;
  return `${expYear}-${String(expMonth).padStart(2, '0')}` < date.slice(0, 7);
}

/** Formats an expiry as "12/27". Returns null if it's unknown. */
export function expiryText({ expMonth, expYear }: CardExpiry): string | null {
  if (expMonth === null || expYear === null) return null;
  return `${String(expMonth).padStart(2, '0')}/${String(expYear % 100).padStart(2, '0')}`;
}

/** Formats "Expires 12/27", or "Expired 05/26" by a date. Returns null if the expiry is unknown. */
export function expiryNote(expiry: CardExpiry, date: CalendarDate): string | null {
  const text = expiryText(expiry);
  return text && `${isExpiredBy(expiry, date) ? 'Expired' : 'Expires'} ${text}`;
}

/**
 * Formats "Expires 12/27", with a warning if that's before the delivery. Returns null if it's
 * unknown.
 */
export function expiryForDelivery(expiry: CardExpiry, deliveredOn: CalendarDate): string | null {
  const text = expiryText(expiry);
  const isTooSoon = isExpiredBy(expiry, deliveredOn);
  return text && `Expires ${text}${isTooSoon ? ', before this delivery' : ''}`;
}

/** Formats "Visa ending in 4242". */
export function cardName({ brand, last4 }: NamedCard): string {
  const name = brand ? brand[0]?.toUpperCase() + brand.slice(1) : 'Card';
  return last4 ? `${name} ending in ${last4}` : name;
}

/** The message for a card that Stripe no longer charges. */
export const CARD_IS_GONE = 'This card can no longer be used. Use another card.';

/** Returns the message for an expired card. */
export const cardHasExpired = (card: NamedCard): string =>
  `Your ${cardName(card)} has expired. Use another card.`;
