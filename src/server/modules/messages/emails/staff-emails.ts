import type { AppointmentRow } from '@/db/schema';
import { canGetMail } from '@/domain/account/email';
import { NOT_DELIVERED_LABELS, type NotDeliveredReason } from '@/domain/driver/not-delivered';
import type { Spill } from '@/domain/driver/spill';
import { type Cents, formatDollars } from '@/domain/money';
import { fuelText } from '@/domain/order/order';
import { type DisputeStatus, needsAnswer } from '@/domain/payment/dispute';
import { DISPUTE_STATUS_LABELS, disputeReasonText } from '@/domain/payment/dispute-texts';
import { shownPhone } from '@/domain/phone-number';
import { unitPriceOf } from '@/domain/pricing/quote';
import { formatMoment, zoneName } from '@/domain/time';
import { detailLines, type EmailTemplate, paragraphs, toStaff } from '../email';

type RefundFailed = {
  appointment: AppointmentRow;
  refund: { id: string; amountCents: Cents; errorMessage: string | null };
  supportEmail: string;
};

/** Sent to staff when a bank rejects a refund, because the customer still expects the money. */
export const refundFailedStaff: EmailTemplate<RefundFailed> = ({
  appointment,
  refund,
  supportEmail,
}) => {
  const why = refund.errorMessage ? ` (${refund.errorMessage})` : '';
  return {
    to: toStaff(supportEmail, null),
    about: refund.id,
    subject: `Refund failed for delivery ${appointment.publicCode}`,
    lines: paragraphs(
      `The bank rejected the ${formatDollars(refund.amountCents)} refund${why}.`,
      canGetMail(appointment.customerEmail)
        ? 'We emailed the customer.'
        : 'The customer has no email address and hasn’t been notified.',
      'Refund it again, or return the money another way.',
    ),
  };
};

type CustomPriceChanged = {
  /** The appointment when its custom price was set, and after the customer's change. */
  before: AppointmentRow;
  after: AppointmentRow;
  supportEmail: string;
};

/** Sent when a customer changes an order so much that its custom price may no longer be right. */
export const customPriceChanged: EmailTemplate<CustomPriceChanged> = (
  { before, after, supportEmail },
  context,
) => ({
  to: toStaff(supportEmail, after),
  about: `${after.id}:${after.updatedAt}`,
  subject: `Check the custom price for delivery ${after.publicCode}`,
  lines: paragraphs(
    [
      `The customer changed ${fuelText(before) ?? 'ice only'} to ${fuelText(after) ?? 'ice only'}.`,
      after.customUnitPriceCents === null
        ? `The custom price of ${priceOf(before)} per gallon was for ${before.fuelType}. The order now costs ${priceOf(after)} per gallon.`
        : `The custom price of ${priceOf(after)} per gallon still applies.`,
    ],
    detailLines(after, context),
    'Check that the price is still the one you agreed on.',
  ),
});

const priceOf = (row: AppointmentRow) => formatDollars(unitPriceOf(row));

type Disputed = {
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

/** Sent when a payment is disputed, and each time the dispute changes. */
export const dispute: EmailTemplate<Disputed> = (
  { appointment, dispute, supportEmail },
  context,
) => {
  const { appUrl, timeZone } = context.settings;
  const { id, status, amountCents, reason, dueBy } = dispute;
  const deadline =
    needsAnswer(status) && dueBy !== null
      ? [
          `Respond in Stripe by ${formatMoment(dueBy, timeZone)} ${zoneName(timeZone)}, or we’ll lose the dispute.`,
        ]
      : [];
  return {
    to: toStaff(supportEmail, appointment),
    about: `${id}:${status}`,
    subject: `Dispute for ${appointment.publicCode}: ${DISPUTE_STATUS_LABELS[status].toLowerCase()}`,
    lines: paragraphs(
      [
        `The cardholder disputes ${formatDollars(amountCents)} for this delivery: ${disputeReasonText(reason)}.`,
        `Status: ${DISPUTE_STATUS_LABELS[status]}.`,
        ...deadline,
      ],
      detailLines(appointment, context),
      `Print the evidence: ${appUrl}/admin/evidence/${appointment.id}`,
    ),
  };
};

type DriverReport = {
  report: { id: string; reason: NotDeliveredReason | null; text: string; spill: Spill | null };
  driverName: string;
  appointment: AppointmentRow | null;
  supportEmail: string;
};

/** Sent when a driver reports something or couldn't deliver. */
export const driverReport: EmailTemplate<DriverReport> = (facts, context) => {
  const { report, driverName, appointment, supportEmail } = facts;
  return {
    to: toStaff(supportEmail, appointment),
    about: report.id,
    subject: reportSubject(facts),
    lines: paragraphs(
      `${driverName}: ${report.text}`,
      appointment ? [...detailLines(appointment, context), customerLine(appointment)] : [],
    ),
  };
};

function reportSubject({ report, driverName, appointment }: DriverReport): string {
  if (report.spill) return `${driverName} reported a spill`;
  if (!report.reason) return `${driverName} reported an issue`;
  const reason = NOT_DELIVERED_LABELS[report.reason].toLowerCase();
  return `Not delivered: ${appointment?.publicCode ?? ''}, ${reason}`;
}

function customerLine({ customerName, customerPhone }: AppointmentRow): string {
  const contact = [customerName, customerPhone && shownPhone(customerPhone)].filter(Boolean);
  return `Customer: ${contact.join(', ') || 'no contact details'}`;
}
