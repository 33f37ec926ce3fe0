import { type Cents, formatDollars, NO_CENTS } from '../money';
import { asDelivered, type Delivered, type Order } from '../order/order';
import { doubtsOf, doubtText, type Ordered } from '../order/plausibility';
import { LEAST_CARD_CENTS } from '../payment/charge';
import { priceText } from '../pricing/delivered-price';
import { type Price, type Quote, quote } from '../pricing/quote';

/**
 * Returns a delivery's total and the reasons why its figures look like typos, as a list and as
 * sentences. A test is free, so its figures are never in doubt.
 *
 * @param price.confirmAboveCents a total above this must be confirmed (CONFIRM_ABOVE_DOLLARS)
 */
export function assessDelivery(
  ordered: Order & Ordered,
  delivered: Delivered,
  price: Price & { confirmAboveCents: Cents },
) {
  const { confirmAboveCents } = price;
  const order = asDelivered(ordered, delivered);
  const total = quote(order, price);
  const doubts = price.testMode
    ? []
    : doubtsOf(ordered, delivered, { totalCents: total.totalCents, confirmAboveCents });
  return {
    order,
    price: total,
    doubts,
    doubtText: doubtText(doubts, ordered, delivered, confirmAboveCents),
  };
}

/** Returns the question that asks a person to confirm a total, with the reasons. */
export function totalQuestion(
  price: Quote,
  { doubtText = '', isNew = false }: { doubtText?: string; isNew?: boolean } = {},
): string {
  const total = `${formatDollars(price.totalCents)} (${priceText(price)})`;
  const question = `The ${isNew ? 'new ' : ''}total is ${total}. Please confirm it.`;
  return [doubtText, question].filter(Boolean).join(' ');
}

/** The totals shown to the person who completes a delivery. Callers that show none omit them. */
export type SeenTotals = {
  /** The total shown with the figures. */
  expectedTotalCents?: Cents;
  /** The total in the question that the person confirmed. */
  confirmedTotalCents?: Cents;
};

/** The part of a completed delivery's money that is in review. */
export type PartInReview = 'all' | 'rest';

/**
 * What to do with the money of a completion:
 * - `charge`: charge it now.
 * - `ask`: record nothing until a person confirms the total.
 * - `hold`: record it, and let staff review the charge first.
 */
export type CompletionVerdict = 'charge' | 'ask' | 'hold';

/**
 * Returns the amount to charge now while the rest is in review. If the figures are plausible, it's
 * the total that the driver saw, which is the smaller one. Otherwise it's nothing.
 */
export function chargeableNow(
  { totalCents, inDoubt }: { totalCents: Cents; inDoubt: boolean },
  { expectedTotalCents, confirmedTotalCents }: SeenTotals,
): Cents {
  const seen = confirmedTotalCents ?? expectedTotalCents ?? totalCents;
  return inDoubt || seen < LEAST_CARD_CENTS ? NO_CENTS : seen;
}

/**
 * Decides what to do with a completion of `totalCents`. A confirmed total is always charged. A
 * driver's device may send a completion late, when nobody can answer a question, so the server
 * never refuses it. Instead, staff review an implausible total, or the part of a total above the
 * one that the driver saw (`chargeableNow`).
 *
 * @param inDoubt true if the figures are implausible
 * @param isOther true if the order isn't the one that the device showed, so the driver didn't
 * confirm it
 */
export function completionVerdict(
  {
    totalCents,
    inDoubt,
    isOther = false,
    byDevice,
  }: { totalCents: Cents; inDoubt: boolean; isOther?: boolean; byDevice: boolean },
  { expectedTotalCents, confirmedTotalCents }: SeenTotals,
): CompletionVerdict {
  if (byDevice && isOther) return 'hold';
  if (confirmedTotalCents === totalCents) return 'charge';
  const seen = confirmedTotalCents ?? expectedTotalCents ?? totalCents;
  if (!byDevice) return inDoubt || seen !== totalCents ? 'ask' : 'charge';
  return inDoubt || seen < totalCents ? 'hold' : 'charge';
}
