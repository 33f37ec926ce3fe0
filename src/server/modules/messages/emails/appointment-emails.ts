import type { AppointmentRow } from '@/db/schema';
import { NOT_DELIVERED_MESSAGES, type NotDeliveredReason } from '@/domain/driver/not-delivered';
import { cardName } from '@/domain/payment/card';
import type { CardTrouble } from '@/domain/payment/card-trouble';
import { totalText } from '@/domain/pricing/total-text';
import { firstName } from '@/domain/text';
import { formatClock, zoneName } from '@/domain/time';
import {
  bringsFuel,
  CHANGE_HERE,
  callUs,
  type DeliveryFacts,
  detailLines,
  type Email,
  type EmailContext,
  type EmailTemplate,
  endOfWindow,
  fullWindow,
  paragraphs,
  paymentLink,
  shortDate,
  startOf,
  startOfWindow,
  toCustomerOf,
} from '../email';

const AFTER_DELIVERY =
  'We’ll charge your card after delivery. The total depends on how much we deliver.';

const BY_INVOICE = 'We’ll bill this delivery by invoice.';

const estimate = (appointment: AppointmentRow) =>
  `Total: ${totalText(appointment, appointment.totalPriceCents)}`;

function chargeText({ testMode, paymentMethod, stripePaymentMethodId }: AppointmentRow): string {
  if (testMode) return 'This is a test order. You won’t be charged.';
  if (paymentMethod === 'invoice') return BY_INVOICE;
  return stripePaymentMethodId === null
    ? 'You won’t be charged until after delivery.'
    : `You haven’t been charged. ${AFTER_DELIVERY}`;
}

/** Sent when the card is saved. Staff still have to confirm. */
export const booked: EmailTemplate<DeliveryFacts> = (facts, context) =>
  bookedEmail('booked', facts, context);

/** Repeats the booking, with the link to change it. */
function bookedEmail(
  wording: 'booked' | 'confirmed',
  { appointment, ownerLink }: DeliveryFacts,
  context: EmailContext,
): Email {
  const { introduction, ...head } = startOf(wording, appointment);
  return {
    ...head,
    to: toCustomerOf(appointment),
    about: appointment.id,
    lines: paragraphs(
      introduction,
      [...detailLines(appointment, context), estimate(appointment)],
      chargeText(appointment),
    ),
    ownerLink,
    pageLabel: CHANGE_HERE,
    until: endOfWindow(appointment, context.settings),
  };
}

/** Sent when staff book for a customer, who still has to add a card. */
export const bookedForYou: EmailTemplate<DeliveryFacts> = ({ appointment, ownerLink }, context) => {
  const { introduction, ...head } = startOf('booked-for-you', appointment);
  return {
    ...head,
    to: toCustomerOf(appointment),
    about: appointment.id,
    lines: paragraphs(
      introduction,
      [...detailLines(appointment, context), estimate(appointment)],
      `Add your card here: ${paymentLink(ownerLink)}`,
      `You won’t be charged now. ${AFTER_DELIVERY}`,
      'You can change or cancel the delivery on the same page until your driver is on the way.',
    ),
    ownerLink,
    until: endOfWindow(appointment, context.settings),
  };
};

/** Sent when an appointment is confirmed. */
export const confirmed: EmailTemplate<DeliveryFacts> = (facts, context) =>
  bookedEmail('confirmed', facts, context);

/** The steps for the customer before we come. */
const prepareLines = (appointment: AppointmentRow): string[] => [
  ...(bringsFuel(appointment) ? ['Please keep the fuel cap within reach.'] : []),
  'Check that your slip and gate code are still right.',
];

/** Sent on the evening before a delivery, once per delivery and date. */
export const reminder: EmailTemplate<DeliveryFacts & { isByInvoice: boolean }> = (
  { appointment, ownerLink, isByInvoice },
  context,
) => {
  const { introduction, ...head } = startOf('reminder', appointment);
  return {
    ...head,
    to: toCustomerOf(appointment),
    about: `${appointment.id}:${appointment.date}`,
    lines: paragraphs(
      introduction,
      [...detailLines(appointment, context), estimate(appointment)],
      prepareLines(appointment),
      isByInvoice ? BY_INVOICE : chargeText(appointment),
    ),
    ownerLink,
    pageLabel: CHANGE_HERE,
    until: startOfWindow(appointment, context.settings),
  };
};

function troubleText({ cardBrand, cardLast4 }: AppointmentRow, trouble: CardTrouble): string {
  const card = cardName({ brand: cardBrand, last4: cardLast4 });
  if (trouble === 'missing') return 'No card is saved for this delivery.';
  return trouble === 'expired'
    ? `The ${card} that you saved expires before the delivery.`
    : `The ${card} that you saved can’t be charged anymore.`;
}

/** Sent instead of the reminder if the card is missing or can't be charged. */
export const reminderCard: EmailTemplate<DeliveryFacts & { trouble: CardTrouble }> = (
  { appointment, trouble, ownerLink },
  context,
) => {
  const { introduction, ...head } = startOf('reminder-card', appointment);
  return {
    ...head,
    to: toCustomerOf(appointment),
    about: `${appointment.id}:${appointment.date}`,
    lines: paragraphs(
      introduction,
      troubleText(appointment, trouble),
      `Add a card: ${paymentLink(ownerLink)}`,
      'You haven’t been charged, and your window is still booked. You can change or cancel the delivery on the same page until your driver is on the way.',
      [...detailLines(appointment, context), estimate(appointment)],
      prepareLines(appointment),
    ),
    ownerLink,
    until: startOfWindow(appointment, context.settings),
  };
};

