import * as z from 'zod/mini';
import { blankIs, gallons, typedWholeNumber } from '../fields';
import { toTenths } from '../money';
import { ORDER_MESSAGES } from './messages';
import { MAX_ICE_BAGS, MAX_STAFF_GALLONS } from './options';
import { BAGS, bags } from './order.schema';

const STAFF_GALLONS = `Gallons must be from 0 to ${MAX_STAFF_GALLONS}, in tenths.`;

/** Gallons as typed by staff or a driver. */
const staffGallons = (missing: string) =>
  gallons(STAFF_GALLONS, { most: toTenths(MAX_STAFF_GALLONS), missing });

const typedBags = blankIs(0, typedWholeNumber(0, MAX_ICE_BAGS, BAGS));

/** The order fields that staff edit: gallons to a tenth, and bags. Blank bags mean 0. */
export const staffOrderFields = {
  estimatedGallons: staffGallons(STAFF_GALLONS),
  smallIceBags: typedBags,
  largeIceBags: typedBags,
};

/** The order fields of an order that staff or a driver creates. Blank gallons also mean 0. */
export const newStaffOrderFields = {
  ...staffOrderFields,
  estimatedGallons: z.pipe(
    z.transform((typed: unknown) => (typed === '' ? '0' : typed)),
    staffOrderFields.estimatedGallons,
  ),
};

/** The delivered amounts. Omitted bags were delivered as ordered. */
export const deliveredFields = {
  actualGallons: staffGallons(ORDER_MESSAGES.actualGallons),
  smallIceBags: z.optional(bags),
  largeIceBags: z.optional(bags),
};
