import { type EmailTemplate, type OfDelivery, toCustomerOf, whenAndWhere } from '../email';

/** To the former address of a guest's delivery, once its messages go to another one. */
export const messagesMoved: EmailTemplate<OfDelivery> = ({ appointment, ownerLink }, { now }) => ({
  to: toCustomerOf(appointment),
  about: `${now}:${appointment.id}`,
  subject: `Messages about your delivery ${appointment.publicCode} go to another address now`,
  lines: [
    `Someone asked us to send messages about your delivery on ${whenAndWhere(appointment)}, to another email address.`,
    'Your link still opens the delivery. If that wasn’t you, open it and replace the link, or contact us.',
  ],
  ownerLink,
});
