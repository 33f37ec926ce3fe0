import * as z from 'zod/mini';
import { idSchema, inUnits, longText, requiredLongText } from '../fields';
import { deliveredFields } from '../order/staff-order.schema';
import { shownTotal } from '../pricing/shown-total';

/** The most characters of the notes on a completed delivery. */
export const MAX_COMPLETION_NOTES_LENGTH = 1000;

/** The longest data URL accepted for a photo: about 3 MB of picture, two to a request. */
export const MAX_PHOTO_URL = 4_200_000;

/** A photo as a data URL of a picture; it is decoded and re-encoded before it is stored. */
export const photoSchema = z
  .string('Please select an image file.')
  .check(
    z.maxLength(MAX_PHOTO_URL, 'That photo is too large. Please choose one under 3 MB.'),
    z.regex(/^data:image\/[a-z+.-]+;base64,[A-Za-z0-9+/=]+$/, 'Please select an image file.'),
  );

/** The most characters of a time as a device tells it. */
export const MAX_DEVICE_TIME_LENGTH = 40;
/** The last instant that a Date can hold. A device's clock may be wrong by decades. */
const LAST_INSTANT_MS = 8.64e15;
const DEVICE_TIME = `Please give a time such as 2026-06-13T14:30:00Z, at most ${MAX_DEVICE_TIME_LENGTH} characters.`;

/** What a completion says: what was delivered, its photos, notes. */
export const completionFields = {
  ...deliveredFields,
  receiptPhoto: z.nullish(photoSchema),
  fuelPhoto: z.nullish(photoSchema),
  notes: z.optional(longText(MAX_COMPLETION_NOTES_LENGTH)),
  /** The total that was shown beside the figures, and the one that a person confirmed. */
  expectedTotal: shownTotal,
  confirmedTotal: shownTotal,
  /** The device's clock, stored as given; the server's clock decides. */
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

/** A cancelled appointment that was delivered all the same, and why. */
export const recordedDeliverySchema = inUnits(
  z.object({
    id: idSchema,
    ...completionFields,
    reason: requiredLongText('Enter a reason.', 300),
  }),
);
export type RecordedDelivery = z.infer<typeof recordedDeliverySchema>;

/** Completion by staff. */
export const completionSchema = inUnits(z.object({ id: idSchema, ...completionFields }));
