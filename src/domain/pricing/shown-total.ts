import * as z from 'zod/mini';
import { DomainError } from '../errors';
import { dollars } from '../fields';
import { type Cents, formatDollars, toDollars, type UnitPrice } from '../money';
import { MAX_CHARGE_CENTS } from '../payment/charge';
import { linesInDollars, type Quote } from './quote';

/** The total shown to the person who sent a call. Callers that don't show one omit it. */
export const shownTotal = z.optional(
  dollars('Please send the total in dollars, such as 122.85.', { most: MAX_CHARGE_CENTS }),
);

/** Formats "The total is now $127.00 instead of $107.00." */
export const changedTotalText = (nowCents: Cents, shownCents: Cents): string =>
  `The total is now ${formatDollars(nowCents)} instead of ${formatDollars(shownCents)}.`;

type Shown = {
  expectedTotalCents: Cents | undefined;
  /** A test is free, so its total needs no confirmation. */
  testMode: boolean;
  unitPriceCents: UnitPrice;
};

/**
 * Throws `needs_confirmation` if an order costs more than the shown total. The error's details have
 * the total to send as `expectedTotal` once the person agrees. A lower price needs no confirmation.
 * @param nothing the sentence that says what wasn't done, such as "Nothing was booked."
 */
export function refuseHigherTotal(price: Quote, shown: Shown, nothing: string): void {
  const { expectedTotalCents, testMode, unitPriceCents } = shown;
  const { totalCents } = price;
  if (testMode || expectedTotalCents === undefined || totalCents <= expectedTotalCents) return;
  const text = changedTotalText(totalCents, expectedTotalCents);
  throw new DomainError('needs_confirmation', `The price changed. ${text} ${nothing}`, {
    field: 'expectedTotal',
    details: {
      totalCents,
      unitPriceCents,
      total: toDollars(totalCents),
      lines: linesInDollars(price),
    },
  });
}
