import { type Cents, formatDollars, NO_CENTS } from '../money';
import { asDelivered, type Delivered, type Order } from '../order/order';
import { doubtsOf, doubtText, type Ordered } from '../order/plausibility';
import { LEAST_CARD_CENTS } from '../payment/charge';
import { type Price, priceText, type Quote, quote } from '../pricing/quote';

/**
 * What a delivery comes to, and why its figures look like a slip of the finger, as a list and as
 * sentences. A test costs nothing, so that nothing in it is doubted.
 *
 * @param price.confirmAboveCents a total above this is confirmed (CONFIRM_ABOVE_DOLLARS)
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

/** The question that a person answers before a total is charged, with its reasons. */
export function totalQuestion(
  price: Quote,
  { doubtText = '', isNew = false }: { doubtText?: string; isNew?: boolean } = {},
): string {
  const total = `${formatDollars(price.totalCents)} (${priceText(price)})`;
  const question = `The ${isNew ? 'new ' : ''}total is ${total}. Please confirm it.`;
  return [doubtText, question].filter(Boolean).join(' ');
}

/** The totals that the person saw who completes a delivery; left out by callers that show none. */
export type SeenTotals = {
  /** Shown beside the figures. */
  expectedTotalCents?: Cents;
  /** Shown in a question, and confirmed. */
  confirmedTotalCents?: Cents;
};

/** What of a completed delivery's money waits for staff. */
export type PartInReview = 'all' | 'rest';

/**
 * What becomes of the money of a completion. `charge`: it is taken at once. `ask`: nothing is
 * recorded until a person confirms the total. `hold`: it is recorded, and staff look before anything
 * is taken.
 */
export type CompletionVerdict = 'charge' | 'ask' | 'hold';

/**
 * How much of a held completion is taken at once: of plausible figures the smaller total, which is
 * the one that the driver saw; of implausible ones nothing.
 */
export function chargeableNow(
  { totalCents, inDoubt }: { totalCents: Cents; inDoubt: boolean },
  { expectedTotalCents, confirmedTotalCents }: SeenTotals,
): Cents {
  const seen = confirmedTotalCents ?? expectedTotalCents ?? totalCents;
  return inDoubt || seen < LEAST_CARD_CENTS ? NO_CENTS : seen;
}

/**
 * Decides on a completion of `totalCents`. A confirmed total is charged exactly. A driver's device may send
 * late, when no person can answer a question, so the server never refuses it. It holds an implausible
 * total, and the part of a total above the one that was seen (`takenOfHeld`).
 *
 * @param inDoubt the figures are implausible
 * @param isOther the order isn't the one that the device showed, so that no driver has confirmed it
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
