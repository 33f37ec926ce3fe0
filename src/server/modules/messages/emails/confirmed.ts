import type { AppointmentRow } from '@/db/schema';
import { type EmailTemplate, toCustomerOf, whenAndWhere } from '../email';

/** After staff confirmed an appointment. */
export const confirmed: EmailTemplate<{ appointment: AppointmentRow }> = ({ appointment }) => ({
  to: toCustomerOf(appointment),
  about: appointment.id,
  subject: `Your delivery ${appointment.publicCode} is confirmed`,
  lines: [`Your delivery on ${whenAndWhere(appointment)} is confirmed.`],
});
