import type { inferRouterOutputs } from '@trpc/server';
import * as z from 'zod/mini';
import { FILLER_SIDES } from '@/domain/account/boats';
import { PROOF_KINDS } from '@/domain/appointment/proof';
import { APPOINTMENT_STATUSES } from '@/domain/appointment/status';
import { CAN_TYPES } from '@/domain/order/options';
import { PAYMENT_CHIPS } from '@/domain/payment/badges';
import { CHARGE_STATES } from '@/domain/payment/charge';
import { PAYMENT_METHODS, PAYMENT_STATUSES } from '@/domain/payment/status';
import { FUEL_TYPES } from '@/domain/pricing/fuel';
import type { AppRouter } from '@/server/trpc';
import {
  count,
  date,
  described,
  dollars,
  gallons,
  inDollars,
  inGallons,
  instant,
  named,
  orNull,
  personal,
  text,
  timeSlot,
} from '../described.schema';

type Outputs = inferRouterOutputs<AppRouter>;

export const appointmentStatus = named('AppointmentStatus', z.enum(APPOINTMENT_STATUSES));
export const fuelType = named('FuelType', z.enum(FUEL_TYPES));
export const canType = named(
  'CanType',
  z.enum(CAN_TYPES),
  'Where the fuel goes: into the boat, into cans of the customer (cans, own) or of ours (service).',
);
const chargeState = named(
  'ChargeState',
  z.enum(CHARGE_STATES),
  'How the debt of a completed appointment is collected.',
);
export const paymentChip = named('PaymentChip', z.enum(PAYMENT_CHIPS));

/** The fields of an appointment that every permitted caller sees. */
export const appointmentFields = {
  id: z.string(),
  version: described(
    z.int(),
    'Sent as If-Match with a change, it keeps the change from overwriting another one.',
  ),
  publicCode: described(z.string(), 'A short code for people.'),
  status: appointmentStatus,
  date,
  time: timeSlot,
  location: personal(z.string()),
  slipNumber: personal(text),
  fuelType,
  estimatedGallons: gallons,
  fillUp: described(z.boolean(), 'The tank is filled; the gallons are an estimate.'),
  actualGallons: z.nullable(gallons),
  canType,
  smallIceBags: count,
  mediumIceBags: count,
  largeIceBags: count,
  boatId: described(text, 'The boat of the account that the order is for.'),
  boatName: personal(text),
  dockId: described(text, 'The dock of the account that the order is for.'),
  beyondServiceArea: described(
    z.boolean(),
    'The dock lies beyond the service area, and staff decide whether they deliver there.',
  ),
  unitPrice: dollars,
  fuelTotal: dollars,
  iceTotal: dollars,
  deliveryFee: dollars,
  totalPrice: dollars,
  totalPaid: dollars,
  refunded: dollars,
  remainingBalance: dollars,
  balancePaid: z.boolean(),
  paidAt: z.nullable(instant),
  paymentMethod: named('PaymentMethod', z.enum(PAYMENT_METHODS)),
  paymentStatus: named('PaymentStatus', z.enum(PAYMENT_STATUSES)),
  cardBrand: text,
  cardLast4: text,
  cardExpMonth: described(z.nullable(z.int()), 'The last month in which the saved card works.'),
  cardExpYear: z.nullable(z.int()),
  cardSaved: z.boolean(),
  takesFirstCard: described(
    z.boolean(),
    'The business booked it for the customer, who has not given a card yet.',
  ),
  testMode: described(z.boolean(), 'A promo code made it a test: it is never charged.'),
  promoCode: text,
  holdExpiresAt: described(
    z.nullable(instant),
    'Until when it keeps its time slot without a saved card; null once the card is saved.',
  ),
  canModify: z.boolean(),
  canCancel: z.boolean(),
  completedAt: z.nullable(instant),
  createdAt: instant,
};

const position = named('Position', z.object({ latitude: z.number(), longitude: z.number() }));

/** What a driver needs to know of boat and dock, for those who deliver. */
export const driverFacts = {
  boat: z.nullable(
    named(
      'BoatFacts',
      z.object({
        name: personal(z.string()),
        type: personal(text),
        length: described(z.nullable(z.int()), 'Feet.'),
        fuelCapacity: described(z.nullable(z.int()), 'Gallons.'),
        fuelTaken: z.nullable(fuelType),
        fuelNever: described(z.nullable(fuelType), 'The fuel that must never get into it.'),
        fillerSide: z.nullable(z.enum(FILLER_SIDES)),
        fillerPlace: personal(text),
        fillerPhotoId: personal(text, 'A photo at /api/photos/{photoId}.'),
      }),
      'What a driver needs to know of the boat.',
    ),
  ),
  dock: z.nullable(
    named(
      'DockFacts',
      z.object({
        gateCode: personal(text, 'For a driver on the day of the delivery alone.'),
        note: personal(text),
        position: personal(position),
      }),
      'What a driver needs to know of the dock.',
    ),
  ),
};