type Rescheduled = DeliveryFacts & { before: AppointmentRow; supportPhone: string };

/** Sent each time staff move an appointment to another window, dock, or slip. */
export const rescheduled: EmailTemplate<Rescheduled> = (
  { appointment, before, supportPhone, ownerLink },
  context,
) => {
  const { settings, now } = context;
  const earlier = fullWindow(before, settings);
  const isRelocated = earlier === fullWindow(appointment, settings);
  const wording = isRelocated ? 'relocated' : 'rescheduled';
  const { introduction, ...head } = startOf(wording, appointment, { earlier });
  return {
    ...head,
    to: toCustomerOf(appointment),
    about: `${now}:${appointment.id}`,
    lines: paragraphs(
      introduction,
      detailLines(appointment, context),
      `If this doesn’t work for you, ${callUs(supportPhone)}.`,
    ),
    ownerLink,
    pageLabel: CHANGE_HERE,
    until: endOfWindow(appointment, settings),
  };
};

type OrderChanged = DeliveryFacts & { supportPhone: string };

/** Sent each time staff change an order or its price. */
export const orderChanged: EmailTemplate<OrderChanged> = (
  { appointment, supportPhone, ownerLink },
  context,
) => {
  const { introduction, ...head } = startOf('order-changed', appointment);
  return {
    ...head,
    to: toCustomerOf(appointment),
    about: `${context.now}:${appointment.id}`,
    lines: paragraphs(
      introduction,
      [...detailLines(appointment, context), estimate(appointment)],
      chargeText(appointment),
      `If something is wrong, ${callUs(supportPhone)}.`,
    ),
    ownerLink,
    until: endOfWindow(appointment, context.settings),
  };
};

type Cancelled = DeliveryFacts & { reason: string | null; supportPhone: string };

/** Sent when staff cancel an appointment, with their reason as they wrote it. */
export const cancelled: EmailTemplate<Cancelled> = (
  { appointment, reason, supportPhone, ownerLink },
  context,
) => {
  const { introduction, ...head } = startOf('cancelled', appointment);
  return {
    ...head,
    to: toCustomerOf(appointment),
    about: appointment.id,
    lines: paragraphs(
      introduction,
      reason ?? [],
      detailLines(appointment, context),
      `To select another window, book again at ${context.settings.appUrl}/ or ${callUs(supportPhone)}.`,
    ),
    ownerLink,
  };
};

type FromOffice = DeliveryFacts & { text: string; bulkId: string };

/** A message that staff write to the customers of some deliveries, as they wrote it. */
export const fromOffice: EmailTemplate<FromOffice> = (
  { appointment, text, bulkId, ownerLink },
  context,
) => ({
  to: toCustomerOf(appointment),
  about: `${bulkId}:${appointment.id}`,
  subject: `About your delivery on ${shortDate(appointment)}`,
  lines: paragraphs(text, detailLines(appointment, context)),
  ownerLink,
});

type EnRoute = DeliveryFacts & {
  driverName: string | null;
  /** The expected arrival (ms), or null if it's unknown. */
  arrivalAt: number | null;
};

/** The longest a driver is on the way (ms). */
const TRIP_MS = 2 * 3_600_000;

/** Sent when a driver sets out. */
export const enRoute: EmailTemplate<EnRoute> = (
  { appointment, driverName, arrivalAt, ownerLink },
  context,
) => {
  const { timeZone } = context.settings;
  const arrival =
    arrivalAt === null ? null : `${formatClock(arrivalAt, timeZone)} ${zoneName(timeZone)}`;
  const values = { driver: firstName(driverName), arrival, place: appointment.location };
  const { introduction, ...head } = startOf('en-route', appointment, values);
  return {
    ...head,
    to: toCustomerOf(appointment),
    // A driver may set out twice, if no one was there the first time or if they undid it.
    about: `${appointment.id}:${context.now}`,
    lines: paragraphs(
      introduction,
      detailLines(appointment, context),
      'The delivery can’t be changed online anymore. If something is wrong, contact us.',
    ),
    ownerLink,
    until: context.now + TRIP_MS,
  };
};

/** Sent when a driver undoes setting out. It replaces the earlier message. */
export const turnedBack: EmailTemplate<DeliveryFacts> = ({ appointment, ownerLink }, context) => {
  const { introduction, ...head } = startOf('turned-back', appointment);
  return {
    ...head,
    to: toCustomerOf(appointment),
    about: `${appointment.id}:${context.now}`,
    lines: paragraphs(introduction, detailLines(appointment, context)),
    ownerLink,
    until: context.now + TRIP_MS,
  };
};

type NotDelivered = DeliveryFacts & {
  reason: NotDeliveredReason;
  /** True if the driver will come back later that day. */
  tryAgain: boolean;
  supportPhone: string;
};

/** Sent when a driver couldn't deliver. */
export const notDelivered: EmailTemplate<NotDelivered> = (
  { appointment, reason, tryAgain, supportPhone, ownerLink },
  context,
) => {
  const wording = tryAgain ? 'back-later' : 'not-delivered';
  const values = { reason: NOT_DELIVERED_MESSAGES[reason] };
  const { introduction, ...head } = startOf(wording, appointment, values);
  return {
    ...head,
    to: toCustomerOf(appointment),
    // A second attempt may fail too, and gets its own email.
    about: `${appointment.id}:${context.now}`,
    lines: paragraphs(
      introduction,
      tryAgain
        ? `We’ll come back later today. If that doesn’t work for you, ${callUs(supportPhone)}.`
        : `To select another window, book again at ${context.settings.appUrl}/ or ${callUs(supportPhone)}.`,
      detailLines(appointment, context),
    ),
    ownerLink,
  };
};
