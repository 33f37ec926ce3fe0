import { type Cents, formatDollars } from '@/domain/money';
import { type EmailTemplate, type OfDelivery, toCustomerOf } from '../email';

type Facts = OfDelivery & {
  refund: { id: string; amountCents: Cents };
  isCash: boolean;
};

/** After money was given back. */
export const moneyBack: EmailTemplate<Facts> = ({ appointment, refund, isCash, ownerLink }) => {
  const amount = formatDollars(refund.amountCents);
  return {
    to: toCustomerOf(appointment),
    about: refund.id,
    subject: `A refund for delivery ${appointment.publicCode}`,
    lines: [
      isCash
        ? `We gave you ${amount} back in cash for the delivery to ${appointment.location}.`
        : `We gave ${amount} back to your card for the delivery to ${appointment.location}. Banks take a few days to show it.`,
    ],
    ownerLink,
  };
};
