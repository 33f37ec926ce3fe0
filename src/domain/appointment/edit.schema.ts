import * as z from 'zod/mini';
import { blankIsNull, idSchema, inUnits, versionSchema } from '../fields';
import { orderFields, orderHasItems } from '../order/order.schema';
import { staffOrderFields } from '../order/staff-order.schema';
import { MAX_UNIT_PRICE_CENTS } from '../pricing/fuel';
import { shownTotal } from '../pricing/shown-total';
import { pricePerGallon } from '../pricing/unit-price';
import { chosenFields } from './book.schema';
import { typedBoatFields } from './typed-boat.schema';

/** The amounts and the price per gallon of an order. */
export const amountFields = {
  ...staffOrderFields,
  customFuelPrice: blankIsNull(
    pricePerGallon('Please enter a price such as 4.16, at most $100.', {
      most: MAX_UNIT_PRICE_CENTS,
    }),
  ),
};

/**
 * The fuel, where it goes, and the boat and dock, by the account's IDs. Omitted fields stay as they
 * are. If a dock is sent without an address, the dock's own address applies.
 */
export const fuelAndBoatFields = {
  fuelType: z.optional(orderFields.fuelType),
  fillUp: z.optional(orderFields.fillUp),
  canType: z.optional(orderFields.canType),
  ...chosenFields,
  ...typedBoatFields,
};

/**
 * The fields that staff may edit. A blank price restores the unit price of the fuel: the one from
 * the time of booking, or today's for another fuel.
 */
export const detailsFormFields = {
  ...amountFields,
  customFuelPrice: z._default(amountFields.customFuelPrice, null),
  ...fuelAndBoatFields,
  location: z.optional(orderFields.location),
  slipNumber: z.optional(orderFields.slipNumber),
};

const details = z.object({ id: idSchema, ...detailsFormFields });

/** An edited order to quote. An empty one costs nothing. */
export const pricePreviewSchema = inUnits(details);

/** An edited order, as sent by the Edit Appointment dialog. */
export const editDetailsSchema = inUnits(
  z
    .object({ ...details.shape, version: versionSchema, expectedTotal: shownTotal })
    .check(orderHasItems),
);
export type EditDetailsInput = z.infer<typeof editDetailsSchema>;
