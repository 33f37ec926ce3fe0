import type { AppointmentRow } from '@/db/schema';
import { formatDollars } from '@/domain/money';
import { type EmailTemplate, toCustomerOf } from '../email';

type Facts = { appointment: AppointmentRow; ownerLink: string };

/** The card was declined: the debt stays, and how to pay it (D29). */
export const balanceDue: EmailTemplate<Facts> = ({ appointment, ownerLink }) => ({
  to: toCustomerOf(appointment),
  about: appointment.id,
  subject: `A payment is open for delivery ${appointment.publicCode}`,
  lines: [
    `Your card was not charged for the delivery to ${appointment.location}.`,
    `${formatDollars(appointment.remainingBalanceCents)} is still to be paid. You can pay it here: ${ownerLink}`,
  ],
});
