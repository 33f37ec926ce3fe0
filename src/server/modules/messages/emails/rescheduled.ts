import {
  type EmailTemplate,
  endOfSlot,
  type OfDelivery,
  toCustomerOf,
  whenAndWhere,
} from '../email';

/** After staff moved an appointment to another time or dock; each move is told. */
export const rescheduled: EmailTemplate<OfDelivery> = (
  { appointment, ownerLink },
  { now, settings },
) => ({
  to: toCustomerOf(appointment),
  about: `${now}:${appointment.id}`,
  subject: `Your delivery ${appointment.publicCode} has moved`,
  lines: [
    `Your delivery is now on ${whenAndWhere(appointment)}.`,
    'If that does not suit you, please call us.',
  ],
  ownerLink,
  until: endOfSlot(appointment, settings),
});
