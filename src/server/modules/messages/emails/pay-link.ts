import { formatDollars } from '@/domain/money';
import {
  type EmailTemplate,
  type OfDelivery,
  paymentLink,
  toCustomerOf,
  whenAndWhere,
} from '../email';

/** The link to the payment, each time that staff send it. */
export const payLink: EmailTemplate<OfDelivery> = ({ appointment, ownerLink }, { now }) => ({
  to: toCustomerOf(appointment),
  about: `${now}:${appointment.id}`,
  subject: `The payment of your delivery ${appointment.publicCode}`,
  lines: [
    appointment.remainingBalanceCents > 0
      ? `${formatDollars(appointment.remainingBalanceCents)} is to be paid for the delivery on ${whenAndWhere(appointment)}.`
      : `We have no card yet for the delivery on ${whenAndWhere(appointment)}. Nothing is charged before it is made.`,
    `You can do it here: ${paymentLink(ownerLink)}`,
  ],
  ownerLink,
});
