import type { AppointmentRow } from '@/db/schema';
import { NOT_DELIVERED_LABELS, type NotDeliveredReason } from '@/domain/driver/not-delivered';
import type { Spill } from '@/domain/driver/spill';
import { shownPhone } from '@/domain/phone-number';
import { type EmailTemplate, toStaff } from '../email';

type Facts = {
  report: { id: string; reason: NotDeliveredReason | null; text: string; spill: Spill | null };
  driverName: string;
  appointment: AppointmentRow | null;
  supportEmail: string;
};

/** To staff, when a driver reports something or could not deliver. */
export const driverReport: EmailTemplate<Facts> = (facts) => ({
  to: toStaff(facts.supportEmail, facts.appointment),
  about: facts.report.id,
  subject: subjectOf(facts),
  lines: [`${facts.driverName}: ${facts.report.text}`, ...appointmentLines(facts.appointment)],
});

function subjectOf({ report, driverName, appointment }: Facts): string {
  if (report.spill) return `${driverName} reports a spill`;
  if (!report.reason) return `${driverName} reports an issue`;
  const reason = NOT_DELIVERED_LABELS[report.reason].toLowerCase();
  return `Not delivered: ${appointment?.publicCode ?? ''}, ${reason}`;
}

function appointmentLines(appointment: AppointmentRow | null): string[] {
  if (!appointment) return [];
  const { publicCode, location, customerName, customerPhone } = appointment;
  const contact = [customerName, customerPhone && shownPhone(customerPhone)].filter(Boolean);
  return [
    '',
    `Delivery ${publicCode}, ${location}.`,
    `Customer: ${contact.join(', ') || 'no contact given'}.`,
  ];
}
