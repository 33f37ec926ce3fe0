import { type EmailTemplate, type OfDelivery, toCustomerOf, whenAndWhere } from '../email';

/** To a delivery's own address, once it moved from a guest to an account. */
export const inAccount: EmailTemplate<OfDelivery> = ({ appointment, ownerLink }) => ({
  to: toCustomerOf(appointment),
  about: appointment.id,
  subject: `Your delivery ${appointment.publicCode} was added to an account`,
  lines: [
    `Your delivery on ${whenAndWhere(appointment)}, was booked without an account.`,
    'Someone signed in on the browser that booked it, with your phone number or email address, so we added the delivery to that account.',
    'Your link still opens the delivery. Its card pays for this delivery only.',
    'If that wasn’t you, please contact us.',
  ],
  ownerLink,
});
