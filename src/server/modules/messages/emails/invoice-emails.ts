import { type CalendarDate, formatLongDate } from '@/domain/dates';
import { type Cents, cents, formatDollars } from '@/domain/money';
import { type EmailTemplate, paragraphs, type Recipient } from '../email';

export type InvoiceFacts = {
  number: number;
  /** The account that owes it, so that its messages are known as the customer's. */
  userId: string;
  /** Counts the emails of this kind, so that each one is sent once. */
  sequence: number;
  address: string;
  totalCents: Cents;
  openCents: Cents;
  dueOn: CalendarDate;
  file: { name: string; pdf: string };
};

/** Staff enter the address of a house account, so it counts as verified. */
const toBilling = (address: string): Recipient => ({
  audience: 'customer',
  address,
  name: null,
  appointmentId: null,
  proven: true,
});

function unpaidLines(totalCents: Cents, openCents: Cents): string[] {
  if (openCents === totalCents) return [];
  if (openCents === 0) return ['It’s paid. Thank you.'];
  const lines = [`Unpaid: ${formatDollars(openCents)}`];
  return openCents < totalCents
    ? lines
    : [...lines, 'That’s more than the total, because its credit was already applied or returned.'];
}

/** Sent when staff send an invoice. */
export const invoice: EmailTemplate<InvoiceFacts> = (
  { number, userId, sequence, address, totalCents, openCents, dueOn, file },
  { company },
) => ({
  to: toBilling(address),
  about: `${userId}:${number}:${sequence}`,
  subject: `Invoice ${number} from ${company}`,
  lines: paragraphs([
    `Invoice ${number} is attached.`,
    ...(totalCents <= 0 && openCents === 0
      ? [`It’s a credit of ${formatDollars(cents(-totalCents))}. You don’t need to do anything.`]
      : [
          `Total: ${formatDollars(totalCents)}`,
          ...unpaidLines(totalCents, openCents),
          ...(openCents === 0 ? [] : [`Due: ${formatLongDate(dueOn)}`]),
        ]),
  ]),
  attachment: file,
});

/** Sent when staff remind a house account of an overdue invoice. */
export const invoiceReminder: EmailTemplate<InvoiceFacts> = (
  { number, userId, sequence, address, openCents, dueOn, file },
  { company },
) => ({
  to: toBilling(address),
  about: `${userId}:${number}:${sequence}`,
  subject: `Invoice ${number} from ${company} is overdue`,
  lines: paragraphs(
    `Invoice ${number} was due on ${formatLongDate(dueOn)}. ${formatDollars(openCents)} is unpaid. The invoice is attached.`,
    'If you’ve just paid, thank you. You don’t need to do anything.',
  ),
  attachment: file,
});
