import * as z from 'zod/mini';
import { emailText } from '../account/sign-in.schema';
import { calendarDate, idSchema, phoneText, timeSlotLabelSchema } from '../fields';
import { toTenths } from '../money';
import { ORDER_MESSAGES } from '../order/messages';
import { hasItems } from '../order/order';
import { orderFieldsWithDefaults, typedOrderFields } from '../order/order.schema';
import { promoCodeSchema } from '../pricing/promos.schema';
import { APPOINTMENT_MESSAGES } from './messages';

/** The delivery's date and time window. */
export const whenFields = {
  date: calendarDate(APPOINTMENT_MESSAGES.dateAndTime),
  time: timeSlotLabelSchema(APPOINTMENT_MESSAGES.dateAndTime),
};

/**
 * IDs of the account's boat and dock for this order, or null for none. If a change omits them, the
 * boat stays, and the dock stays as long as the address does.
 */
export const chosenFields = {
  boatId: z.optional(z.nullable(idSchema)),
  dockId: z.optional(z.nullable(idSchema)),
};

/** The order form's fields with their defaults. */
export const formFields = { ...whenFields, ...orderFieldsWithDefaults, ...chosenFields };

/** A guest's contact. The form asks only guests for it, and `guestLack` names what is missing. */
export const guestFields = {
  customerEmail: z.optional(emailText),
  customerPhone: z.optional(phoneText()),
};

/**
 * The order form as typed. '' means that nothing was selected. The schema's output is the input of
 * `bookAppointment`. A change to a delivery omits the promo code and the contact.
 */
export const orderFormSchema = z
  .object({
    ...formFields,
    ...typedOrderFields,
    promoCode: z.optional(promoCodeSchema),
    ...guestFields,
  })
  .check(
    z.refine(
      (read) => hasItems({ ...read, estimatedGallonsTenths: toTenths(read.estimatedGallons) }),
      { error: ORDER_MESSAGES.noItems, path: ['estimatedGallons'] },
    ),
  );
export type TypedOrderForm = z.input<typeof orderFormSchema>;
export type ReadOrderForm = z.output<typeof orderFormSchema>;
