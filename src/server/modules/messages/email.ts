import type { AppointmentRow } from '@/db/schema';
import { formatLongDate, formatMonthDay, formatWeekday } from '@/domain/dates';
import { LEGAL_PATHS } from '@/domain/legal/legal-texts';
import { nameInMessage } from '@/domain/message-text';
import {
  firstFilled,
  MESSAGE_TABLE,
  type Values,
  type WordingName,
} from '@/domain/messages/message-table';
import { fuelIntoText, orderText } from '@/domain/order/order';
import { shownPhone } from '@/domain/phone-number';
import { timeSlotLabel, timeSlotOf } from '@/domain/slots/time-slots';
import { instantOf, zoneName } from '@/domain/time';
import type { Settings } from '@/server/config/deps';

/** One email in plain text. */
export type Email = {
  to: Recipient;
  /** Identifies the email within its kind, so that it's sent only once. */
  about: string;
  subject: string;
  /** The text between the greeting and the signature. */
  lines: string[];
  /** The row of the table that the subject and the first paragraph are from, if the owner can change them. */
  words?: Words;
  /** A PDF in Base64. */
  attachment?: { name: string; pdf: string };
  /** The delivery's own page. The link comes last, unless a line already contains it. */
  ownerLink?: string;
  /** The reader's options on that page. If omitted, they can only view the delivery. */
  pageLabel?: string;
  /** The time after which the email isn't worth sending (ms). If omitted, it always is. */
  until?: number;
};

/** A row of the table of messages, with the values of its placeholders. */
export type Words = { wording: WordingName; values: Values };

/** The business's settings, the company's name, and the current time (ms). */
export type EmailContext = { settings: Settings; company: string; now: number };

/** Builds one kind of email from its facts. */
export type EmailTemplate<Facts> = (facts: Facts, context: EmailContext) => Email;

export type Recipient = {
  audience: 'customer' | 'staff';
  /** Null if the person has no address, so no email is sent. */
  address: string | null;
  name: string | null;
  /** The appointment the email is about, if any. */
  appointmentId: string | null;
  /**
   * True if the person has verified the address. If only the database knows, the account that must
   * have verified it.
   */
  proven: boolean | { accountId: string };
};

/** Addresses an email to the customer of an appointment. */
export const toCustomerOf = (appointment: AppointmentRow): Recipient => ({
  audience: 'customer',
  address: appointment.customerEmail,
  name: appointment.customerName,
  appointmentId: appointment.id,
  // The address must be verified by this account, because anyone can enter another person's address
  // for an appointment.
  proven: appointment.userId !== null && { accountId: appointment.userId },
});

/** Returns the `about` of an email on a charge: the appointment, or one correction of it. */
export const aboutCharge = ({ id }: AppointmentRow, sequence: number) =>
  sequence === 1 ? id : `${id}:${sequence}`;

/** The facts that every email about a delivery needs. */
export type DeliveryFacts = { appointment: AppointmentRow; ownerLink: string };

/** Returns the link to the delivery's page with its payment form open. */
export const paymentLink = (ownerLink: string) => `${ownerLink}?pay=now`;

export type Account = {
  id: string;
  email: string | null;
  emailProvenAt: number | null;
  fullName: string | null;
};

/** Addresses an email to an account. An unverified address only gets links that verify it or reset a password. */
export const toAccount = ({ email, emailProvenAt, fullName }: Account): Recipient => ({
  audience: 'customer',
  address: emailProvenAt === null ? null : email,
  name: fullName,
  appointmentId: null,
  proven: true,
});

/** Addresses an email to the address that it's about, verified or not. */
export const toAddress = (address: string | null, account: Account | null): Recipient => ({
  audience: 'customer',
  address,
  name: account?.fullName ?? null,
  appointmentId: null,
  proven: account !== null && account.emailProvenAt !== null,
});

/** Addresses an email to staff. */
export const toStaff = (address: string, appointment: AppointmentRow | null): Recipient => ({
  audience: 'staff',
  address,
  name: null,
  appointmentId: appointment?.id ?? null,
  proven: true,
});

type Window = Pick<AppointmentRow, 'date' | 'slotIndex'>;

/** Formats a date for subjects: "Sat, Jun 13". */
export const shortDate = ({ date }: Pick<Window, 'date'>) =>
  `${formatWeekday(date)}, ${formatMonthDay(date)}`;

/** Formats a window for subjects: "Sat, Jun 13, 10:00 AM - 12:00 PM". */
export const shortWindow = (window: Window) =>
  `${shortDate(window)}, ${timeSlotLabel(window.slotIndex)}`;

/**
 * Formats a window in full: "Saturday, June 13, 2026, 10:00 AM - 12:00 PM Eastern Time". The zone
 * is included because people read email anywhere, and email programs don't convert times.
 */
export const fullWindow = ({ date, slotIndex }: Window, { timeZone }: Pick<Settings, 'timeZone'>) =>
  `${formatLongDate(date)}, ${timeSlotLabel(slotIndex)} ${zoneName(timeZone)}`;

/** Returns the start of the appointment's time window (ms). */
export const startOfWindow = (
  { date, slotIndex }: Window,
  { timeZone }: Pick<Settings, 'timeZone'>,
) => instantOf({ date, minutes: timeSlotOf(slotIndex).startMinutes }, timeZone);

