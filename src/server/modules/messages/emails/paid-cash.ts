import { type Cents, formatDollars } from '@/domain/money';
import { aboutCharge, type EmailTemplate, type OfDelivery, toCustomerOf } from '../email';

type Facts = OfDelivery & { sequence: number; paidCents: Cents };

/** After staff recorded cash for a delivery. */
export const paidCash: EmailTemplate<Facts> = ({
  appointment,
  sequence,
  paidCents,
  ownerLink,
}) => ({
  to: toCustomerOf(appointment),
  about: aboutCharge(appointment, sequence),
  subject: `Delivery ${appointment.publicCode} is paid`,
  lines: [
    `We received ${formatDollars(paidCents)} in cash for the delivery to ${appointment.location}.`,
    sequence === 1 ? 'Your card was not charged.' : 'Your card was not charged for it.',
    ...(appointment.remainingBalanceCents > 0
      ? [`${formatDollars(appointment.remainingBalanceCents)} is still to be paid.`]
      : []),
  ],
  ownerLink,
});
