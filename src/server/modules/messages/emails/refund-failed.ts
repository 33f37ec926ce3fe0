import { type Cents, formatDollars } from '@/domain/money';
import { type EmailTemplate, type OfDelivery, toCustomerOf, usAt } from '../email';

type Facts = OfDelivery & { refund: { id: string; amountCents: Cents }; supportPhone: string };

/** A bank sent back a refund that the customer was told of. */
export const refundFailed: EmailTemplate<Facts> = ({
  appointment,
  refund,
  supportPhone,
  ownerLink,
}) => ({
  to: toCustomerOf(appointment),
  about: refund.id,
  subject: `A refund for delivery ${appointment.publicCode} failed`,
  lines: [
    `Your bank did not take the ${formatDollars(refund.amountCents)} we gave back for the delivery to ${appointment.location}.`,
    `We still have it and will find another way. You can also call ${usAt(supportPhone)}.`,
  ],
  ownerLink,
});
