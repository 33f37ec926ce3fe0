import type { AppointmentRow } from '@/db/schema';
import { type Cents, formatDollars } from '@/domain/money';
import { type DisputeStatus, needsAnswer } from '@/domain/payment/dispute';
import { DISPUTE_STATUS_LABELS, disputeReasonText } from '@/domain/payment/dispute-texts';
import { formatMoment } from '@/domain/time';
import { type EmailTemplate, toStaff, whenAndWhere } from '../email';

type Facts = {
  appointment: AppointmentRow;
  dispute: {
    id: string;
    amountCents: Cents;
    reason: string;
    status: DisputeStatus;
    dueBy: number | null;
  };
  supportEmail: string;
};

/** To staff, when a payment is disputed and whenever that moves on. */
export const dispute: EmailTemplate<Facts> = (
  { appointment, dispute, supportEmail },
  { settings },
) => {
  const { id, status, amountCents, reason, dueBy } = dispute;
  const deadline =
    needsAnswer(status) && dueBy !== null
      ? [`Answer it at Stripe by ${formatMoment(dueBy, settings.timeZone)}, or it is lost.`]
      : [];
  return {
    to: toStaff(supportEmail, appointment),
    about: `${id}:${status}`,
    subject: `Dispute of ${appointment.publicCode}: ${DISPUTE_STATUS_LABELS[status].toLowerCase()}`,
    lines: [
      `The cardholder disputes ${formatDollars(amountCents)} of the delivery ${whenAndWhere(appointment)}: ${disputeReasonText(reason)}.`,
      `It stands as: ${DISPUTE_STATUS_LABELS[status]}.`,
      ...deadline,
      `What we know of this delivery, to print: ${settings.appUrl}/admin/evidence/${appointment.id}`,
    ],
  };
};
