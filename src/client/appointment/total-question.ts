import type { Problem } from '@/client/lib/problem';
import { type Cents, cents, formatDollars, toDollars } from '@/domain/money';

/** Returns the call's field for the total that the person saw, or no field if they saw none. */
export const asExpected = (shownCents: Cents | null) =>
  shownCents === null ? {} : { expectedTotal: toDollars(shownCents) };

/** @returns the higher total that a refusal asks about, or null for other refusals */
export const askedTotal = ({ reason, details }: Problem): Cents | null =>
  reason === 'needs_confirmation' ? cents(Number(details?.totalCents)) : null;

/** Returns the question to ask before something costs more than the total that the person saw. */
export function totalQuestion(verb: 'Book' | 'Save', totalCents: Cents, message: string) {
  const label = `${verb} at ${formatDollars(totalCents)}`;
  return {
    title: `${label}?`,
    description: message,
    confirmLabel: label,
    cancelLabel: 'Keep Editing',
  };
}

/**
 * @returns a sentence with a leading space if a booking costs less than shown, or else an empty
 *   text
 */
export const lowerTotalText = (nowCents: Cents, shownCents: Cents | null): string =>
  shownCents === null || nowCents >= shownCents
    ? ''
    : ` The total dropped from ${formatDollars(shownCents)} to ${formatDollars(nowCents)}.`;
