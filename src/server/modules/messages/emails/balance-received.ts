import { type Cents, formatDollars } from '@/domain/money';
import { aboutCharge, type EmailTemplate, type OfDelivery, toCustomerOf } from '../email';

type Facts = OfDelivery & {
  sequence: number;
  paidCents: Cents;
  cardLast4: string | null;
};

/** After the payment of a balance that an e-mail had announced. */
export const balanceReceived: EmailTemplate<Facts> = ({
  appointment,
  sequence,
  paidCents,
  cardLast4,
  ownerLink,
}) => {
  const card = cardLast4 ? ` from the card ending in ${cardLast4}` : '';
  return {
    to: toCustomerOf(appointment),
    about: aboutCharge(appointment, sequence),
    subject: `Delivery ${appointment.publicCode} is paid`,
    lines: [
      `We received ${formatDollars(paidCents)}${card} for the delivery to ${appointment.location}.`,
      'Nothing is left to pay.',
    ],
    ownerLink,
  };
};
