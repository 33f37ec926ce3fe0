import * as z from 'zod/mini';
import { blankIsNull, dollars, idSchema, inUnits, versionSchema } from '../fields';
import { orderHasItems } from '../order/order.schema';
import { staffOrderFields } from '../order/staff-order.schema';
import { MAX_UNIT_PRICE_CENTS } from '../pricing/fuel';

/**
 * The fields that staff may edit: the order and its price per gallon. A blank price restores the
 * unit price from the time of booking.
 */
export const detailFields = {
  ...staffOrderFields,
  customFuelPrice: blankIsNull(
    dollars('Please enter a price such as 4.16, at most $100.', { most: MAX_UNIT_PRICE_CENTS }),
  ),
};

/** The same fields as the form has them, with an optional price. */
export const detailsFormFields = {
  ...detailFields,
  customFuelPrice: z._default(detailFields.customFuelPrice, null),
};

const details = z.object({ id: idSchema, ...detailsFormFields });

/** An edited order to quote. An empty one costs nothing. */
export const pricePreviewSchema = inUnits(details);

/** An edited order, as sent by the Edit Appointment dialog. */
export const editDetailsSchema = inUnits(
  z.object({ ...details.shape, version: versionSchema }).check(orderHasItems),
);
export type EditDetailsInput = z.infer<typeof editDetailsSchema>;
