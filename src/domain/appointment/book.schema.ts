import * as z from 'zod/mini';
import { emailText } from '../account/sign-in.schema';
import { calendarDate, idSchema, phoneText, timeSlotLabelSchema } from '../fields';
import { toTenths } from '../money';
import { ORDER_MESSAGES } from '../order/messages';
import { hasItems } from '../order/order';
import { orderFieldsWithDefaults, typedOrderFields } from '../order/order.schema';
import { promoCodeSchema } from '../pricing/promos.schema';
import { APPOINTMENT_MESSAGES } from './messages';

/** When it is to be delivered. */
export const whenFields = {
  date: calendarDate(APPOINTMENT_MESSAGES.dateAndTime),
  time: timeSlotLabelSchema(APPOINTMENT_MESSAGES.dateAndTime),
};

/**
 * The boat and the dock of the account that the order is for, by id; null for none. Left out of a
 * change, they stay, the dock only with its address.
 */
export const chosenFields = {
  boatId: z.optional(z.nullable(idSchema)),
  dockId: z.optional(z.nullable(idSchema)),
};

/** The fields of the order form, each with its default. */
export const formFields = { ...whenFields, ...orderFieldsWithDefaults, ...chosenFields };

/** How to reach a guest: the form asks only guests, and `guestLack` says what is missing. */
export const guestFields = {
  customerEmail: z.optional(emailText),
  customerPhone: z.optional(phoneText()),
};

/**
 * The order form as it is typed, where nothing chosen is ''. It reads as what
 * `bookAppointment` is sent. A change leaves out the promo code and the contact.
 */
export const orderFormSchema = z
  .object({
    ...{ ...formFields, ...typedOrderFields },
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
