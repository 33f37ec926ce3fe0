import { NOT_DELIVERED_MESSAGES, type NotDeliveredReason } from '@/domain/driver/not-delivered';
import { type EmailTemplate, type OfDelivery, toCustomerOf, usAt } from '../email';

type Facts = OfDelivery & { reason: NotDeliveredReason; supportPhone: string };

/** A driver came and could not deliver. */
export const notDelivered: EmailTemplate<Facts> = ({
  appointment,
  reason,
  supportPhone,
  ownerLink,
}) => ({
  to: toCustomerOf(appointment),
  about: appointment.id,
  subject: `Your delivery ${appointment.publicCode} could not be made`,
  lines: [
    NOT_DELIVERED_MESSAGES[reason],
    'Nothing was charged.',
    `To find another time, book again or call ${usAt(supportPhone)}.`,
  ],
  ownerLink,
});
