import type { inferRouterOutputs } from '@trpc/server';
import * as z from 'zod/mini';
import { PAYMENT_BADGES } from '@/domain/payment/badges';
import type { AppRouter } from '@/server/trpc';
import { described, dollars, inDollars, named, orNull, personal, text } from '../described.schema';
import { driverFacts, listedFields, paymentChip, toAppointment } from './appointments';

type Outputs = inferRouterOutputs<AppRouter>;

const { onTheWay, times, ...paymentFields } = listedFields;

/** An appointment as staff see it, with the customer, the driver and the truth about its payment. */
export const staffAppointment = named(
  'StaffAppointment',
  z.object({
    ...paymentFields,
    ...driverFacts,
    metresAway: described(
      z.nullable(z.int()),
      'From the middle of the service area to the dock; null while that is not known.',
    ),
    userId: described(text, 'Null for a guest.'),
    customerUsername: personal(text),
    customerFullName: personal(text),
    customerEmail: personal(text),
    customerPhone: personal(text, 'The phone given with the order.'),
    customerPhone2: personal(text, 'The phone of the account.'),
    customFuelPrice: z.nullable(dollars),
    bookedFuelPrice: dollars,
    driverId: z.nullable(z.int()),
    driverName: personal(text),
    notes: personal(text),
    bookedBy: described(
      z.nullable(z.enum(['driver', 'staff'])),
      'Who of the business booked it; null where the customer did.',
    ),
    overCapacityReason: personal(
      text,
      'Why it stands beyond the capacity of its time slot; null where it does not.',
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

/** An appointment for staff; the phone of the account has the specification's name (staff section 3). */
export function toStaffAppointment(view: Outputs['admin']['patch']) {
  const { customUnitPriceCents, bookedUnitPriceCents, customerAccountPhone, ...others } = view;
  const { disputes, messagesTo, ...same } = others;
  return {
    ...toAppointment(same),
    customerPhone2: customerAccountPhone,
    customFuelPrice: orNull(customUnitPriceCents, inDollars),
    bookedFuelPrice: inDollars(bookedUnitPriceCents),
  };
}
