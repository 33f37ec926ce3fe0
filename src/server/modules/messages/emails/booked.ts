import { formatDollars } from '@/domain/money';
import {
  type EmailTemplate,
  endOfSlot,
  type OfDelivery,
  toCustomerOf,
  whenAndWhere,
} from '../email';

/** After the card was saved: nothing is charged yet, and staff will confirm (D15). */
export const booked: EmailTemplate<OfDelivery> = ({ appointment, ownerLink }, { settings }) => ({
  to: toCustomerOf(appointment),
  about: appointment.id,
  subject: `Your delivery ${appointment.publicCode} is booked`,
  lines: [
    `We have your order for ${whenAndWhere(appointment)}.`,
    appointment.testMode
      ? 'This is a test booking. No card is stored, and nothing will be charged.'
      : `Nothing was charged. The estimate is ${formatDollars(appointment.totalPriceCents)}; we charge your card after the delivery, for what was really delivered.`,
    'We will confirm it shortly.',
  ],
  ownerLink,
  until: endOfSlot(appointment, settings),
});
