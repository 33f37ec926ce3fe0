import * as z from 'zod/mini';
import {
  completionFields,
  MAX_DEVICE_TIME_LENGTH,
  photoSchema,
} from '../appointment/completion.schema';
import { PROOF_KINDS } from '../appointment/proof';
import { shownOrderSchema } from '../appointment/shown-order';
import {
  calendarDate,
  driverIdSchema,
  idSchema,
  inUnits,
  longText,
  requiredLongText,
  wholeNumber,
} from '../fields';
import { deliveredFields } from '../order/staff-order.schema';
import { NO_POSITION, positionSchema } from '../route/position.schema';
import { NOT_DELIVERED_REASONS, type NotDeliveredReason, needsNote } from './not-delivered';
import { DUTIES } from './status';

/** The most characters of a report to staff. */
export const MAX_REPORT_LENGTH = 1000;

/** The most characters of what a driver adds to the reason. */
export const MAX_NOT_DELIVERED_NOTE_LENGTH = 500;

export const DRIVER_MESSAGES = {
  reason: 'Select why the delivery wasn’t made.',
  otherReason: 'Enter what happened.',
  report: 'Enter what’s wrong.',
  position: NO_POSITION,
} as const;

/**
 * Names one device action, so that sending it again changes nothing. Made
 * there, because the answer to the first send may never arrive.
 */
export const actionKey = z
  .string('An action key has 16 to 64 characters.')
  .check(z.regex(/^[\w-]{16,64}$/, 'An action key has 16 to 64 characters.'));

/** When it was pressed, by the device's own clock, as told. */
export const pressedAt = z.optional(z.string().check(z.maxLength(MAX_DEVICE_TIME_LENGTH)));

/** The date that the device showed: a delivery that staff moved meanwhile is theirs to decide about. */
export const shownDate = z.optional(calendarDate());

export const ownOrNamedDriver = z.nullish(driverIdSchema);

/** A driver's number, or none for one's own; staff begin with driver 1. */
export const whichDriverSchema = z.object({ driverId: ownOrNamedDriver });

export const dutySchema = z.object({
  driverId: ownOrNamedDriver,
  status: z.enum(DUTIES, 'Select Available or Offline.'),
});

/** The oldest position that a device may still send. */
const MAX_POSITION_AGE_MS = 24 * 3_600_000;

export const driverPositionSchema = z.object({
  driverId: ownOrNamedDriver,
  ...positionSchema.shape,
  /** How long before the call it was found: without signal it is sent late. */
  ageMs: z.optional(wholeNumber(0, MAX_POSITION_AGE_MS, DRIVER_MESSAGES.position)),
});

/** The stops of a date in the driver's own order; null goes back to the planned one. */
export const routeOrderSchema = z.object({
  driverId: ownOrNamedDriver,
  date: calendarDate(),
  stopIds: z.nullable(
    z.array(idSchema).check(z.maxLength(100, 'A route can have up to 100 stops.')),
  ),
});
export type RouteOrderInput = z.infer<typeof routeOrderSchema>;

export const enRouteSchema = z.object({
  id: idSchema,
  actionKey: z.optional(actionKey),
  pressedAt,
  shownDate,
  /** Sent so late that the driver has ended the trip already: the customer is told of its end alone. */
  isOver: z.optional(z.boolean()),
});

/** Completion at the dock; the position of the device, where it has one, becomes the dock's. */
export const dockCompletionFields = {
  ...completionFields,
  actionKey: z.optional(actionKey),
  position: z.nullish(positionSchema),
  shownDate,
  shown: z.optional(shownOrderSchema),
};
export const dockCompletionSchema = inUnits(z.object({ id: idSchema, ...dockCompletionFields }));

/** What a driver enters about a delivery that could not be made. */
export const notDeliveredFields = {
  reason: z.enum(NOT_DELIVERED_REASONS, DRIVER_MESSAGES.reason),
  note: z.optional(longText(MAX_NOT_DELIVERED_NOTE_LENGTH)),
  /** The driver comes again later that day, so the order stays. */
  tryAgain: z.optional(z.boolean()),
};

/** A check of those fields: another reason is named. */
export const saysWhy = z.refine<{ reason: NotDeliveredReason; note?: string | undefined }>(
  ({ reason, note }) => !needsNote(reason) || Boolean(note?.trim()),
  { error: DRIVER_MESSAGES.otherReason, path: ['note'] },
);

export const notDeliveredSchema = z
  .object({ id: idSchema, ...notDeliveredFields, actionKey, pressedAt, shownDate })
  .check(saysWhy);
export type NotDeliveredInput = z.infer<typeof notDeliveredSchema>;

/** The most characters of what a device says in words for staff. */
export const MAX_SAID_LENGTH = 600;

/** A device action that the server keeps failing at: staff are to look at it instead. */
export const handOverSchema = inUnits(
  z.object({
    id: idSchema,
    actionKey,
    pressedAt,
    kind: z.enum(['enRoute', 'complete', 'notDelivered'], 'This action can’t be handed over.'),
    /** What the action says, and why it was not accepted, in words for staff. */
    text: longText(MAX_SAID_LENGTH),
    refusal: longText(MAX_SAID_LENGTH),
    actualGallons: z.optional(deliveredFields.actualGallons),
    smallIceBags: deliveredFields.smallIceBags,
    largeIceBags: deliveredFields.largeIceBags,
    shown: dockCompletionFields.shown,
    notes: completionFields.notes,
  }),
);
export type HandOver = z.infer<typeof handOverSchema>;

/** A report to staff; its key is its id, under which its photo follows. */
export const driverReportSchema = z.object({
  actionKey,
  driverId: ownOrNamedDriver,
  appointmentId: z.nullish(idSchema),
  text: requiredLongText(DRIVER_MESSAGES.report, MAX_REPORT_LENGTH),
  pressedAt,
});
export type DriverReportInput = z.infer<typeof driverReportSchema>;

/** A photo sent after what it belongs to, because it is the larger part. */
export const deliveryPhotoSchema = z.object({
  id: idSchema,
  actionKey,
  /** The key of the completion that it belongs to. */
  completionKey: z.optional(actionKey),
  /** Left out: the photo of the delivery itself. */
  proof: z.optional(z.enum(PROOF_KINDS)),
  photo: photoSchema,
});
export const reportPhotoSchema = z.object({ id: actionKey, photo: photoSchema });

/** A photo of the filler of the boat that a delivery is for. */
export const fillerPhotoSchema = z.object({ id: idSchema, actionKey, photo: photoSchema });

/** A page of drivers' reports: those that wait, or all. */
export const reportListSchema = z.object({ open: z._default(z.boolean(), true) });
