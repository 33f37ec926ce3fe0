import {
  type EmailTemplate,
  endOfSlot,
  type OfDelivery,
  toCustomerOf,
  whenAndWhere,
} from '../email';

/** After staff confirmed an appointment. */
export const confirmed: EmailTemplate<OfDelivery> = ({ appointment, ownerLink }, { settings }) => ({
  to: toCustomerOf(appointment),
  about: appointment.id,
  subject: `Your delivery ${appointment.publicCode} is confirmed`,
  lines: [`Your delivery on ${whenAndWhere(appointment)} is confirmed.`],
  ownerLink,
  until: endOfSlot(appointment, settings),
});
