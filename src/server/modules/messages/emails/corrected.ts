import { type Cents, formatDollars, formatGallons, NO_CENTS, NO_GALLONS } from '@/domain/money';
import { type CorrectionPlan, givenBack } from '@/domain/payment/correction';
import { priceText, quoteOf } from '@/domain/pricing/quote';
import { type EmailTemplate, type OfDelivery, paymentLink, toCustomerOf } from '../email';

/** The appointment stands as the correction leaves it. */
type Facts = OfDelivery & {
  /** Tells this correction from others of the same delivery. */
  requestId: string;
  oldTotalCents: Cents;
  plan: CorrectionPlan;
};

/** After staff corrected what was delivered: the new receipt, and what happens with the money. */
export const corrected: EmailTemplate<Facts> = (facts) => {
  const { appointment, requestId, oldTotalCents, ownerLink } = facts;
  const { fuelType, location, publicCode, totalPriceCents } = appointment;
  const gallons = formatGallons(appointment.actualGallonsTenths ?? NO_GALLONS);
  return {
    to: toCustomerOf(appointment),
    about: `${appointment.id}:${requestId}`,
    subject: `Your delivery ${publicCode} was corrected`,
    lines: [
      `We corrected the figures of the delivery to ${location}: ${gallons} gallons of ${fuelType}.`,
      `${priceText(quoteOf(appointment))}.`,
      totalPriceCents === oldTotalCents
        ? `The total stays ${formatDollars(totalPriceCents)}.`
        : `The total was ${formatDollars(oldTotalCents)} and is ${formatDollars(totalPriceCents)} now.`,
      ...moneyLines(facts),
    ],
    ownerLink,
  };
};

function moneyLines({ appointment, plan, ownerLink }: Facts): string[] {
  const { cardLast4, remainingBalanceCents } = appointment;
  const lines: string[] = [];
  const { card, cash } = givenBack(plan.refunds);
  if (card > NO_CENTS) {
    lines.push(
      `We give ${formatDollars(card)} back to your card. Banks take a few days to show it.`,
    );
  }
  if (cash > NO_CENTS) lines.push(`We give ${formatDollars(cash)} back in cash.`);
  if (plan.extra?.way === 'card') {
    const to = cardLast4 ? `your card ending in ${cardLast4}` : 'the card you saved';
    const amount = formatDollars(plan.extra.amountCents);
    lines.push(`We charge ${amount} more to ${to}, and write to you if that does not work.`);
  } else if (remainingBalanceCents > NO_CENTS) {
    lines.push(
      `${formatDollars(remainingBalanceCents)} is still to be paid. You can pay it here: ${paymentLink(ownerLink)}`,
    );
  }
  return lines;
}
