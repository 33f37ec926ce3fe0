import { formatLongDate } from '@/domain/calendar';
import { formatDollars, formatGallons } from '@/domain/money';
import { windowLabel } from '@/domain/slots/windows';
import { formatPhone } from '@/domain/text';
import { formatClock } from '@/domain/time';
import type { Settings } from '@/server/deps';
import type { AppointmentRow } from '../appointments/appointments.repository';

type Envelope = { recipient: string; subject: string; body: string; dedupeKey: string };

/** A letter ready for the outbox; null where there is no address to send it to. */
export type Letter = (Envelope & { appointmentId: string }) | null;

function letter(row: AppointmentRow, kind: string, subject: string, lines: string[]): Letter {
  if (!row.customerEmail) return null;
  const hello = row.customerName ? `Hello ${row.customerName},` : 'Hello,';
  return {
    recipient: row.customerEmail,
    subject,
    body: [hello, '', ...lines, '', 'Dockside'].join('\n'),
    dedupeKey: `${kind}:${row.id}`,
    appointmentId: row.id,
  };
}

/** Where whoever booked sees it: signed in on the home page, a guest by their link (D19). */
const seeIt = (settings: Settings, row: AppointmentRow, guestLink: string) =>
  row.userId ? `${settings.appUrl}/` : guestLink;

const when = (row: AppointmentRow) =>
  `${formatLongDate(row.date)}, ${windowLabel(row.windowIndex)}, at ${row.location}`;

/** After the card was saved: nothing is charged yet, and staff will confirm (D15). */
export function bookingReceived(
  settings: Settings,
  row: AppointmentRow,
  guestLink: string,
): Letter {
  return letter(row, 'booked', `Your delivery ${row.publicCode} is booked`, [
    `We have your order for ${when(row)}.`,
    row.testMode
      ? 'This is a test booking. No card is stored, and nothing will be charged.'
      : `Nothing was charged. The estimate is ${formatDollars(row.totalPriceCents)}; we charge your card after the delivery, for what was really delivered.`,
    'We will confirm it shortly.',
    '',
    `See it here: ${seeIt(settings, row, guestLink)}`,
  ]);
}

export function bookingConfirmed(row: AppointmentRow): Letter {
  return letter(row, 'confirmed', `Your delivery ${row.publicCode} is confirmed`, [
    `Your delivery on ${when(row)} is confirmed.`,
  ]);
}

/** After staff moved a delivery to another time or place. */
export function bookingMoved(row: AppointmentRow, now: number): Letter {
  return letter(row, `moved:${now}`, `Your delivery ${row.publicCode} has moved`, [
    `Your delivery is now on ${when(row)}.`,
    'If that does not suit you, please call us.',
  ]);
}

/** `arrivalAt`: about when the driver should be there, in ms; null where nobody can say. */
export function driverOnTheWay(
  settings: Settings,
  row: AppointmentRow,
  driverName: string | null,
  arrivalAt: number | null,
): Letter {
  return letter(row, 'en-route', `${driverName ?? 'Your driver'} is on the way`, [
    `${driverName ?? 'Your driver'} is on the way to ${row.location}.`,
    ...(arrivalAt ? [`Expect them about ${formatClock(arrivalAt, settings.timeZone)}.`] : []),
  ]);
}

/** After a driver came and could not deliver. */
export function notDelivered(row: AppointmentRow, why: string, supportPhone: string): Letter {
  return letter(row, 'not-delivered', `Your delivery ${row.publicCode} could not be made`, [
    why,
    'Nothing was charged.',
    `To find another time, book again or call us at ${formatPhone(supportPhone)}.`,
  ]);
}

function staffLetter(
  settings: Settings,
  recipient: string,
  dedupeKey: string,
  { subject, lines }: { subject: string; lines: string[] },
): Envelope {
  const body = [...lines, '', `See it here: ${settings.appUrl}/admin`, '', 'Dockside'].join('\n');
  return { recipient, subject, body, dedupeKey };
}

/** To staff, when a driver reports something or could not deliver. */
export function driverReport(
  settings: Settings,
  recipient: string,
  report: { id: string; subject: string; lines: string[] },
): Envelope {
  return staffLetter(settings, recipient, `driver-report:${report.id}`, report);
}

/**
 * After the delivery, before its card was asked: says what was delivered and what happens with the
 * money now.
 */
export function deliveryCompleted(
  settings: Settings,
  row: AppointmentRow,
  guestLink: string,
): Letter {
  return letter(row, 'completed', `Your delivery ${row.publicCode} is done`, [
    `We delivered ${formatGallons(row.actualGallonsTenths ?? 0)} gallons of ${row.fuelType} to ${row.location}.`,
    `Fuel ${formatDollars(row.fuelTotalCents)}, ice ${formatDollars(row.iceTotalCents)}, delivery ${formatDollars(row.deliveryFeeCents)}.`,
    whatIsPaid(settings, row, guestLink),
  ]);
}

function whatIsPaid(settings: Settings, row: AppointmentRow, guestLink: string): string {
  if (row.testMode) return 'This was a test booking: nothing is charged.';
  if (row.totalPriceCents === 0) return 'There is nothing to pay.';
  const total = `Total ${formatDollars(row.totalPriceCents)}`;
  if (!row.stripePaymentMethodId) {
    return `${total}, still to be paid. You can pay it here: ${seeIt(settings, row, guestLink)}`;
  }
  const card = row.cardLast4 ? `your card ending in ${row.cardLast4}` : 'the card you saved';
  return `${total}. We charge it to ${card} now, and write to you if that does not work.`;
}

