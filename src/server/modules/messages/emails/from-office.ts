import { type EmailTemplate, type OfDelivery, toCustomerOf, whenAndWhere } from '../email';

type Facts = OfDelivery & { text: string; bulkId: string };

/** What staff write to the customers of some deliveries, as they wrote it. */
export const fromOffice: EmailTemplate<Facts> = ({ appointment, text, bulkId, ownerLink }) => ({
  to: toCustomerOf(appointment),
  about: `${bulkId}:${appointment.id}`,
  subject: `About your delivery ${appointment.publicCode}`,
  lines: [`This is about your delivery on ${whenAndWhere(appointment)}.`, '', text],
  ownerLink,
});
