import { formatDollars } from '@/domain/money';
import {
  type EmailTemplate,
  endOfSlot,
  type OfDelivery,
  paymentLink,
  toCustomerOf,
  whenAndWhere,
} from '../email';

/** After staff booked for a customer: the card is theirs to give, by the link. */
export const bookedForYou: EmailTemplate<OfDelivery> = (
  { appointment, ownerLink },
  { settings },
) => ({
  to: toCustomerOf(appointment),
  about: appointment.id,
  subject: `We booked your delivery ${appointment.publicCode}`,
  lines: [
    `As you asked, we booked a delivery for ${whenAndWhere(appointment)}.`,
    `Please give your card here: ${paymentLink(ownerLink)}`,
    `Nothing is charged now: the estimate is ${formatDollars(appointment.totalPriceCents)}, and we charge your card after the delivery, for what was really delivered.`,
  ],
  ownerLink,
  until: endOfSlot(appointment, settings),
});
