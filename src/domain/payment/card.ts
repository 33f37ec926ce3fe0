import type { CalendarDate } from '../dates';

/** The parts of a card that people recognise it by. */
export type NamedCard = { brand: string | null; last4: string | null };

/** The last month in which a card works; null where that is not known. */
export type CardExpiry = { expMonth: number | null; expYear: number | null };

/** Whether a card has expired by a date. A card works through the last day of its month. */
export function isExpiredBy({ expMonth, expYear }: CardExpiry, date: CalendarDate): boolean {
  if (expMonth === null || expYear === null) return false;
  return `${expYear}-${String(expMonth).padStart(2, '0')}` < date.slice(0, 7);
}

/** "12/27"; null where the expiry is not known. */
export function expiryText({ expMonth, expYear }: CardExpiry): string | null {
  if (expMonth === null || expYear === null) return null;
  return `${String(expMonth).padStart(2, '0')}/${String(expYear % 100).padStart(2, '0')}`;
}

/** "Expires 12/27", or "Expired 05/26" by a date; null where the expiry is not known. */
export function expiryNote(expiry: CardExpiry, date: CalendarDate): string | null {
  const text = expiryText(expiry);
  return text && `${isExpiredBy(expiry, date) ? 'Expired' : 'Expires'} ${text}`;
}

/** "Expires 12/27", beside a delivery that it may not last for; null where the expiry is not known. */
export function expiryForDelivery(expiry: CardExpiry, deliveredOn: CalendarDate): string | null {
  const text = expiryText(expiry);
  const isTooSoon = isExpiredBy(expiry, deliveredOn);
  return text && `Expires ${text}${isTooSoon ? ', before this delivery' : ''}`;
}

/** "Visa ending in 4242". */
export function cardName({ brand, last4 }: NamedCard): string {
  const name = brand ? brand[0]?.toUpperCase() + brand.slice(1) : 'Card';
  return last4 ? `${name} ending in ${last4}` : name;
}

/** What a person reads of a card that Stripe no longer charges. */
export const CARD_IS_GONE = 'This card can no longer be used. Choose another card.';

/** The refusal of a card that has expired. */
export const cardHasExpired = (card: NamedCard): string =>
  `Your ${cardName(card)} has expired. Choose another card.`;