/** When the card said no: the debt stays, and how to pay it (D29). */
export function balanceDue(settings: Settings, row: AppointmentRow, guestLink: string): Letter {
  return letter(row, 'balance-due', `A payment is open for delivery ${row.publicCode}`, [
    `Your card was not charged for the delivery to ${row.location}.`,
    `${formatDollars(row.remainingBalanceCents)} is still to be paid. You can pay it here: ${seeIt(settings, row, guestLink)}`,
  ]);
}

/** After money came in that had been asked for by mail. */
export function balanceReceived(
  row: AppointmentRow,
  paid: { amountCents: number; cardLast4: string | null },
): Letter {
  const card = paid.cardLast4 ? ` from the card ending in ${paid.cardLast4}` : '';
  return letter(row, 'balance-received', `Delivery ${row.publicCode} is paid`, [
    `We received ${formatDollars(paid.amountCents)}${card} for the delivery to ${row.location}.`,
    'Nothing is left to pay.',
  ]);
}

const RESET = 'password-reset';

/** Whether a letter holds what opens an account, so that its text is not kept once it went out. */
export function isSecret(dedupeKey: string): boolean {
  return dedupeKey.startsWith(`${RESET}:`);
}

type Account = { id: string; email: string; name: string | null };

function accountLetter(to: Account, dedupeKey: string, subject: string, lines: string[]): Envelope {
  const hello = to.name ? `Hello ${to.name},` : 'Hello,';
  const body = [hello, '', ...lines, '', 'Dockside'].join('\n');
  return { recipient: to.email, subject, body, dedupeKey };
}

/** The link that opens the reset page; it works once, for one hour. */
export function passwordReset(settings: Settings, to: Account, token: string, tokenHash: string) {
  return accountLetter(
    to,
    `${RESET}:${to.id}:${tokenHash.slice(0, 16)}`,
    'Reset your Dockside password',
    [
      'Somebody, probably you, asked to reset the password of your account.',
      'This link works once, for one hour:',
      '',
      `${settings.appUrl}/reset-password?token=${token}`,
      '',
      'If it was not you, nothing has changed and you need not do anything.',
    ],
  );
}

/** After a password was changed, so that its owner notices when it was somebody else. */
export function passwordChanged(settings: Settings, to: Account, at: number) {
  return accountLetter(
    to,
    `password-changed:${to.id}:${at}`,
    'Your Dockside password was changed',
    [
      'The password of your account was just changed.',
      `If it was not you, reset it at once: ${settings.appUrl}/`,
    ],
  );
}

/** After staff recorded cash for a delivery. */
export function paidInCash(row: AppointmentRow): Letter {
  return letter(row, 'paid-cash', `Delivery ${row.publicCode} is paid`, [
    `We received ${formatDollars(row.totalPaidCents)} in cash for the delivery to ${row.location}.`,
    'Your card was not charged.',
  ]);
}

/** After money was given back. */
export function refundSent(
  row: AppointmentRow,
  refund: { id: string; amountCents: number },
  isCash: boolean,
): Letter {
  return letter(row, `refund:${refund.id}`, `A refund for delivery ${row.publicCode}`, [
    isCash
      ? `We gave you ${formatDollars(refund.amountCents)} back in cash for the delivery to ${row.location}.`
      : `We gave ${formatDollars(refund.amountCents)} back to your card for the delivery to ${row.location}. Banks take a few days to show it.`,
  ]);
}

/** After a bank sent back a refund that the customer was told of. */
export function refundFailed(
  row: AppointmentRow,
  refund: { id: string; amountCents: number },
): Letter {
  return letter(
    row,
    `refund-failed:${refund.id}`,
    `A refund for delivery ${row.publicCode} failed`,
    [
      `Your bank did not take the ${formatDollars(refund.amountCents)} we gave back for the delivery to ${row.location}.`,
      'We still have it and will find another way. You can also call us.',
    ],
  );
}

/** To staff, when a bank sent a refund back: the customer waits for money that nobody sends. */
export function refundFailedForStaff(
  settings: Settings,
  recipient: string,
  row: AppointmentRow,
  refund: { id: string; amountCents: number; errorMessage: string | null },
  isCustomerTold: boolean,
): Envelope {
  const why = refund.errorMessage ? ` (${refund.errorMessage})` : '';
  return staffLetter(settings, recipient, `refund-failed-staff:${refund.id}`, {
    subject: `A refund for delivery ${row.publicCode} failed`,
    lines: [
      `The bank did not take the ${formatDollars(refund.amountCents)} given back${why}.`,
      isCustomerTold
        ? 'The customer has been told by mail.'
        : 'The customer gave no mail address, so nobody has told them.',
      'Refund it again, or give it back another way.',
    ],
  });
}

/** A date of a recurring delivery that had no free window. */
export function recurringSkipped(to: Account, recurringId: string, date: string, next: string) {
  return accountLetter(
    to,
    `recurring-skipped:${recurringId}:${date}`,
    `No delivery on ${formatLongDate(date)}`,
    [
      `Every window of ${formatLongDate(date)} is taken, so your recurring delivery skips it.`,
      `The next one is on ${formatLongDate(next)}.`,
    ],
  );
}

/** A recurring delivery that needs its owner before it can go on. */
export function recurringPaused(
  settings: Settings,
  to: Account,
  recurringId: string,
  date: string,
  reason: string,
) {
  return accountLetter(
    to,
    `recurring-paused:${recurringId}:${date}`,
    'Your recurring delivery is paused',
    [
      `We could not book the delivery of ${formatLongDate(date)}. ${reason}`,
      `Once that is done, resume it here: ${settings.appUrl}/account`,
    ],
  );
}
