import { type EmailTemplate, type OfDelivery, toCustomerOf, whenAndWhere } from '../email';

type Facts = OfDelivery & {
  /** "Visa ending in 4242". */
  card: string;
};

/** The card of a delivery to come was removed at Stripe or by its bank. */
export const cardGone: EmailTemplate<Facts> = ({ appointment, ownerLink, card }, { now }) => ({
  to: toCustomerOf(appointment),
  about: `${appointment.id}:${now}`,
  subject: `Delivery ${appointment.publicCode} needs another card`,
  lines: [
    `Your ${card} can no longer be used. It was saved for your delivery on ${whenAndWhere(appointment)}.`,
    'We still have your window. Nothing was charged.',
    `Add another card here: ${ownerLink}`,
  ],
  ownerLink,
});
