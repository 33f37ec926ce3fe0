import { NOT_DELIVERED_MESSAGES, type NotDeliveredReason } from '@/domain/driver/not-delivered';
import { type EmailTemplate, type OfDelivery, toCustomerOf, usAt } from '../email';

type Facts = OfDelivery & {
  reason: NotDeliveredReason;
  /** The driver comes again later that day. */
  tryAgain: boolean;
  supportPhone: string;
};

/** A driver came and could not deliver. */
export const notDelivered: EmailTemplate<Facts> = (
  { appointment, reason, tryAgain, supportPhone, ownerLink },
  { now },
) => ({
  to: toCustomerOf(appointment),
  // A second try may fail as well, and is told too.
  about: `${appointment.id}:${now}`,
  subject: tryAgain
    ? `We’ll try your delivery ${appointment.publicCode} again today`
    : `Your delivery ${appointment.publicCode} could not be made`,
  lines: [
    NOT_DELIVERED_MESSAGES[reason],
    'Nothing was charged.',
    tryAgain
      ? `We’ll come back later today. If that doesn’t work for you, call ${usAt(supportPhone)}.`
      : `To find another time, book again or call ${usAt(supportPhone)}.`,
  ],
  ownerLink,
});
