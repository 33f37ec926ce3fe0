import type { EmailTemplate } from '../email';
import {
  accountMade,
  emailChanged,
  emailChanging,
  emailProof,
  factorChanged,
  passwordChanged,
  passwordReset,
  recurringPaused,
  recurringSkipped,
  staffAccess,
  staffInvited,
} from './account-emails';
import {
  booked,
  bookedForYou,
  cancelled,
  confirmed,
  enRoute,
  fromOffice,
  notDelivered,
  orderChanged,
  reminder,
  reminderCard,
  rescheduled,
  turnedBack,
} from './appointment-emails';
import { invoice, invoiceReminder } from './invoice-emails';
import { inAccount, link, linkReplaced, messagesMoved } from './link-emails';
import {
  balanceDue,
  balanceReceived,
  cardGone,
  completed,
  corrected,
  moneyBack,
  paidCash,
  payLink,
  refundFailed,
} from './payment-emails';
import { customPriceChanged, dispute, driverReport, refundFailedStaff } from './staff-emails';
import {
  waitlistConfirm,
  waitlistEnded,
  waitlistMissed,
  waitlistOffer,
  waitlistRemoved,
} from './waiting-emails';

/** All emails by kind. */
export const EMAILS = {
  booked,
  'booked-for-you': bookedForYou,
  confirmed,
  reminder,
  'reminder-card': reminderCard,
  rescheduled,
  'order-changed': orderChanged,
  cancelled,
  'from-office': fromOffice,
  'en-route': enRoute,
  'turned-back': turnedBack,
  link,
  'link-replaced': linkReplaced,
  'messages-moved': messagesMoved,
  'in-account': inAccount,
  'not-delivered': notDelivered,
  'card-gone': cardGone,
  completed,
  corrected,
  'balance-due': balanceDue,
  'balance-received': balanceReceived,
  'pay-link': payLink,
  'paid-cash': paidCash,
  refund: moneyBack,
  'refund-failed': refundFailed,
  'refund-failed-staff': refundFailedStaff,
  'custom-price-changed': customPriceChanged,
  dispute,
  'driver-report': driverReport,
  'account-made': accountMade,
  'staff-invited': staffInvited,
  'staff-access': staffAccess,
  'password-reset': passwordReset,
  'password-changed': passwordChanged,
  'email-proof': emailProof,
  'email-changing': emailChanging,
  'email-changed': emailChanged,
  'factor-changed': factorChanged,
  'recurring-skipped': recurringSkipped,
  'recurring-paused': recurringPaused,
  invoice,
  'invoice-reminder': invoiceReminder,
  'waitlist-confirm': waitlistConfirm,
  'waitlist-offer': waitlistOffer,
  'waitlist-missed': waitlistMissed,
  'waitlist-ended': waitlistEnded,
  'waitlist-removed': waitlistRemoved,
} satisfies Record<string, EmailTemplate<never>>;

export type MessageKind = keyof typeof EMAILS;
/** The facts that a kind of email needs. */
export type FactsOf<K extends MessageKind> = Parameters<(typeof EMAILS)[K]>[0];

/** Kinds that go to staff only. */
export const STAFF_KINDS: readonly MessageKind[] = [
  'refund-failed-staff',
  'custom-price-changed',
  'dispute',
  'driver-report',
];

/**
 * Emails to someone else's address that a stranger can trigger. Each recipient has a limit for all of
 * them together. The first message about a booking counts if its customer hasn't verified the
 * address. Later messages, which staff and drivers trigger, are always sent.
 */
export const CAUSED_BY_STRANGERS: Partial<Record<MessageKind, 'all' | 'unproven'>> = {
  'email-proof': 'all',
  'password-reset': 'all',
  'account-made': 'all',
  link: 'all',
  'link-replaced': 'unproven',
  'messages-moved': 'unproven',
  'in-account': 'unproven',
  booked: 'unproven',
  'waitlist-confirm': 'all',
};

/**
 * Kinds whose text contains a link that gives access to an account. The text is deleted once the
 * email is sent.
 */
export const SECRET_KINDS: readonly MessageKind[] = [
  'account-made',
  'staff-invited',
  'password-reset',
  'email-proof',
];

/** True if a stored message is about the waiting list, based on its key. Then it has no delivery. */
export const isAboutWaiting = ({ dedupeKey }: { dedupeKey: string }) =>
  dedupeKey.startsWith('waitlist-');

/** True if a stored message is for staff, based on its key. */
export const isForStaff = ({ dedupeKey }: { dedupeKey: string }) =>
  STAFF_KINDS.some((kind) => dedupeKey.startsWith(`${kind}:`));

/** Kinds that confirm what a customer booked, and state how long they can cancel it. */
const BOOKING_KINDS: readonly MessageKind[] = [
  'booked',
  'booked-for-you',
  'confirmed',
  'rescheduled',
];

/** True if a stored message confirms a booking, based on its key. */
export const isAboutBooking = ({ dedupeKey }: { dedupeKey: string }) =>
  BOOKING_KINDS.some((kind) => dedupeKey.startsWith(`${kind}:`));

/** True if a stored message reminds of a delivery, based on its key. */
export const isReminder = ({ dedupeKey }: { dedupeKey: string }) =>
  /^reminder(-card)?:/.test(dedupeKey);
