import type { AppointmentRow } from '@/db/schema';
import { nameInMessage } from '@/domain/message-text';
import {
  CUSTOMER_TEXTS,
  customerText,
  type TextEvent,
  type TextFactsOf,
  wordingOf,
} from '@/domain/messages/customer-texts';
import { NO_CENTS, NO_GALLONS } from '@/domain/money';
import { textNumber } from '@/domain/phone-number';
import { firstName } from '@/domain/text';
import { formatClock } from '@/domain/time';
import type { Deps } from '@/server/config/deps';
import {
  bringsFuel,
  type EmailContext,
  fullWindow,
  shortDate,
  shortWindow,
  type Words,
} from './email';
import type { FactsOf, MessageKind } from './emails';

const isTextEvent = (kind: string): kind is TextEvent => kind in CUSTOMER_TEXTS;

/** Returns the event of a stored message, based on its key. */
export function textEventOf({ dedupeKey }: { dedupeKey: string }): TextEvent | null {
  const [kind = ''] = dedupeKey.split(':', 1);
  return isTextEvent(kind) ? kind : null;
}

/** Returns the number that gets an appointment's texts, or null if there's none or we send none. */
export const textsTo = ({ texts }: Pick<Deps, 'texts'>, phone: string | null): string | null =>
  texts && phone !== null ? textNumber(phone) : null;

type Special<E extends TextEvent> = (
  facts: FactsOf<E & MessageKind>,
  context: EmailContext,
) => Omit<TextFactsOf<E>, 'day' | 'window' | 'totalCents' | 'owedCents'>;

/** The facts that only some events have. */
const SPECIAL: { [E in TextEvent]?: Special<E> } = {
  rescheduled: ({ appointment, before }, { settings }) => ({
    isNewWindow: fullWindow(before, settings) !== fullWindow(appointment, settings),
  }),
  reminder: ({ appointment }) => ({ bringsFuel: bringsFuel(appointment) }),
  'reminder-card': ({ appointment }) => ({ bringsFuel: bringsFuel(appointment) }),
  'en-route': ({ driverName, arrivalAt }, { settings }) => ({
    driverName: nameInMessage(firstName(driverName)),
    arrival: arrivalAt === null ? null : formatClock(arrivalAt, settings.timeZone),
  }),
  'not-delivered': ({ tryAgain }) => ({ tryAgain }),
  completed: ({ appointment }) => ({
    gallonsTenths: appointment.actualGallonsTenths ?? NO_GALLONS,
    bags: appointment.smallIceBags + appointment.mediumIceBags + appointment.largeIceBags,
  }),
  'balance-received': ({ paidCents }) => ({ amountCents: paidCents }),
  'paid-cash': ({ paidCents }) => ({ amountCents: paidCents }),
  refund: ({ refund, way }) => ({ amountCents: refund.amountCents, way }),
  'refund-failed': ({ refund }) => ({ amountCents: refund.amountCents }),
  'waitlist-confirm': ({ isAnyWindow }) => ({ isAnyWindow }),
  'waitlist-missed': ({ isAnyWindow }) => ({ isAnyWindow }),
  'waitlist-ended': ({ isAnyWindow }) => ({ isAnyWindow }),
  'waitlist-removed': ({ isAnyWindow }) => ({ isAnyWindow }),
};

/**
 * Returns the text about the amount that the customer owes. Before a saved card is charged, the
 * customer owes nothing.
 */
function owedNow(kind: TextEvent, facts: object, appointment: AppointmentRow) {
  const { testMode, stripePaymentMethodId, remainingBalanceCents, totalPriceCents } = appointment;
  // The invoice asks for what's on account.
  if (testMode || ('isOnAccount' in facts && facts.isOnAccount)) return NO_CENTS;
  if (kind !== 'completed') return remainingBalanceCents;
  if (stripePaymentMethodId !== null) return NO_CENTS;
  return 'takenCents' in facts ? (facts.takenCents as typeof totalPriceCents) : totalPriceCents;
}

type TextedFacts = { appointment: AppointmentRow; ownerLink: string; takenCents?: unknown };

/**
 * Returns both bodies of an event's text: one with opt-out instructions, for the first text to a
 * number, and one for later texts. Null if the event isn't texted.
 */
export function textBodies(
  kind: MessageKind,
  facts: object,
  context: EmailContext,
): { appointment: AppointmentRow; words: Words; first: string; later: string } | null {
  if (!isTextEvent(kind) || !('appointment' in facts) || !facts.appointment) return null;
  const { appointment, ownerLink, takenCents } = facts as TextedFacts;
  const special = SPECIAL[kind] as Special<TextEvent> | undefined;
  const isWholeTotal = takenCents === undefined || takenCents === appointment.totalPriceCents;
  const all = {
    day: shortDate(appointment),
    window: shortWindow(appointment),
    totalCents: appointment.testMode || !isWholeTotal ? null : appointment.totalPriceCents,
    owedCents: owedNow(kind, facts, appointment),
    ...special?.(facts as never, context),
  } as TextFactsOf<typeof kind>;
  const body = (isFirst: boolean) => customerText(kind, all, ownerLink, { isFirst });
  return { appointment, words: wordingOf(kind, all), first: body(true), later: body(false) };
}

/**
 * True if a waiting text is still correct. Texts contain the window but not the dock, so another
 * dock doesn't matter.
 */
export function isTextCurrent(
  message: { dedupeKey: string; body: string; values: string | null },
  appointment: AppointmentRow,
): boolean {
  const { status, remainingBalanceCents } = appointment;
  const isOpen = status !== 'cancelled' && status !== 'completed';
  switch (textEventOf(message)) {
    case 'booked':
    case 'confirmed':
    case 'reminder':
    case 'reminder-card':
    case 'rescheduled':
    case 'order-changed':
    case 'booked-for-you':
      return isOpen && namesWindow(message, appointment);
    case 'card-gone':
      return isOpen;
    case 'cancelled':
      return status === 'cancelled';
    case 'en-route':
      return status === 'en_route';
    case 'turned-back':
      return isOpen && status !== 'en_route';
    case 'balance-due':
      return remainingBalanceCents > NO_CENTS;
    default:
      return true;
  }
}

/** True if a text names the appointment's window, or only its date. */
function namesWindow(
  { body, values }: { body: string; values: string | null },
  appointment: AppointmentRow,
): boolean {
  const day = shortDate(appointment);
  const window = shortWindow(appointment);
  const written = wordsIn(values)?.values;
  // The owner's words may contain other times.
  if (written?.window)
    return written.window === window || (written.day === day && !body.includes(written.window));
  const namesTime = /\d:\d\d/.test(body);
  return body.includes(namesTime ? window : day);
}

/** Reads the stored row of the table and its values. Messages of earlier releases have none. */
export const wordsIn = (values: string | null): Words | null =>
  values === null ? null : (JSON.parse(values) as Words);
