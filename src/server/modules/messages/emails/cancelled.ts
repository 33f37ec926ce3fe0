import { type EmailTemplate, type OfDelivery, toCustomerOf, usAt, whenAndWhere } from '../email';

type Facts = OfDelivery & { reason: string | null; supportPhone: string };

/** After staff cancelled an appointment; a reason is passed on as they wrote it. */
export const cancelled: EmailTemplate<Facts> = ({
  appointment,
  reason,
  supportPhone,
  ownerLink,
}) => ({
  to: toCustomerOf(appointment),
  about: appointment.id,
  subject: `Your delivery ${appointment.publicCode} is cancelled`,
  lines: [
    `We had to cancel your delivery on ${whenAndWhere(appointment)}.`,
    ...(reason ? [reason] : []),
    `Nothing was charged. To find another time, book again or call ${usAt(supportPhone)}.`,
  ],
  ownerLink,
});
