import * as z from 'zod/mini';
import { isCalendarDate } from '../calendar';
import { parseDollars, parseGallons } from '../money';
import { FUEL_TYPES } from '../pricing/fuel';
import { TIME_WINDOWS, windowByLabel } from '../slots/windows';
import {
  CAN_TYPES,
  MAX_GALLONS,
  MAX_ICE_BAGS,
  MAX_PROMO_CODE_LENGTH,
  MAX_STAFF_GALLONS,
} from './options';
import { APPOINTMENT_STATUSES } from './status';

/** Sentences of the booking form (customer section 5), each used by the form and by the server. */
export const BOOKING_SENTENCES = {
  dateAndTime: 'Please select both date and time for your delivery.',
  location: 'Please enter a delivery address.',
  noItems: 'Please select fuel gallons or ice bags for delivery.',
  gallons: `Gallons must be a whole number from 0 to ${MAX_GALLONS}.`,
  iceBags: `Ice bags must be a whole number from 0 to ${MAX_ICE_BAGS}.`,
  email: 'Please update your profile with a valid email address.',
  phone: 'Please update your profile with a valid phone number.',
  fullName: 'Please update your profile with your full name.',
  promoCode: 'Invalid promo code',
} as const;

/** A trimmed text of at most `max` characters. */
export const text = (max: number, tooLong = `Please use at most ${max} characters.`) =>
  z.string('Please enter text.').check(z.trim(), z.maxLength(max, tooLong));

export const calendarDate = (message: string = BOOKING_SENTENCES.dateAndTime) =>
  z.string(message).check(z.refine(isCalendarDate, message));

export const windowLabelSchema = (message: string = BOOKING_SENTENCES.dateAndTime) =>
  z.string(message).check(z.refine((label) => windowByLabel(label) !== null, message));

export const idSchema = z.string('An id is required.').check(z.minLength(1), z.maxLength(64));

const wholeNumber = (max: number, message: string) =>
  z.number(message).check(z.int(message), z.minimum(0, message), z.maximum(max, message));

const bagCount = wholeNumber(MAX_ICE_BAGS, BOOKING_SENTENCES.iceBags);
export const iceBags = z._default(bagCount, 0);

/** Uppercased, at most 10 characters; an empty one counts as none (customer section 5). */
export const promoCodeSchema = z
  .string(BOOKING_SENTENCES.promoCode)
  .check(
    z.trim(),
    z.toUpperCase(),
    z.maxLength(MAX_PROMO_CODE_LENGTH, BOOKING_SENTENCES.promoCode),
  );

/** The fields of an order, each as it is checked wherever it is given. */
export const orderFields = {
  date: calendarDate(),
  time: windowLabelSchema(),
  location: z
    .string(BOOKING_SENTENCES.location)
    .check(
      z.trim(),
      z.minLength(1, BOOKING_SENTENCES.location),
      z.maxLength(200, 'Please use at most 200 characters for the address.'),
    ),
  slipNumber: text(120),
  fuelType: z.enum(FUEL_TYPES, 'Please choose Regular or Premium fuel.'),
  estimatedGallons: wholeNumber(MAX_GALLONS, BOOKING_SENTENCES.gallons),
  canType: z.enum(CAN_TYPES, 'Please choose how the fuel is delivered.'),
  smallIceBags: bagCount,
  mediumIceBags: bagCount,
  largeIceBags: bagCount,
};

/** What the customer asks to be delivered, without who or how it is paid. */
const order = {
  ...orderFields,
  slipNumber: z._default(orderFields.slipNumber, ''),
  fuelType: z._default(orderFields.fuelType, 'Regular'),
  estimatedGallons: z._default(orderFields.estimatedGallons, 0),
  canType: z._default(orderFields.canType, 'service'),
  smallIceBags: iceBags,
  mediumIceBags: iceBags,
  largeIceBags: iceBags,
};

const hasItems = z.refine<{
  estimatedGallons: number;
  smallIceBags: number;
  largeIceBags: number;
}>((value) => value.estimatedGallons > 0 || value.smallIceBags + value.largeIceBags > 0, {
  error: BOOKING_SENTENCES.noItems,
  path: ['estimatedGallons'],
});

/** The order part of the booking form (customer section 5). */
export const orderSchema = z.object(order).check(hasItems);
export type OrderInput = z.infer<typeof orderSchema>;

/**
 * A booking as it is sent. Amounts, users and promo outcomes from a client are not even read (D20):
 * unknown keys are dropped. `requestId` makes a repeated send return the first booking.
 */
export const bookingSchema = z
  .object({
    ...order,
    customerName: z.optional(text(120)),
    customerEmail: z.optional(text(200)),
    customerPhone: z.optional(text(40)),
    customerAddress: z.optional(text(200)),
    promoCode: z.nullish(promoCodeSchema),
    requestId: z.optional(
      z.string('A request id has 8 to 64 characters.').check(z.minLength(8), z.maxLength(64)),
    ),
  })
  .check(hasItems);
export type BookingInput = z.infer<typeof bookingSchema>;

/** A change to an existing booking, by its owner (D18). */
export const modificationSchema = z.object({ id: idSchema, ...order }).check(hasItems);

export const appointmentIdSchema = z.object({ id: idSchema });

/** The token of a guest's link. */
export const manageTokenSchema = z.object({
  token: z
    .string('The link is not complete.')
    .check(z.minLength(1, 'The link is not complete.'), z.maxLength(200, 'The link is too long.')),
});

