import * as z from 'zod/mini';
import { idSchema, inUnits, requestIdSchema, text, versionSchema } from '../fields';
import { orderFields, orderHasItems } from '../order/order.schema';
import { promoCodeSchema } from '../pricing/promos.schema';
import { shownTotal } from '../pricing/shown-total';
import { chosenFields, formFields, guestFields, whenFields } from './book.schema';

/** What an owner may change, each field as it is checked wherever it is given. */
export const ownerFields = { ...whenFields, ...orderFields, ...chosenFields };

/** What is sent, apart from the form's own schema: the first page has no use for it. */
export const bookAppointmentFields = {
  ...formFields,
  customerName: z.optional(text(120)),
  ...guestFields,
  customerAddress: z.optional(text(200)),
  promoCode: z.nullish(promoCodeSchema),
  /** The total that the person saw: a higher one is asked about before anything is booked. */
  expectedTotal: shownTotal,
  requestId: z.optional(requestIdSchema),
};

/**
 * What `bookAppointment` is sent. Amounts, users and promo outcomes from a client are not even read:
 * unknown keys are dropped. `requestId` makes a repeated send return the first appointment.
 */
export const bookAppointmentSchema = inUnits(
  z
    .object({
      ...bookAppointmentFields,
      /** Said by our own form: a dock with another address by now is refused. */
      atDockAddress: z.optional(z.boolean()),
    })
    .check(orderHasItems),
);
export type BookAppointmentInput = z.infer<typeof bookAppointmentSchema>;

/** A change to an appointment, by its owner. */
export const modificationSchema = inUnits(
  z
    .object({ id: idSchema, version: versionSchema, expectedTotal: shownTotal, ...formFields })
    .check(orderHasItems),
);
/** An order as it is read, with its date and time slot. */
export type OrderForm = Omit<
  z.output<typeof modificationSchema>,
  'id' | 'version' | 'expectedTotalCents'
>;
