import type { AppointmentRow } from '@/db/schema';
import { NOT_DELIVERED_MESSAGES, type NotDeliveredReason } from '@/domain/driver/not-delivered';
import { totalText } from '@/domain/pricing/total-text';
import { formatClock, zoneName } from '@/domain/time';
import {
  CHANGE_HERE,
  callUs,
  type DeliveryFacts,
  detailLines,
  type EmailTemplate,
  endOfWindow,
  fullWindow,
  paragraphs,
  paymentLink,
  shortDate,
  shortWindow,
  toCustomerOf,
} from '../email';

const AFTER_DELIVERY =
  'We’ll charge your card after delivery. The total depends on how much we deliver.';

const estimate = (appointment: AppointmentRow) =>
  `Total: ${totalText(appointment, appointment.totalPriceCents)}`;

function chargeText({ testMode, stripePaymentMethodId }: AppointmentRow): string {
  if (testMode) return 'This is a test order. You won’t be charged.';
  return stripePaymentMethodId === null
    ? 'You won’t be charged until after delivery.'
    : `You haven’t been charged. ${AFTER_DELIVERY}`;
}

/** Sent when the card is saved. Staff still have to confirm. */
export const booked: EmailTemplate<DeliveryFacts> = ({ appointment, ownerLink }, context) => ({
  to: toCustomerOf(appointment),
  about: appointment.id,
  subject: `Delivery booked for ${shortWindow(appointment)}`,
  lines: paragraphs(
    'Your delivery is booked. We’ll email you when it’s confirmed.',
    [...detailLines(appointment, context), estimate(appointment)],
    chargeText(appointment),
  ),
  ownerLink,
  pageLabel: CHANGE_HERE,
  until: endOfWindow(appointment, context.settings),
});

/** Sent when staff book for a customer, who still has to add a card. */
export const bookedForYou: EmailTemplate<DeliveryFacts> = (
  { appointment, ownerLink },
  context,
) => ({
  to: toCustomerOf(appointment),
  about: appointment.id,
  subject: `Delivery booked for ${shortDate(appointment)}: add your card`,
  lines: paragraphs(
    'As you asked, we booked a delivery for you.',
    [...detailLines(appointment, context), estimate(appointment)],
    `Add your card here: ${paymentLink(ownerLink)}`,
    `You won’t be charged now. ${AFTER_DELIVERY}`,
    'You can change or cancel the delivery on the same page until your driver is on the way.',
  ),
  ownerLink,
  until: endOfWindow(appointment, context.settings),
});

/** Sent when an appointment is confirmed. */
export const confirmed: EmailTemplate<DeliveryFacts> = ({ appointment, ownerLink }, context) => ({
  to: toCustomerOf(appointment),
  about: appointment.id,
  subject: `Delivery confirmed for ${shortWindow(appointment)}`,
  lines: paragraphs(
    'Your delivery is confirmed. We’ll email you when your driver is on the way.',
    [...detailLines(appointment, context), estimate(appointment)],
    chargeText(appointment),
  ),
  ownerLink,
  pageLabel: CHANGE_HERE,
  until: endOfWindow(appointment, context.settings),
});

type Rescheduled = DeliveryFacts & { before: AppointmentRow; supportPhone: string };

/** Sent each time staff move an appointment to another window, dock, or slip. */
export const rescheduled: EmailTemplate<Rescheduled> = (
  { appointment, before, supportPhone, ownerLink },
  context,
) => {
  const { settings, now } = context;
  const former = fullWindow(before, settings);
  return {
    to: toCustomerOf(appointment),
    about: `${now}:${appointment.id}`,
    subject: `Delivery moved: ${shortWindow(appointment)}`,
    lines: paragraphs(
      former === fullWindow(appointment, settings)
        ? 'We moved your delivery to another location. The window hasn’t changed.'
        : `We moved your delivery. It was planned for ${former}.`,
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
) => ({
  to: toCustomerOf(appointment),
  about: `${context.now}:${appointment.id}`,
  subject: `Your order for ${shortDate(appointment)} was changed`,
  lines: paragraphs(
    'We changed your order. Here it is now:',
    [...detailLines(appointment, context), estimate(appointment)],
    chargeText(appointment),
    `If something is wrong, ${callUs(supportPhone)}.`,
  ),
  ownerLink,
  until: endOfWindow(appointment, context.settings),
});

type Cancelled = DeliveryFacts & { reason: string | null; supportPhone: string };

/** Sent when staff cancel an appointment, with their reason as they wrote it. */
export const cancelled: EmailTemplate<Cancelled> = (
  { appointment, reason, supportPhone, ownerLink },
  context,
) => ({
  to: toCustomerOf(appointment),
  about: appointment.id,
  subject: `Delivery cancelled: ${shortWindow(appointment)}`,
  lines: paragraphs(
    'We had to cancel your delivery. You weren’t charged.',
    reason ?? [],
    detailLines(appointment, context),
    `To select another window, book again at ${context.settings.appUrl}/ or ${callUs(supportPhone)}.`,
  ),
  ownerLink,
});

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
  const driver = driverName ?? 'Your driver';
  return {
    to: toCustomerOf(appointment),
    // A driver may set out twice, if no one was there the first time or if they undid it.
    about: `${appointment.id}:${context.now}`,
    subject: `${driver} is on the way`,
    lines: paragraphs(
      [
        `${driver} is on the way to ${appointment.location}.`,
        ...(arrivalAt === null
          ? []
          : [`Expect them about ${formatClock(arrivalAt, timeZone)} ${zoneName(timeZone)}.`]),
      ],
      detailLines(appointment, context),
      'The delivery can’t be changed online anymore. If something is wrong, contact us.',
    ),
    ownerLink,
    until: context.now + TRIP_MS,
  };
};

/** Sent when a driver undoes setting out. It replaces the earlier message. */
export const turnedBack: EmailTemplate<DeliveryFacts> = ({ appointment, ownerLink }, context) => ({
  to: toCustomerOf(appointment),
  about: `${appointment.id}:${context.now}`,
  subject: 'Your driver isn’t on the way yet',
  lines: paragraphs(
    [
      'Our last email was too early. Your driver isn’t on the way yet.',
      'We’ll email you again when your driver is on the way.',
    ],
    detailLines(appointment, context),
  ),
  ownerLink,
  until: context.now + TRIP_MS,
});

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
) => ({
  to: toCustomerOf(appointment),
  // A second attempt may fail too, and gets its own email.
  about: `${appointment.id}:${context.now}`,
  subject: tryAgain
    ? 'We’ll try your delivery again today'
    : `We couldn’t make your delivery on ${shortDate(appointment)}`,
  lines: paragraphs(
    `${NOT_DELIVERED_MESSAGES[reason]} You weren’t charged.`,
    tryAgain
      ? `We’ll come back later today. If that doesn’t work for you, ${callUs(supportPhone)}.`
      : `To select another window, book again at ${context.settings.appUrl}/ or ${callUs(supportPhone)}.`,
    detailLines(appointment, context),
  ),
  ownerLink,
});
