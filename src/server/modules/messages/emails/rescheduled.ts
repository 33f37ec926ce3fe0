import {
  type EmailTemplate,
  endOfSlot,
  type OfDelivery,
  toCustomerOf,
  usAt,
  whenAndWhere,
} from '../email';

type Facts = OfDelivery & { supportPhone: string };

/** After staff moved an appointment to another time or dock; each move is told. */
export const rescheduled: EmailTemplate<Facts> = (
  { appointment, supportPhone, ownerLink },
  { now, settings },
) => ({
  to: toCustomerOf(appointment),
  about: `${now}:${appointment.id}`,
  subject: `Your delivery ${appointment.publicCode} has moved`,
  lines: [
    `Your delivery is now on ${whenAndWhere(appointment)}.`,
    `If that doesn't suit you, please call ${usAt(supportPhone)}.`,
  ],
  ownerLink,
  until: endOfSlot(appointment, settings),
});
