import * as z from 'zod/mini';
import { idSchema, inUnits, requestIdSchema, text, versionSchema } from '../fields';
import { orderFields, orderHasItems } from '../order/order.schema';
import { promoCodeSchema } from '../pricing/promos.schema';
import { shownTotal } from '../pricing/shown-total';
import { chosenFields, formFields, guestFields, whenFields } from './book.schema';

/** The fields that a customer may change. Every other call checks them in the same way. */
export const ownerFields = { ...whenFields, ...orderFields, ...chosenFields };

/**
 * The fields sent by a booking. They aren't in the form's schema because the first page doesn't
 * need them.
 */
export const bookAppointmentFields = {
  ...formFields,
  customerName: z.optional(text(120)),
  ...guestFields,
  customerAddress: z.optional(text(200)),
  promoCode: z.nullish(promoCodeSchema),
  /** The total shown to the person. If the real one is higher, we ask before booking. */
  expectedTotal: shownTotal,
  requestId: z.optional(requestIdSchema),
};

/**
 * The input of `bookAppointment`. Unknown keys are dropped, so a client can't send amounts, users,
 * or promo outcomes. With the same `requestId`, a repeated call returns the first appointment.
 */
export const bookAppointmentSchema = inUnits(
  z
    .object({
      ...bookAppointmentFields,
      /** Set by our own form, so a dock whose address has changed is refused. */
      atDockAddress: z.optional(z.boolean()),
    })
    .check(orderHasItems),
);
export type BookAppointmentInput = z.infer<typeof bookAppointmentSchema>;

/** A change to an appointment by its customer. */
export const modificationSchema = inUnits(
  z
    .object({ id: idSchema, version: versionSchema, expectedTotal: shownTotal, ...formFields })
    .check(orderHasItems),
);
/** A parsed order with its date and time window. */
export type OrderForm = Omit<
  z.output<typeof modificationSchema>,
  'id' | 'version' | 'expectedTotalCents'
>;
