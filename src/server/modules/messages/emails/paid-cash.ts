import type { AppointmentRow } from '@/db/schema';
import { formatDollars } from '@/domain/money';
import { type EmailTemplate, toCustomerOf } from '../email';

/** After staff recorded cash for a delivery. */
export const paidCash: EmailTemplate<{ appointment: AppointmentRow }> = ({ appointment }) => ({
  to: toCustomerOf(appointment),
  about: appointment.id,
  subject: `Delivery ${appointment.publicCode} is paid`,
  lines: [
    `We received ${formatDollars(appointment.totalPaidCents)} in cash for the delivery to ${appointment.location}.`,
    'Your card was not charged.',
  ],
});
