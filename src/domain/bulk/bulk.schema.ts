import * as z from 'zod/mini';
import {
  calendarDate,
  driverIdSchema,
  idSchema,
  noteText,
  requestIdSchema,
  requiredLongText,
  timeSlotLabelSchema,
  wholeNumber,
} from '../fields';
import { CALENDAR_MESSAGES } from '../slots/calendar.schema';
import { BULK_KINDS, MAX_BULK_PARTS } from './bulk-change';

export const BULK_MESSAGES = {
  none: 'Select at least one delivery.',
  many: `Select at most ${MAX_BULK_PARTS} deliveries at a time.`,
  twice: 'A delivery was selected twice.',
  target: 'Select a date and a window for each delivery.',
  driver: 'Select a driver.',
  text: 'Enter a message.',
} as const;

/**
 * One appointment of a bulk change: the version that staff saw, the target of a move, and the
 * driver if each appointment gets a different one.
 */
const part = z.object({
  id: idSchema,
  version: wholeNumber(1, Number.MAX_SAFE_INTEGER, 'The version must be a whole number.'),
  date: z.optional(calendarDate()),
  time: z.optional(timeSlotLabelSchema(CALENDAR_MESSAGES.timeSlot)),
  driverId: z.optional(driverIdSchema),
});

export const MAX_BULK_TEXT = 1_000;

/**
 * A bulk change, as requested by staff. Repeating a call with the same `requestId` doesn't run it
 * twice.
 */
export const bulkChangeSchema = z
  .object({
    requestId: requestIdSchema,
    kind: z.enum(BULK_KINDS, 'Select a bulk change.'),
    parts: z
      .array(part)
      .check(z.minLength(1, BULK_MESSAGES.none), z.maxLength(MAX_BULK_PARTS, BULK_MESSAGES.many)),
    /** With `move` and `cancel`: blocks this day first. */
    closeDate: z.optional(calendarDate()),
    /** With `move` and `cancel`: keeps the emptied windows open. By default they're blocked. */
    keepsOpen: z.optional(z.boolean('Please select whether the windows stay open.')),
    driverId: z.nullish(driverIdSchema),
    reason: z.optional(noteText),
    text: z.optional(requiredLongText(BULK_MESSAGES.text, MAX_BULK_TEXT)),
  })
  .check(
    z.refine(({ parts }) => new Set(parts.map(({ id }) => id)).size === parts.length, {
      error: BULK_MESSAGES.twice,
      path: ['parts'],
    }),
    z.refine(
      ({ kind, parts }) => kind !== 'move' || parts.every(({ date, time }) => date && time),
      { error: BULK_MESSAGES.target, path: ['parts'] },
    ),
    z.refine(
      ({ kind, driverId, parts }) =>
        kind !== 'assign' || driverId || parts.every((one) => one.driverId !== undefined),
      { error: BULK_MESSAGES.driver, path: ['driverId'] },
    ),
    z.refine(({ kind, text }) => kind !== 'write' || text !== undefined, {
      error: BULK_MESSAGES.text,
      path: ['text'],
    }),
  );
export type BulkChangeInput = z.infer<typeof bulkChangeSchema>;

/** The deliveries that need another window: all of a day, or some of them. */
export const proposalSchema = z.object({
  date: calendarDate(),
  ids: z.optional(z.array(idSchema).check(z.maxLength(MAX_BULK_PARTS, BULK_MESSAGES.many))),
});
