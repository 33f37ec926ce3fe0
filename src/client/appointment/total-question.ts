import type { Problem } from '@/client/lib/problem';
import { type Cents, cents, formatDollars, toDollars } from '@/domain/money';

/** The field of a call that says which total the person saw; none if none was shown. */
export const asExpected = (shownCents: Cents | null) =>
  shownCents === null ? {} : { expectedTotal: toDollars(shownCents) };

/** The higher total that a refused call asks about; null for any other refusal. */
export const askedTotal = ({ reason, details }: Problem): Cents | null =>
  reason === 'needs_confirmation' ? cents(Number(details?.totalCents)) : null;

/** The question before something costs more than the person saw. */
export function totalQuestion(verb: 'Book' | 'Save', totalCents: Cents, message: string) {
  const label = `${verb} at ${formatDollars(totalCents)}`;
  return {
    title: `${label}?`,
    description: message,
    confirmLabel: label,
    cancelLabel: 'Keep Editing',
  };
}

/** A sentence for a toast, after a space, if a booking costs less than the person saw; else blank. */
export const lowerTotalText = (nowCents: Cents, shownCents: Cents | null): string =>
  shownCents === null || nowCents >= shownCents
    ? ''
    : ` The price dropped: ${formatDollars(nowCents)} instead of ${formatDollars(shownCents)}.`;
