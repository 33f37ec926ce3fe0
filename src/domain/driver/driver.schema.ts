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
  versionSchema,
  wholeNumber,
} from '../fields';
import { deliveredFields } from '../order/staff-order.schema';
import { correctionFields } from '../review/review.schema';
import { NO_POSITION, positionSchema } from '../route/position.schema';
import { deviceTicketFields, readingFields } from '../trucks/ticket.schema';
import { NOT_DELIVERED_REASONS, type NotDeliveredReason, needsNote } from './not-delivered';
import { DUTIES } from './status';

/** Maximum length of a report to staff. */
export const MAX_REPORT_LENGTH = 1000;

/** Maximum length of a driver's note on the reason. */
export const MAX_NOT_DELIVERED_NOTE_LENGTH = 500;

export const DRIVER_MESSAGES = {
  reason: 'Select why the delivery wasn’t made.',
  otherReason: 'Enter what happened.',
  report: 'Enter what’s wrong.',
  position: NO_POSITION,
  change: 'Send the change that the driver saw.',
  age: 'The age must be a whole number of milliseconds, up to 1 day.',
} as const;

/**
 * Identifies a device action, so sending it again changes nothing. It's created on the device
 * because the response to the first send may get lost.
 */
export const actionKey = z
  .string('An action key needs 16 to 64 characters.')
  .check(z.regex(/^[\w-]{16,64}$/, 'An action key needs 16 to 64 characters.'));

/** The time at which the button was pressed, by the device's clock. It isn't checked. */
export const pressedAt = z.optional(z.string().check(z.maxLength(MAX_DEVICE_TIME_LENGTH)));

/**
 * The date that the device showed. If staff have moved the delivery to another date since then,
 * they decide what to do.
 */
export const shownDate = z.optional(calendarDate());

export const ownOrNamedDriver = z.nullish(driverIdSchema);

/** A driver's number. If omitted, it's the signed-in driver, or driver 1 for staff. */
export const whichDriverSchema = z.object({ driverId: ownOrNamedDriver });

export const dutySchema = z.object({
  driverId: ownOrNamedDriver,
  status: z.enum(DUTIES, 'Select Available or Offline.'),
});

/** Maximum age of a position, or of a press, that a device may send. */
const MAX_AGE_MS = 24 * 3_600_000;

export const driverPositionSchema = z.object({
  driverId: ownOrNamedDriver,
  ...positionSchema.shape,
  /** The age of the position. Without signal, the position is sent late. */
  ageMs: z.optional(wholeNumber(0, MAX_AGE_MS, DRIVER_MESSAGES.position)),
});

/** The stops of a date in the driver's own order. Null restores the planned order. */
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
  /**
   * True if the trip ended before this action was sent, so the customer is only notified of its
   * end.
   */
  isOver: z.optional(z.boolean()),
});

export const undoEnRouteSchema = z.object({
  id: idSchema,
  version: versionSchema,
  actionKey: z.optional(actionKey),
  /** How long ago the button was pressed. Without signal, it's sent late. */
  ageMs: z.optional(wholeNumber(0, MAX_AGE_MS, DRIVER_MESSAGES.age)),
});

/** A completion at the dock. If the device sends a position, it becomes the dock's. */
export const dockCompletionFields = {
  ...completionFields,
  ...deviceTicketFields,
  actionKey: z.optional(actionKey),
  position: z.nullish(positionSchema),
  shownDate,
  shown: z.optional(shownOrderSchema),
};
export const dockCompletionSchema = inUnits(z.object({ id: idSchema, ...dockCompletionFields }));

/** The fields for a delivery that couldn't be made. */
export const notDeliveredFields = {
  reason: z.enum(NOT_DELIVERED_REASONS, DRIVER_MESSAGES.reason),
  note: z.optional(longText(MAX_NOT_DELIVERED_NOTE_LENGTH)),
  /** True if the driver will try again later that day, so the order stays open. */
  tryAgain: z.optional(z.boolean()),
};

/** Requires a note for "Other reason". */
export const otherHasNote = z.refine<{ reason: NotDeliveredReason; note?: string | undefined }>(
  ({ reason, note }) => !needsNote(reason) || Boolean(note?.trim()),
  { error: DRIVER_MESSAGES.otherReason, path: ['note'] },
);

export const notDeliveredSchema = z
  .object({ id: idSchema, ...notDeliveredFields, actionKey, pressedAt, shownDate })
  .check(otherHasNote);
export type NotDeliveredInput = z.infer<typeof notDeliveredSchema>;

/** Maximum length of a text that a device writes for staff. */
export const MAX_SAID_LENGTH = 600;

/** A device action that the server keeps refusing, handed over to staff. */
export const handOverSchema = inUnits(
  z.object({
    id: idSchema,
    actionKey,
    pressedAt,
    kind: z.enum(['enRoute', 'complete', 'notDelivered'], 'This action can’t be sent to dispatch.'),
    /** Describes the action for staff, and why it was refused. */
    text: longText(MAX_SAID_LENGTH),
    refusal: longText(MAX_SAID_LENGTH),
    actualGallons: z.optional(deliveredFields.actualGallons),
    smallIceBags: deliveredFields.smallIceBags,
    largeIceBags: deliveredFields.largeIceBags,
    ...readingFields,
    ...deviceTicketFields,
    shown: dockCompletionFields.shown,
    notes: completionFields.notes,
  }),
);
export type HandOver = z.infer<typeof handOverSchema>;

/** A report to staff. Its action key is also its ID, so its photo can follow. */
export const driverReportSchema = z.object({
  actionKey,
  driverId: ownOrNamedDriver,
  appointmentId: z.nullish(idSchema),
  text: requiredLongText(DRIVER_MESSAGES.report, MAX_REPORT_LENGTH),
  /** The amounts that were actually delivered, if the recorded figures were wrong. */
  delivered: z.optional(inUnits(z.object(correctionFields))),
  pressedAt,
});
export type DriverReportInput = z.infer<typeof driverReportSchema>;

/** A photo. It's larger than the record it belongs to, so it's sent afterward. */
export const deliveryPhotoSchema = z.object({
  id: idSchema,
  actionKey,
  /** The action key of the completion that it belongs to. */
  completionKey: z.optional(actionKey),
  /** The kind of proof that the photo shows. If omitted, it's the photo of the delivery itself. */
  proof: z.optional(z.enum(PROOF_KINDS)),
  photo: photoSchema,
});
export const reportPhotoSchema = z.object({ id: actionKey, photo: photoSchema });

/** A photo of the fuel fill of a delivery's boat. */
export const fuelFillPhotoSchema = z.object({ id: idSchema, actionKey, photo: photoSchema });

/** Acknowledges a stop's changes, up to the one with this number. */
export const seeChangeSchema = z.object({
  id: idSchema,
  changeId: wholeNumber(1, Number.MAX_SAFE_INTEGER, DRIVER_MESSAGES.change),
  pressedAt,
});
export type SeeChangeInput = z.infer<typeof seeChangeSchema>;

/** A list of drivers' reports: the open ones, or all. */
export const reportListSchema = z.object({ open: z._default(z.boolean(), true) });
