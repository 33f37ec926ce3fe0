import type { EmailTemplate } from '../email';
import { accountMade } from './account-made';
import { balanceDue } from './balance-due';
import { balanceReceived } from './balance-received';
import { booked } from './booked';
import { bookedForYou } from './booked-for-you';
import { cancelled } from './cancelled';
import { cardGone } from './card-gone';
import { completed } from './completed';
import { confirmed } from './confirmed';
import { corrected } from './corrected';
import { customPriceChanged } from './custom-price-changed';
import { dispute } from './dispute';
import { driverReport } from './driver-report';
import { emailChanging } from './email-changing';
import { emailProof } from './email-proof';
import { enRoute } from './en-route';
import { factorChanged } from './factor-changed';
import { fromOffice } from './from-office';
import { inAccount } from './in-account';
import { link } from './link';
import { linkReplaced } from './link-replaced';
import { messagesMoved } from './messages-moved';
import { notDelivered } from './not-delivered';
import { paidCash } from './paid-cash';
import { passwordChanged } from './password-changed';
import { passwordReset } from './password-reset';
import { payLink } from './pay-link';
import { recurringPaused } from './recurring-paused';
import { recurringSkipped } from './recurring-skipped';
import { moneyBack } from './refund';
import { refundFailed } from './refund-failed';
import { refundFailedStaff } from './refund-failed-staff';
import { rescheduled } from './rescheduled';

/** Every e-mail, by its kind, which is the name of its file. */
export const EMAILS = {
  booked,
  'booked-for-you': bookedForYou,
  confirmed,
  rescheduled,
  cancelled,
  'from-office': fromOffice,
  'en-route': enRoute,
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
  'password-reset': passwordReset,
  'password-changed': passwordChanged,
  'email-proof': emailProof,
  'email-changing': emailChanging,
  'factor-changed': factorChanged,
  'recurring-skipped': recurringSkipped,
  'recurring-paused': recurringPaused,
} satisfies Record<string, EmailTemplate<never>>;

export type MessageKind = keyof typeof EMAILS;
/** The facts that a kind of e-mail is made of. */
export type FactsOf<K extends MessageKind> = Parameters<(typeof EMAILS)[K]>[0];

/** Kinds that staff are told, and no customer. */
export const STAFF_KINDS: readonly MessageKind[] = [
  'refund-failed-staff',
  'custom-price-changed',
  'dispute',
  'driver-report',
];

/**
 * Kinds that a stranger can cause for the address of someone else: all together are limited for each
 * recipient. The first message of a booking counts if its customer hasn't proven the address; what staff
 * and drivers do afterward is always told.
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
};

/** Kinds whose text opens an account: it is not kept once the e-mail went out. */
export const SECRET_KINDS: readonly MessageKind[] = [
  'account-made',
  'password-reset',
  'email-proof',
];