/** An appointment as its owner sees it, in dollars and gallons (D22). */
export const appointment = named(
  'Appointment',
  z.object(appointmentFields),
  'An appointment as its owner sees it.',
);

/** A new appointment. */
export const bookedAppointment = named(
  'BookedAppointment',
  z.object({
    ...appointmentFields,
    manageToken: described(text, 'A guest’s key, sent as X-Manage-Token; null for a user.'),
  }),
);

/** The same, and its payment and driver. */
export const listedFields = {
  ...appointmentFields,
  chargeState: z.nullable(chargeState),
  paidCard: z.nullable(named('NamedCard', z.object({ brand: text, last4: text }))),
  completionPaymentIntentId: described(
    text,
    'The PaymentIntent that charges the completed delivery; null before its first attempt.',
  ),
  balancePaymentIntentId: described(
    text,
    'The PaymentIntent of what was added later: the latest correction, or the rest of a part payment.',
  ),
  deliveryFeePaid: described(
    z.boolean(),
    'The delivery fee is charged with the delivery, and paid once nothing of that charge is open.',
  ),
  deliveryFeePaymentIntentId: described(
    text,
    'The PaymentIntent that paid the delivery fee; null until then, and if it was paid in cash.',
  ),
  onTheWay: z.nullable(
    named(
      'OnTheWay',
      z.object({
        driverName: personal(text),
        about: described(text, 'About when, such as "10:40 AM".'),
      }),
      'The driver who is on the way.',
    ),
  ),
  times: named(
    'DeliveryTimes',
    z.object({
      uid: z.string(),
      start: instant,
      end: instant,
      changedAt: instant,
      sequence: described(z.int(), 'Rises with each change.'),
      tentative: described(z.boolean(), 'True until it is confirmed.'),
    }),
    'The time window as an event for a calendar, the same one in every file and feed.',
  ),
};

/** An appointment in its owner's list. */
export const listedAppointment = named('ListedAppointment', z.object(listedFields));

/** All that its owner may know of an appointment. */
export const appointmentDetails = named(
  'AppointmentDetails',
  z.object({
    ...listedFields,
    driverPosition: personal(position, 'Where the driver is, only while on the way to this stop.'),
    photos: z.array(
      named(
        'Photo',
        z.object({
          id: z.string(),
          kind: z.enum(['receipt', 'fuel', 'issue', ...PROOF_KINDS]),
          width: count,
          height: count,
        }),
        'A photo at /api/photos/{photoId}.',
      ),
    ),
    paidOn: described(text, 'The date of the payment, in the zone of the business.'),
    paymentChip,
    payments: z.array(
      named(
        'ReceiptPayment',
        z.object({
          kind: z.enum(['delivery', 'correction']),
          way: z.enum(['card', 'cash']),
          received: dollars,
          refunded: dollars,
          cardBrand: text,
          cardLast4: text,
        }),
        'What was paid for a delivery, or for a correction of it.',
      ),
    ),
    chargeError: text,
  }),
);

/** Inside the product amounts are cents and gallons tenths; outside, dollars and gallons (D22). */
export function toAppointment<A extends Outputs['booking']['cancel']>(
  view: A & { link?: string | null },
) {
  const {
    // For our own page: a program has the guest's key.
    link,
    estimatedGallonsTenths,
    actualGallonsTenths,
    unitPriceCents,
    fuelTotalCents,
    iceTotalCents,
    deliveryFeeCents,
    totalPriceCents,
    totalPaidCents,
    refundedCents,
    remainingBalanceCents,
    ...same
  } = view;
  return {
    ...same,
    estimatedGallons: inGallons(estimatedGallonsTenths),
    actualGallons: orNull(actualGallonsTenths, inGallons),
    unitPrice: inDollars(unitPriceCents),
    fuelTotal: inDollars(fuelTotalCents),
    iceTotal: inDollars(iceTotalCents),
    deliveryFee: inDollars(deliveryFeeCents),
    totalPrice: inDollars(totalPriceCents),
    totalPaid: inDollars(totalPaidCents),
    refunded: inDollars(refundedCents),
    remainingBalance: inDollars(remainingBalanceCents),
  };
}

/** All that its owner may know of an appointment. */
export function toDetails({ payments, ...view }: Outputs['booking']['get']) {
  return {
    ...toAppointment(view),
    payments: payments.map(({ receivedCents, refundedCents, ...same }) => ({
      ...same,
      received: inDollars(receivedCents),
      refunded: inDollars(refundedCents),
    })),
  };
}
