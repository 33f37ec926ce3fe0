import { type EmailTemplate, type OfDelivery, toCustomerOf, whenAndWhere } from '../email';

/** To a guest, once someone with the link or its key replaced it. */
export const linkReplaced: EmailTemplate<OfDelivery> = ({ appointment, ownerLink }, { now }) => ({
  to: toCustomerOf(appointment),
  about: `${now}:${appointment.id}`,
  subject: `The link to your delivery ${appointment.publicCode} was replaced`,
  lines: [
    `The old link to your delivery on ${whenAndWhere(appointment)}, no longer opens it. Please use the new one.`,
    'If you didn’t replace it, please contact us.',
  ],
  ownerLink,
});
