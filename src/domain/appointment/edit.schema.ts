import * as z from 'zod/mini';
import { blankIsNull, dollars, idSchema, inUnits, versionSchema } from '../fields';
import { orderHasItems } from '../order/order.schema';
import { staffOrderFields } from '../order/staff-order.schema';
import { MAX_UNIT_PRICE_CENTS } from '../pricing/fuel';

/** What staff may correct: the order, and its price per gallon; a blank price is the unit price when it was booked. */
export const detailFields = {
  ...staffOrderFields,
  customFuelPrice: blankIsNull(
    dollars('Please enter a price such as 4.16, at most $100.', { most: MAX_UNIT_PRICE_CENTS }),
  ),
};

/** The same in the form, where a price may be left out. */
export const detailsFormFields = {
  ...detailFields,
  customFuelPrice: z._default(detailFields.customFuelPrice, null),
};

const details = z.object({ id: idSchema, ...detailsFormFields });

/** An edited order whose price is wanted; an order of nothing costs nothing. */
export const pricePreviewSchema = inUnits(details);

/** An edited order as the Edit Appointment dialog saves it. */
export const editDetailsSchema = inUnits(
  z.object({ ...details.shape, version: versionSchema }).check(orderHasItems),
);
export type EditDetailsInput = z.infer<typeof editDetailsSchema>;
