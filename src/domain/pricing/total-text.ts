import { type Cents, formatDollars } from '../money';

/** The word before a total that can still change, because it depends on the delivered amounts. */
export const totalWord = (order: { fillUp: boolean }) => (order.fillUp ? 'at most' : 'about');

/**
 * Formats the total of an order before its delivery, the same on every screen and in every email:
 * "at most $312.00" for a fill-up, "about $107.00" otherwise.
 */
export function totalText(order: { fillUp: boolean }, totalCents: Cents): string {
  return `${totalWord(order)} ${formatDollars(totalCents)}`;
}
