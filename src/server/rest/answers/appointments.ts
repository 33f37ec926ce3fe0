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
import { type Ticket, ticketNumber } from '@/domain/trucks/ticket';
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
  'Where the fuel goes: the boat, the customer’s cans (cans, own), or our cans (service).',
);
const chargeState = named(
  'ChargeState',
  z.enum(CHARGE_STATES),
  'The state of a completed appointment’s charge.',
);
export const paymentChip = named('PaymentChip', z.enum(PAYMENT_CHIPS));

/** The fields of an appointment that every permitted caller sees. */
export const appointmentFields = {
  id: z.string(),
  version: described(
    z.int(),
    'Send it as If-Match with a change, so that you don’t overwrite someone else’s.',
  ),
  publicCode: described(z.string(), 'A short code that people can read out.'),
  status: appointmentStatus,
  date,
  time: timeSlot,
  location: personal(z.string()),
  slipNumber: personal(text),
  driverNote: personal(described(text, 'The customer’s note for the driver, such as a gate code.')),
  fuelType,
  estimatedGallons: gallons,
  fillUp: described(
    z.boolean(),
    'True if the driver fills the tank. The gallons are then an estimate.',
  ),
  actualGallons: z.nullable(gallons),
  canType,
  smallIceBags: count,
  mediumIceBags: count,
  largeIceBags: count,
  boatId: described(text, 'The boat in the account.'),
  boatName: personal(text),
  dockId: described(text, 'The dock in the account.'),
  beyondServiceArea: described(
    z.boolean(),
    'True if the dock is outside the service area, so staff decide whether we deliver there.',
  ),
  unitPrice: dollars,
  fuelTotal: dollars,
  iceTotal: dollars,
  deliveryFee: dollars,
  discount: described(
    z.number(),
    'US dollars that the discount in promoCode takes off: zero or negative. totalPrice includes it.',
  ),
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
  cardExpMonth: described(
    z.nullable(z.int()),
    'The month in which the saved card expires, 1 to 12.',
  ),
  cardExpYear: z.nullable(z.int()),
  cardSaved: z.boolean(),
  takesFirstCard: described(
    z.boolean(),
    'True if staff or a driver booked it and the customer hasn’t added a card yet.',
  ),
  testMode: described(
    z.boolean(),
    'True if a promo code made it a test order. Test orders are never charged.',
  ),
  promoCode: text,
  holdExpiresAt: described(
    z.nullable(instant),
    'When the hold on its time window expires. Null once a card is saved.',
  ),
  canModify: z.boolean(),
  canCancel: z.boolean(),
  completedAt: z.nullable(instant),
  createdAt: instant,
};

const position = named('Position', z.object({ latitude: z.number(), longitude: z.number() }));

/** The boat's and the dock's details for the driver. */
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
        fuelNever: described(z.nullable(fuelType), 'Fuel that must never go into this boat.'),
        fillerSide: z.nullable(z.enum(FILLER_SIDES)),
        fillerPlace: personal(text),
        fillerPhotoId: personal(text, 'A photo at /api/photos/{photoId}.'),
      }),
      'The boat’s details for the driver.',
    ),
  ),
  dock: z.nullable(
    named(
      'DockFacts',
      z.object({
        gateCode: personal(text, 'Drivers get it only on the day of the delivery.'),
        note: personal(text),
        position: personal(position),
      }),
      'The dock’s details for the driver.',
    ),
  ),
};

/** The delivery ticket. */
export const ticket = z.nullable(
  named(
    'Ticket',
    z.object({
      number: described(z.string(), 'The truck’s number and the ticket’s, such as 2-117.'),
      truck: text,
      meterSerial: text,
      meterStart: z.nullable(gallons),
      meterEnd: z.nullable(gallons),
    }),
    'The delivery ticket. Null before the delivery, and if there was no truck.',
  ),
);

/** Converts a ticket's readings to gallons. */
export const toTicket = (stored: Ticket | null) =>
  stored && {
    number: ticketNumber(stored),
    truck: stored.truckName,
    meterSerial: stored.meterSerial,
    meterStart: orNull(stored.readings?.startTenths ?? null, inGallons),
    meterEnd: orNull(stored.readings?.endTenths ?? null, inGallons),
  };

/** An appointment as its owner sees it, in dollars and gallons. */
export const appointment = named(
  'Appointment',
  z.object(appointmentFields),
  'An appointment as its customer sees it.',
);

