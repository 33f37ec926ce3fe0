import { formatDollars } from '@/domain/money';
import {
  aboutCharge,
  type EmailTemplate,
  type OfDelivery,
  paymentLink,
  toCustomerOf,
} from '../email';

type Facts = OfDelivery & { sequence: number };

/** The card was declined: the debt stays, and how to pay it (D29). */
export const balanceDue: EmailTemplate<Facts> = ({ appointment, sequence, ownerLink }) => ({
  to: toCustomerOf(appointment),
  about: aboutCharge(appointment, sequence),
  subject: `A payment is open for delivery ${appointment.publicCode}`,
  lines: [
    `Your card was not charged for ${sequence === 1 ? '' : 'the rest of '}the delivery to ${appointment.location}.`,
    `${formatDollars(appointment.remainingBalanceCents)} is still to be paid. You can pay it here: ${paymentLink(ownerLink)}`,
  ],
  ownerLink,
});
