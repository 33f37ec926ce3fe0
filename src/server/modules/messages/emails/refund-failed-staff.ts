import type { AppointmentRow } from '@/db/schema';
import { canGetMail } from '@/domain/account/email';
import { type Cents, formatDollars } from '@/domain/money';
import { type EmailTemplate, toStaff } from '../email';

type Facts = {
  appointment: AppointmentRow;
  refund: { id: string; amountCents: Cents; errorMessage: string | null };
  supportEmail: string;
};

/** To staff, when a bank sent a refund back: the customer waits for money that is not on its way. */
export const refundFailedStaff: EmailTemplate<Facts> = ({ appointment, refund, supportEmail }) => {
  const why = refund.errorMessage ? ` (${refund.errorMessage})` : '';
  return {
    to: toStaff(supportEmail, null),
    about: refund.id,
    subject: `A refund for delivery ${appointment.publicCode} failed`,
    lines: [
      `The bank did not take the ${formatDollars(refund.amountCents)} given back${why}.`,
      canGetMail(appointment.customerEmail)
        ? 'The customer has been told by mail.'
        : 'The customer gave no e-mail address and does not know yet.',
      'Refund it again, or give it back another way.',
    ],
  };
};
