import type { AppointmentRow } from '@/db/schema';
import { type Cents, formatDollars, formatGallons, NO_GALLONS } from '@/domain/money';
import { priceText, quoteOf } from '@/domain/pricing/quote';
import { type EmailTemplate, type OfDelivery, paymentLink, toCustomerOf } from '../email';

type Facts = OfDelivery & {
  /** What is charged now, where staff look at the rest of the total. */
  takenCents?: Cents;
};

/** After the delivery, before its charge: what was delivered, and what happens with the money now. */
export const completed: EmailTemplate<Facts> = ({
  appointment,
  takenCents = appointment.totalPriceCents,
  ownerLink,
}) => {
  const { fuelType, location } = appointment;
  const isAll = takenCents === appointment.totalPriceCents;
  const gallons = formatGallons(appointment.actualGallonsTenths ?? NO_GALLONS);
  return {
    to: toCustomerOf(appointment),
    about: appointment.id,
    subject: `Your delivery ${appointment.publicCode} is done`,
    lines: [
      `We delivered ${gallons} gallons of ${fuelType} to ${location}.`,
      ...(isAll ? [`${priceText(quoteOf(appointment))}.`] : []),
      paymentLine(appointment, takenCents, ownerLink),
      ...(isAll ? [] : ['We check the figures, and write to you if more is to be paid.']),
    ],
    ownerLink,
  };
};

function paymentLine(appointment: AppointmentRow, takenCents: Cents, ownerLink: string): string {
  const { testMode, totalPriceCents, stripePaymentMethodId, cardLast4 } = appointment;
  if (testMode) return 'This was a test booking: nothing is charged.';
  if (totalPriceCents === 0) return 'There is nothing to pay.';
  const isAll = takenCents === totalPriceCents;
  const total = `${isAll ? 'Total' : 'For now'} ${formatDollars(takenCents)}`;
  if (!stripePaymentMethodId) {
    return `${total}, still to be paid. You can pay it here: ${paymentLink(ownerLink)}`;
  }
  const card = cardLast4 ? `your card ending in ${cardLast4}` : 'the card you saved';
  return `${total}. We charge it to ${card} now, and write to you if that does not work.`;
}
