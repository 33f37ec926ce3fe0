import { type EmailTemplate, type OfDelivery, toCustomerOf, whenAndWhere } from '../email';

/** The link, for a guest who asked for it; each time it is asked for. */
export const link: EmailTemplate<OfDelivery> = ({ appointment, ownerLink }, { now }) => ({
  to: toCustomerOf(appointment),
  about: `${now}:${appointment.id}`,
  subject: `The link to your delivery ${appointment.publicCode}`,
  lines: [
    `Here is the link to your delivery on ${whenAndWhere(appointment)}.`,
    'Messages about it come to this address from now on.',
  ],
  ownerLink,
});
