import * as z from 'zod/mini';
import { emailSchema, phoneSchema } from '../account/sign-in.schema';
import {
  blankIsNull,
  clearableLongText,
  clearableText,
  idSchema,
  inUnits,
  noteText,
  requestIdSchema,
  text,
} from '../fields';
import { orderFields, orderHasItems } from '../order/order.schema';
import { newStaffOrderFields } from '../order/staff-order.schema';
import { promoCodeSchema } from '../pricing/promos.schema';
import { shownTotal } from '../pricing/shown-total';
import { chosenFields, whenFields } from './book.schema';
import { typedBoatFields } from './typed-boat.schema';

export const BOOK_FOR_MESSAGES = {
  who: 'Please select a customer, or enter a guest’s phone number.',
  full: 'That window is full or blocked. Enter a reason for overbooking, or select another one.',
  boatName: 'Please enter the name of the boat that has this tank.',
} as const;

const contact = {
  /** The account's ID. If it's blank, the order is for a guest, who is notified by phone. */
  customerId: z.optional(blankIsNull(idSchema)),
  customerName: z.optional(blankIsNull(text(120))),
  customerPhone: z.optional(blankIsNull(phoneSchema())),
  customerEmail: z.optional(blankIsNull(emailSchema())),
};

/** Facts about a boat and a dock that aren't saved in an account. */
const typedFacts = {
  ...typedBoatFields,
  gateCode: z.optional(clearableText(40)),
  dockNote: z.optional(clearableLongText(300)),
};

const isObject = (value: unknown) => typeof value === 'object' && value !== null;

const namesCustomer = z.refine<{ customerId?: unknown; customerPhone?: unknown }>(
  ({ customerId, customerPhone }) => Boolean(customerId || customerPhone),
  // This check runs even if other fields are invalid, so that all errors show together.
  { error: BOOK_FOR_MESSAGES.who, path: ['customerPhone'], when: ({ value }) => isObject(value) },
);

type TypedBoat = { boatId?: unknown; boatName?: unknown; boatTank?: unknown };

/** Requires a boat's name, because a tank size alone couldn't be saved. */
const namesBoat = z.refine<TypedBoat>(
  ({ boatId, boatName, boatTank }) => Boolean(boatId || boatName || !boatTank),
  { error: BOOK_FOR_MESSAGES.boatName, path: ['boatName'], when: ({ value }) => isObject(value) },
);

/** A booking that staff make for a customer on the phone, as typed. */
export const bookForCustomerSchema = inUnits(
  z
    .object({
      /**
       * Created in the browser and used as the appointment's ID, so repeating the call doesn't book
       * twice.
       */
      id: requestIdSchema,
      ...contact,
      ...whenFields,
      location: orderFields.location,
      slipNumber: z.optional(orderFields.slipNumber),
      fuelType: orderFields.fuelType,
      canType: orderFields.canType,
      ...newStaffOrderFields,
      fillUp: z._default(orderFields.fillUp, false),
      ...chosenFields,
      ...typedFacts,
      promoCode: z.optional(blankIsNull(promoCodeSchema)),
      /** The total that staff quoted to the caller. */
      expectedTotal: shownTotal,
      /** The reason for exceeding the window's capacity. */
      overCapacityReason: z.optional(blankIsNull(noteText)),
    })
    .check(orderHasItems, namesCustomer, namesBoat),
);
export type BookForCustomerInput = z.infer<typeof bookForCustomerSchema>;
