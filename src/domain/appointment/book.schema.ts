import * as z from 'zod/mini';
import { emailText } from '../account/sign-in.schema';
import {
  calendarDate,
  idSchema,
  inUnits,
  phoneText,
  requestIdSchema,
  text,
  timeSlotLabelSchema,
  versionSchema,
} from '../fields';
import { toTenths } from '../money';
import { ORDER_MESSAGES } from '../order/messages';
import { hasItems } from '../order/order';
import {
  orderFields,
  orderFieldsWithDefaults,
  orderHasItems,
  typedOrderFields,
} from '../order/order.schema';
import { promoCodeSchema } from '../pricing/promos.schema';
import { APPOINTMENT_MESSAGES } from './messages';

/** When it is to be delivered. */
export const whenFields = {
  date: calendarDate(APPOINTMENT_MESSAGES.dateAndTime),
  time: timeSlotLabelSchema(APPOINTMENT_MESSAGES.dateAndTime),
};

/**
 * The boat and the dock of the account that the order is for, by id; null for none (D96). Left out of a
 * change, they stay, the dock only with its address.
 */
export const chosenFields = {
  boatId: z.optional(z.nullable(idSchema)),
  dockId: z.optional(z.nullable(idSchema)),
};

/** What an owner may change, each field as it is checked wherever it is given. */
export const ownerFields = { ...whenFields, ...orderFields, ...chosenFields };

const form = { ...whenFields, ...orderFieldsWithDefaults, ...chosenFields };

/** How to reach a guest: the form asks only guests, and `guestLack` says what is missing. */
const guestFields = {
  customerEmail: z.optional(emailText),
  customerPhone: z.optional(phoneText()),
};

/**
 * The order form as it is typed, where nothing chosen is '' (customer section 5). It reads as what
 * `bookAppointment` is sent. A change leaves out the promo code and the contact.
 */
export const orderFormSchema = z
  .object({
    ...{ ...form, ...typedOrderFields },
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

export const bookAppointmentFields = {
  ...form,
  customerName: z.optional(text(120)),
  ...guestFields,
  customerAddress: z.optional(text(200)),
  promoCode: z.nullish(promoCodeSchema),
  requestId: z.optional(requestIdSchema),
};

/**
 * What `bookAppointment` is sent. Amounts, users and promo outcomes from a client are not even read (D20):
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

/** A change to an appointment, by its owner (D18). */
export const modificationSchema = inUnits(
  z.object({ id: idSchema, version: versionSchema, ...form }).check(orderHasItems),
);
/** An order as it is read, with its date and time slot. */
export type OrderForm = Omit<z.output<typeof modificationSchema>, 'id' | 'version'>;
