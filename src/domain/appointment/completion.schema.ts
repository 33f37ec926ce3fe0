import * as z from 'zod/mini';
import { blankIsNull, idSchema, inUnits, longText, requiredLongText } from '../fields';
import { deliveredFields } from '../order/staff-order.schema';
import { promoCodeSchema } from '../pricing/promos.schema';
import { shownTotal } from '../pricing/shown-total';
import { readingFields, truckField } from '../trucks/ticket.schema';

/** Maximum length of the notes on a completed delivery. */
export const MAX_COMPLETION_NOTES_LENGTH = 1000;

/** Maximum length of a photo's data URL: about 3 MB of picture, two per request. */
export const MAX_PHOTO_URL = 4_200_000;

/** A photo as a data URL. It's decoded and re-encoded before it's stored. */
export const photoSchema = z
  .string('Please select an image file.')
  .check(
    z.maxLength(MAX_PHOTO_URL, 'That photo is too large. Please select one under 3 MB.'),
    z.regex(/^data:image\/[a-z+.-]+;base64,[A-Za-z0-9+/=]+$/, 'Please select an image file.'),
  );

/** Maximum length of a time from a device's clock. */
export const MAX_DEVICE_TIME_LENGTH = 40;
/** The latest instant that a Date can hold. A device's clock may be wrong by decades. */
const LAST_INSTANT_MS = 8.64e15;
const DEVICE_TIME = `Please send a time such as 2026-06-13T14:30:00Z, with at most ${MAX_DEVICE_TIME_LENGTH} characters.`;

/** The fields of a completion: delivered amounts, photos, and notes. */
export const completionFields = {
  ...deliveredFields,
  ...readingFields,
  truckId: truckField,
  receiptPhoto: z.nullish(photoSchema),
  fuelPhoto: z.nullish(photoSchema),
  notes: z.optional(longText(MAX_COMPLETION_NOTES_LENGTH)),
  /** The total shown with the figures, and the total that a person confirmed. */
  expectedTotal: shownTotal,
  confirmedTotal: shownTotal,
  /** Time on the device's clock, stored as sent. Decisions use the server's clock. */
  completedAt: z.optional(
    z.union(
      [
        z.number().check(z.minimum(-LAST_INSTANT_MS), z.maximum(LAST_INSTANT_MS)),
        z.string().check(z.maxLength(MAX_DEVICE_TIME_LENGTH, DEVICE_TIME)),
      ],
      DEVICE_TIME,
    ),
  ),
};

/** Why the delivery of a cancelled appointment counts. */
export const recordedReason = requiredLongText('Enter a reason.', 300);

/** The order's discount code. Omitted to keep it, blank or null to remove it. */
export const completionCode = z.optional(blankIsNull(promoCodeSchema));

/** A cancelled appointment that was delivered anyway, with a reason. */
export const recordedDeliverySchema = inUnits(
  z.object({
    id: idSchema,
    ...completionFields,
    promoCode: completionCode,
    reason: recordedReason,
  }),
);
export type RecordedDelivery = z.infer<typeof recordedDeliverySchema>;

/** The input of a completion by staff. */
export const completionSchema = inUnits(
  z.object({ id: idSchema, ...completionFields, promoCode: completionCode }),
);
