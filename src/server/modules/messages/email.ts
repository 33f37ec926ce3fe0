import type { AppointmentRow } from '@/db/schema';
import { formatLongDate } from '@/domain/dates';
import { nameInMessage } from '@/domain/message-text';
import { shownPhone } from '@/domain/phone-number';
import { timeSlotLabel, timeSlotOf } from '@/domain/slots/time-slots';
import { instantOf, zoneName } from '@/domain/time';
import type { Settings } from '@/server/config/deps';

/** One e-mail: to whom it goes and what it says, in plain text. */
export type Email = {
  to: Recipient;
  /** Tells it from the others of its kind: the same again is sent once. */
  about: string;
  subject: string;
  /** The text between the greeting and the signature. */
  lines: string[];
  /** The delivery's own page; it stands at the end, unless a line of the text leads there. */
  ownerLink?: string;
  /** Until when it is worth sending (ms); without it always. */
  until?: number;
};

/** What an e-mail may know beside its facts: the business's settings, and the time (ms). */
export type EmailContext = { settings: Settings; now: number };

/** How a file of `emails/` makes its e-mail out of typed facts. */
export type EmailTemplate<Facts> = (facts: Facts, context: EmailContext) => Email;

export type Recipient = {
  audience: 'customer' | 'staff';
  /** Null where the person gave none: no e-mail is sent. */
  address: string | null;
  name: string | null;
  /** The appointment that the e-mail is about, if it is about one. */
  appointmentId: string | null;
  /** Whether the person has proven the address, or the account whose proven address it must be. */
  proven: boolean | { accountId: string };
};

/** The customer of an appointment as the recipient of an e-mail. */
export const toCustomerOf = (appointment: AppointmentRow): Recipient => ({
  audience: 'customer',
  address: appointment.customerEmail,
  name: appointment.customerName,
  appointmentId: appointment.id,
  // Anyone may type the address of someone else for an appointment of their own.
  proven: appointment.userId !== null && { accountId: appointment.userId },
});

/** What an e-mail about a charge is about: the appointment, or a correction of it. */
export const aboutCharge = ({ id }: AppointmentRow, sequence: number) =>
  sequence === 1 ? id : `${id}:${sequence}`;

/** An appointment and the link to its own page: what every message to its customer knows. */
export type OfDelivery = { appointment: AppointmentRow; ownerLink: string };

/** The same page with its payment opened. */
export const paymentLink = (ownerLink: string) => `${ownerLink}?pay=now`;

export type Account = {
  id: string;
  email: string | null;
  emailProvenAt: number | null;
  fullName: string | null;
};

/** To an account whose address is proven. Any other one gets nothing but proofs and reset links (D78). */
export const toAccount = ({ email, emailProvenAt, fullName }: Account): Recipient => ({
  audience: 'customer',
  address: emailProvenAt === null ? null : email,
  name: fullName,
  appointmentId: null,
  proven: true,
});

/** To an address that the message itself is about: it proves it, or sets the password behind it. */
export const toAddress = (address: string | null, account: Account | null): Recipient => ({
  audience: 'customer',
  address,
  name: account?.fullName ?? null,
  appointmentId: null,
  proven: account !== null && account.emailProvenAt !== null,
});

/** Staff as the recipient of an e-mail, about an appointment or about none. */
export const toStaff = (address: string, appointment: AppointmentRow | null): Recipient => ({
  audience: 'staff',
  address,
  name: null,
  appointmentId: appointment?.id ?? null,
  proven: true,
});

/** "Saturday, June 13, 2026, 8:00 AM - 10:00 AM, at Pier 4". */
export const whenAndWhere = ({ date, slotIndex, location }: AppointmentRow) =>
  `${formatLongDate(date)}, ${timeSlotLabel(slotIndex)}, at ${location}`;

/** "us at (269) 555-0100", after "call". */
export const usAt = (supportPhone: string) => `us at ${shownPhone(supportPhone)}`;

/** The end of the appointment's time slot (ms). */
export const endOfSlot = ({ date, slotIndex }: AppointmentRow, { timeZone }: Settings) =>
  instantOf({ date, minutes: timeSlotOf(slotIndex).endMinutes }, timeZone);

/** A time of day in a text. */
const A_TIME = /\b\d{1,2}:\d{2} [AP]M\b/;

/** The whole text. Customers are greeted; staff get the way to the dashboard. */
export function bodyOf({ to, lines, ownerLink }: Email, { settings }: EmailContext): string {
  const name = nameInMessage(to.name);
  const isToStaff = to.audience === 'staff';
  const page = isToStaff ? `${settings.appUrl}/admin` : pageToAdd(lines, ownerLink);
  const text = [
    ...(isToStaff ? [] : [name ? `Hello ${name},` : 'Hello,', '']),
    ...lines,
    ...(page ? ['', `See it here: ${page}`] : []),
    // People read it in another zone than the lake's, and a mailbox doesn't convert times.
    ...(lines.some((line) => A_TIME.test(line))
      ? ['', `All times are ${zoneName(settings.timeZone)}.`]
      : []),
  ];
  return [...text, '', 'Dockside'].join('\n');
}

/** The page of the delivery, unless the text leads there already. */
const pageToAdd = (lines: string[], ownerLink?: string) =>
  ownerLink && lines.some((line) => line.includes(ownerLink)) ? undefined : ownerLink;
