import type { inferRouterOutputs } from '@trpc/server';
import * as z from 'zod/mini';
import { PAYMENT_BADGES } from '@/domain/payment/badges';
import type { AppRouter } from '@/server/trpc';
import { described, dollars, inDollars, named, orNull, personal, text } from '../described.schema';
import {
  driverFacts,
  listedFields,
  paymentChip,
  ticket,
  toAppointment,
  toTicket,
} from './appointments';

type Outputs = inferRouterOutputs<AppRouter>;

const { onTheWay, times, ...paymentFields } = listedFields;

/** An appointment as staff see it, with the customer, the driver, and the full payment state. */
export const staffAppointment = named(
  'StaffAppointment',
  z.object({
    ...paymentFields,
    ...driverFacts,
    metresAway: described(
      z.nullable(z.int()),
      'Meters from the center of the service area to the dock. Null if the dock’s position isn’t known.',
    ),
    userId: described(text, 'Null for a guest.'),
    customerUsername: personal(text),
    customerFullName: personal(text),
    customerEmail: personal(text),
    customerPhone: personal(text, 'The phone number in the order.'),
    customerPhone2: personal(text, 'The phone number in the account.'),
    customFuelPrice: z.nullable(dollars),
    bookedFuelPrice: dollars,
    driverId: z.nullable(z.int()),
    driverName: personal(text),
    notes: personal(text),
    ticket,
    bookedBy: described(
      z.nullable(z.enum(['driver', 'staff'])),
      'Whether a driver or staff booked it. Null if the customer did.',
    ),
    overCapacityReason: personal(
      text,
      'The reason for overbooking its time window. Null if it isn’t overbooked.',
    ),
    cancelReason: personal(text),
    noCardReason: personal(text),
    paymentBadge: named('PaymentBadge', z.enum(PAYMENT_BADGES)),
    paymentChip,
    chargeError: text,
    refundFailed: z.boolean(),
  }),
  'An appointment as staff see it.',
);

/** Converts an appointment for staff. The account's phone number is called `customerPhone2` in the API. */
export function toStaffAppointment(view: Outputs['admin']['patch']) {
  const { customUnitPriceCents, bookedUnitPriceCents, customerAccountPhone, ...others } = view;
  const { disputes, messagesTo, lastStopChange, cardTrouble, ticket: stored, ...same } = others;
  return {
    ...toAppointment(same),
    ticket: toTicket(stored),
    customerPhone2: customerAccountPhone,
    customFuelPrice: orNull(customUnitPriceCents, inDollars),
    bookedFuelPrice: inDollars(bookedUnitPriceCents),
  };
}