/** After the card was saved in the browser (customer section 7). */
export const confirmSetupSchema = z.object({
  appointmentId: idSchema,
  setupIntentId: z.string('A setup intent id is required.').check(z.minLength(1), z.maxLength(200)),
  paymentMethodId: z.nullish(z.string().check(z.maxLength(200))),
});

const STAFF_GALLONS = `Gallons must be from 0 to ${MAX_STAFF_GALLONS}, in tenths.`;

/** Gallons as typed: a number or text, at most one decimal, as tenths (D27); `missing` when blank. */
const typedGallons = (missing: string) =>
  z.pipe(
    z.union([z.number(), z.string()], missing),
    z.transform((value, ctx) => {
      const tenths = parseGallons(value);
      if (tenths === null || tenths > MAX_STAFF_GALLONS * 10) {
        const isBlank = typeof value === 'string' && value.trim() === '';
        ctx.issues.push({
          code: 'custom',
          input: value,
          message: isBlank ? missing : STAFF_GALLONS,
        });
        return z.NEVER;
      }
      return tenths;
    }),
  );

/** Gallons of an order as staff correct them. */
export const staffGallonsSchema = typedGallons(STAFF_GALLONS);

/** Gallons really delivered, as staff or a driver type them (staff section 5). */
const actualGallonsSchema = typedGallons('Please enter actual gallons delivered.');

/** Dollars as typed ("4.16" or 4.16), as whole cents. */
export const dollarsSchema = (message: string, maxCents = 100_000) =>
  z.pipe(
    z.union([z.number(), z.string()], message),
    z.transform((value, ctx) => {
      const cents = parseDollars(value);
      if (cents === null || cents > maxCents) {
        ctx.issues.push({ code: 'custom', input: value, message });
        return z.NEVER;
      }
      return cents;
    }),
  );

/** A saved card of the account instead of a typed one; `paymentMethodId` is the account's own id. */
export const savedCardSchema = z.object({ appointmentId: idSchema, paymentMethodId: idSchema });

/** Above any delivery, in cents. */
const MAX_BALANCE_CENTS = 10_000_000;

/** The paying of a balance; the amount is in dollars as typed, in cents once read. */
export const balancePaymentSchema = z.object({
  appointmentId: idSchema,
  remainingAmount: dollarsSchema(
    'Please give the amount left to pay, such as 122.85.',
    MAX_BALANCE_CENTS,
  ),
});

/** The longest data URL accepted for a photo: about 3 MB of picture, two to a request. */
const MAX_PHOTO_URL = 4_200_000;

/** A photo as a data URL of a picture; it is decoded and re-encoded before it is kept (D60). */
export const photoSchema = z
  .string('Please select an image file.')
  .check(
    z.maxLength(MAX_PHOTO_URL, 'That photo is too large. Please choose one under 3 MB.'),
    z.regex(/^data:image\/[a-z+.-]+;base64,[A-Za-z0-9+/=]+$/, 'Please select an image file.'),
  );

/** Completion by staff (staff section 7). */
export const completionSchema = z.object({
  id: idSchema,
  actualGallons: actualGallonsSchema,
  smallIceBags: z.optional(wholeNumber(MAX_ICE_BAGS, BOOKING_SENTENCES.iceBags)),
  largeIceBags: z.optional(wholeNumber(MAX_ICE_BAGS, BOOKING_SENTENCES.iceBags)),
  receiptPhoto: z.nullish(photoSchema),
  fuelPhoto: z.nullish(photoSchema),
  notes: z.optional(text(1000)),
  /** The device's own clock, kept as such; the server's clock is the truth (D42). */
  completedAt: z.optional(z.union([z.number(), z.string()])),
});

/** Confirming without a card on file asks for a reason (D44). */
export const confirmationSchema = z.object({
  id: idSchema,
  noCardReason: z.optional(text(300)),
});

export const schedulingSchema = z.object({
  id: idSchema,
  driverId: z.nullish(z.number('Please choose a driver.').check(z.int(), z.minimum(1))),
});

export const cancellationSchema = z.object({
  id: idSchema,
  reason: z.optional(text(300)),
});

const PAGE_SENTENCE = 'Please give a page from 1 on.';

/** A page of a list, from 1. */
export const pageSchema = z.object({
  page: z._default(
    z
      .number(PAGE_SENTENCE)
      .check(z.int(PAGE_SENTENCE), z.minimum(1, PAGE_SENTENCE), z.maximum(100_000, PAGE_SENTENCE)),
    1,
  ),
});

export const appointmentListSchema = z.object({
  status: z.enum(
    ['pending', 'confirmed', 'scheduled', 'completed', 'cancelled'],
    'Please choose a section.',
  ),
  search: z.optional(text(100)),
  date: z.nullish(calendarDate('Please choose a valid date.')),
  includeHeld: z._default(z.boolean(), false),
  page: z._default(
    z
      .number('Please give a page number.')
      .check(
        z.int('Please give a page number.'),
        z.minimum(1, 'Pages start at 1.'),
        z.maximum(100_000),
      ),
    1,
  ),
});

/** The list for outside callers; every status when none is given. */
export const allAppointmentsSchema = z.object({
  ...appointmentListSchema.shape,
  status: z.optional(z.enum(APPOINTMENT_STATUSES, 'Please choose a status.')),
});

/** Labels of every window, for menus. */
export const WINDOW_LABELS = TIME_WINDOWS.map((window) => window.label);