/** Returns the end of the appointment's time window (ms). */
export const endOfWindow = (
  { date, slotIndex }: Window,
  { timeZone }: Pick<Settings, 'timeZone'>,
) => instantOf({ date, minutes: timeSlotOf(slotIndex).endMinutes }, timeZone);

/** Returns the subject and the first paragraph of an email about a delivery, from the table. */
export function startOf(
  wording: WordingName,
  appointment: AppointmentRow,
  values: Values = {},
): Pick<Email, 'subject' | 'words'> & { introduction: string[] } {
  const { subjects, introductions } = MESSAGE_TABLE[wording].email;
  const all = { day: shortDate(appointment), window: shortWindow(appointment), ...values };
  return {
    subject: firstFilled(subjects, all),
    introduction: introductions ? firstFilled(introductions, all).split('\n') : [],
    words: { wording, values: all },
  };
}

/** Formats the dock: "Pier 4, slip 12". */
const placeOf = ({ location, slipNumber }: AppointmentRow) =>
  slipNumber ? `${location}, slip ${slipNumber.replace(/^slip\s+/i, '')}` : location;

/** True if the order has fuel. */
export const bringsFuel = ({
  estimatedGallonsTenths,
  fillUp,
}: Pick<AppointmentRow, 'estimatedGallonsTenths' | 'fillUp'>) =>
  fillUp || estimatedGallonsTenths > 0;

export const whenLine = (window: Window, settings: Pick<Settings, 'timeZone'>) =>
  `When: ${fullWindow(window, settings)}`;
export const whereLine = (appointment: AppointmentRow) => `Where: ${placeOf(appointment)}`;

/** Lists the facts of a delivery, one per line, so that they're easy to check. */
export function detailLines(appointment: AppointmentRow, { settings }: EmailContext): string[] {
  const boat = appointment.boat?.name;
  const order = orderText(appointment);
  const into = fuelIntoText(appointment);
  return [
    `Delivery: ${appointment.publicCode}`,
    whenLine(appointment, settings),
    whereLine(appointment),
    ...(boat ? [`Boat: ${boat}`] : []),
    ...(order ? [`Order: ${order.charAt(0).toUpperCase()}${order.slice(1)}`] : []),
    ...(into ? [`Fuel goes into: ${into}`] : []),
  ];
}

/** Names the delivery: "your delivery to Pier 4 on Saturday, June 13, 2026 (D-7KM3Q9)". */
export const theDelivery = ({ location, date, publicCode }: AppointmentRow) =>
  `your delivery to ${location} on ${formatLongDate(date)} (${publicCode})`;

/** Formats the phone number to call: "call us at (269) 555-0100". */
export const callUs = (supportPhone: string) => `call us at ${shownPhone(supportPhone)}`;

/** The label of the link to a delivery that its customer can still change. */
export const CHANGE_HERE = 'You can change or cancel it here until your driver is on the way';

/** Joins paragraphs with a blank line between them. Empty paragraphs are left out. */
export function paragraphs(...parts: (string | readonly string[])[]): string[] {
  const filled = parts.map((part) => [part].flat()).filter((part) => part.length > 0);
  return filled.flatMap((part, index) => (index === 0 ? part : ['', ...part]));
}

/** Returns the whole text. Customers get a greeting, and staff get a link to the dashboard. */
export function bodyOf(email: Email, { settings, company }: EmailContext): string {
  const { to, lines } = email;
  const name = nameInMessage(to.name);
  const isToStaff = to.audience === 'staff';
  const page = isToStaff ? `Open the dashboard: ${settings.appUrl}/admin` : pageLine(email);
  const greeting = isToStaff ? [] : [name ? `Hello ${name},` : 'Hello,'];
  return paragraphs(greeting, lines, page, company).join('\n');
}

function pageLine({ lines, ownerLink, pageLabel = 'View your delivery' }: Email): string[] {
  const isKnown = ownerLink === undefined || lines.some((line) => line.includes(ownerLink));
  return isKnown ? [] : [`${pageLabel}: ${ownerLink}`];
}

/** The facts for the end of a customer's email. `cancellation` is empty for most emails. */
type Contact = { phone: string; canReply: boolean; appUrl: string; cancellation: string };

/** The end of a customer's email: who we are, and how to reach us. */
export type ContactLines = {
  lines: string[];
  /** How to change the address or stop the emails. Only the HTML form has this. */
  toStop: string;
  links: { label: string; href: string }[];
};

export function contactLines({ phone, canReply, appUrl, cancellation }: Contact): ContactLines {
  const call = `call ${shownPhone(phone)}`;
  const how = canReply ? `Reply to this email or ${call}` : `Call ${shownPhone(phone)}`;
  return {
    lines: [
      'Fuel and ice delivered to your boat',
      `Questions? ${how}.`,
      ...(cancellation ? [`Cancellation: ${cancellation}`] : []),
    ],
    toStop: `We email you only about your deliveries and your account. ${how} to change your email address or stop these emails.`,
    links: [
      { label: 'Terms', href: `${appUrl}${LEGAL_PATHS.terms}` },
      { label: 'Privacy', href: `${appUrl}${LEGAL_PATHS.privacy}` },
    ],
  };
}

/**
 * Returns the text as a customer gets it. Our phone number and the cancellation policy are added when it's
 * sent, so that writing a message doesn't have to read the settings, and so that waiting messages get the
 * latest values.
 */
export function withContact(body: string, { lines, links }: ContactLines) {
  const pages = links.map(({ label, href }) => `${label}: ${href}`);
  return [body, ...lines, ...pages].join('\n');
}
