import * as z from 'zod/mini';
import { blankIsNull, inUnits, phoneText, text } from '../fields';
import { orderFields, orderHasItems } from '../order/order.schema';
import { newStaffOrderFields } from '../order/staff-order.schema';
import { isPhone } from '../phone';
import { promoCodeSchema } from '../pricing/promos.schema';
import { shownTotal } from '../pricing/shown-total';
import { CONTACT_MESSAGES } from '../text';
import { actionKey, ownOrNamedDriver, pressedAt, shownDate } from './driver.schema';

export const WALK_UP_MESSAGES = {
  who: 'Enter a phone number or a boat name.',
} as const;

/** The fields of a walk-up, as typed by a driver at the dock. */
export const walkUpFields = {
  location: orderFields.location,
  slipNumber: z.optional(orderFields.slipNumber),
  fuelType: orderFields.fuelType,
  ...newStaffOrderFields,
  customerPhone: z.optional(
    blankIsNull(phoneText().check(z.refine(isPhone, CONTACT_MESSAGES.phone))),
  ),
  boatName: z.optional(blankIsNull(text(60))),
  /** A discount. Only the server knows whether it's valid. */
  promoCode: z.optional(blankIsNull(promoCodeSchema)),
};

/** Checks that a walk-up has a phone number or a boat name. */
export const hasPhoneOrBoat = z.refine<{ customerPhone?: unknown; boatName?: unknown }>(
  ({ customerPhone, boatName }) => Boolean(customerPhone || boatName),
  { error: WALK_UP_MESSAGES.who, path: ['customerPhone'] },
);

/** A walk-up. Its ID is created on the device, so it can be delivered before it's sent. */
export const walkUpSchema = inUnits(
  z
    .object({
      id: actionKey,
      driverId: ownOrNamedDriver,
      pressedAt,
      shownDate,
      /** The total that the driver quoted to the customer. */
      expectedTotal: shownTotal,
      ...walkUpFields,
    })
    .check(orderHasItems, hasPhoneOrBoat),
);
export type WalkUpInput = z.infer<typeof walkUpSchema>;
