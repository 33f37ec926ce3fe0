import * as z from 'zod/mini';
import { clearableText, requiredText, typedWholeNumber, wholeNumber } from '../fields';
import { toTenths } from '../money';
import { FUEL_TYPES } from '../pricing/fuel';
import type { AsGiven } from '../units';
import { ORDER_MESSAGES } from './messages';
import {
  CAN_TYPES,
  MAX_DRIVER_NOTE_LENGTH,
  MAX_GALLONS,
  MAX_ICE_BAGS,
  MAX_LOCATION,
} from './options';
import { EMPTY_ORDER, hasItems, type Order } from './order';

/** The message for an invalid number of bags. */
export const BAGS = `Ice bags must be a whole number from 0 to ${MAX_ICE_BAGS}.`;
const GALLONS = `Gallons must be a whole number from 0 to ${MAX_GALLONS}.`;

/** Bags of one size, as entered by customers and drivers. */
export const bags = wholeNumber(0, MAX_ICE_BAGS, BAGS);

/** An order with the field names that callers use. */
type Given = AsGiven<Order>;

/** The fields of an order as callers send them. Gallons are parsed into tenths. */
export const orderFields = {
  location: requiredText(
    'Please enter a delivery address.',
    MAX_LOCATION,
    `Please use at most ${MAX_LOCATION} characters for the address.`,
  ),
  slipNumber: clearableText(120),
  driverNote: clearableText(MAX_DRIVER_NOTE_LENGTH),
  fuelType: z.enum(FUEL_TYPES, 'Please select Regular or Premium fuel.'),
  estimatedGallons: z.pipe(wholeNumber(0, MAX_GALLONS, GALLONS), z.transform(toTenths)),
  fillUp: z.boolean('Select whether to fill up the tank.'),
  canType: z.enum(CAN_TYPES, 'Please select how the fuel is delivered.'),
  smallIceBags: bags,
  mediumIceBags: bags,
  largeIceBags: bags,
} satisfies { [K in keyof Given]: z.ZodMiniType<Given[K]> };

/** The fields of an order with their defaults. The location has no default. */
export const orderFieldsWithDefaults = {
  ...orderFields,
  slipNumber: z._default(orderFields.slipNumber, EMPTY_ORDER.slipNumber),
  driverNote: z._default(orderFields.driverNote, EMPTY_ORDER.driverNote),
  fuelType: z._default(orderFields.fuelType, EMPTY_ORDER.fuelType),
  estimatedGallons: z._default(orderFields.estimatedGallons, EMPTY_ORDER.estimatedGallonsTenths),
  fillUp: z._default(orderFields.fillUp, EMPTY_ORDER.fillUp),
  canType: z._default(orderFields.canType, EMPTY_ORDER.canType),
  smallIceBags: z._default(bags, EMPTY_ORDER.smallIceBags),
  mediumIceBags: z._default(bags, EMPTY_ORDER.mediumIceBags),
  largeIceBags: z._default(bags, EMPTY_ORDER.largeIceBags),
};

/** Text fields of the order form, parsed into the values of a call. Blank means 0. */
export const typedOrderFields = {
  estimatedGallons: z.pipe(
    z.transform((typed: string): unknown => typed.trim() || '0'),
    typedWholeNumber(0, MAX_GALLONS, GALLONS),
  ),
};

/** Checks that an order has at least one item. */
export const orderHasItems = z.refine<
  Pick<Given, 'estimatedGallons' | 'smallIceBags' | 'largeIceBags'> & { fillUp?: boolean }
>((given) => hasItems({ ...given, estimatedGallonsTenths: given.estimatedGallons }), {
  error: ORDER_MESSAGES.noItems,
  path: ['estimatedGallons'],
});