/** A new appointment. */
export const bookedAppointment = named(
  'BookedAppointment',
  z.object({
    ...appointmentFields,
    manageToken: described(
      text,
      'A guest’s key, to send as X-Manage-Token. Null for a user with an account.',
    ),
  }),
);

/** The fields above, with the payment and the driver. */
export const listedFields = {
  ...appointmentFields,
  chargeState: z.nullable(chargeState),
  paidCard: z.nullable(named('NamedCard', z.object({ brand: text, last4: text }))),
  paidHow: described(text, 'How it was paid without a card, such as “by check”.'),
  completionPaymentIntentId: described(
    text,
    'The PaymentIntent that charges the completed delivery. Null before the first attempt.',
  ),
  balancePaymentIntentId: described(
    text,
    'The PaymentIntent of the latest correction, or of the balance after a partial payment.',
  ),
  deliveryFeePaid: described(
    z.boolean(),
    'True once the delivery’s charge, which includes the fee, is paid in full.',
  ),
  deliveryFeePaymentIntentId: described(
    text,
    'The PaymentIntent that paid the delivery fee. Null until then, or if it was paid in cash.',
  ),
  onTheWay: z.nullable(
    named(
      'OnTheWay',
      z.object({
        driverName: personal(text),
        about: described(text, 'Estimated arrival, such as "10:40 AM".'),
      }),
      'The driver on the way, and the estimated arrival.',
    ),
  ),
  times: named(
    'DeliveryTimes',
    z.object({
      uid: z.string(),
      start: instant,
      end: instant,
      changedAt: instant,
      sequence: described(z.int(), 'Increases with each change.'),
      tentative: described(z.boolean(), 'True until the appointment is confirmed.'),
    }),
    'The time window as a calendar event. It’s the same event in every file and feed.',
  ),
};

/** An appointment in its owner's list. */
export const listedAppointment = named('ListedAppointment', z.object(listedFields));

/** Everything its owner may see of an appointment. */
export const appointmentDetails = named(
  'AppointmentDetails',
  z.object({
    ...listedFields,
    driverPosition: personal(
      position,
      'The driver’s position, only while they are on the way to this stop.',
    ),
    deliveredBy: personal(text, 'Who delivered it. Null before the delivery.'),
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
    paidOn: described(text, 'The date of the payment, in the time zone of the business.'),
    paymentChip,
    ticket,
    payments: z.array(
      named(
        'ReceiptPayment',
        z.object({
          kind: z.enum(['delivery', 'correction']),
          way: z.enum(['card', 'cash', 'check', 'transfer']),
          received: dollars,
          refunded: dollars,
          cardBrand: text,
          cardLast4: text,
        }),
        'A payment for the delivery or for a correction.',
      ),
    ),
    chargeError: text,
  }),
);

/** Converts the product's cents and tenths of gallons to the API's dollars and gallons. */
export function toAppointment<A extends Outputs['booking']['cancel']>(
  view: A & {
    link?: string | null;
    page?: string | null;
    needsSignIn?: boolean;
    taxes?: unknown;
    taxRows?: unknown;
    ticketRows?: unknown;
  },
) {
  const {
    // Only our own pages need these three. A program has the guest's key instead.
    link,
    page,
    needsSignIn,
    // The amounts that result from the price list and the discount are in the price lines.
    priceList,
    formerFuel,
    discount,
    // The receipt and the exports show the tax.
    taxes,
    taxRows,
    ticketRows,
    estimatedGallonsTenths,
    actualGallonsTenths,
    unitPriceCents,
    fuelTotalCents,
    iceTotalCents,
    deliveryFeeCents,
    discountCents,
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
    discount: inDollars(discountCents),
    totalPrice: inDollars(totalPriceCents),
    totalPaid: inDollars(totalPaidCents),
    refunded: inDollars(refundedCents),
    remainingBalance: inDollars(remainingBalanceCents),
  };
}

/** Converts an appointment's details to the API's units. */
export function toDetails({ payments, ticket: stored, ...view }: Outputs['booking']['get']) {
  return {
    ...toAppointment(view),
    ticket: toTicket(stored),
    payments: payments.map(({ receivedCents, refundedCents, ...same }) => ({
      ...same,
      received: inDollars(receivedCents),
      refunded: inDollars(refundedCents),
    })),
  };
}
