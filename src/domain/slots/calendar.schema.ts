import * as z from 'zod/mini';
import { readSchema } from '../edit-conflict';
import {
  calendarDate,
  endsInOrder,
  spansAtMost,
  timeSlotLabelSchema,
  wholeNumber,
} from '../fields';
import { formatCount } from '../text';
import { BULK_BLOCK_MONTHS } from './time-slots';

/** Error messages of the calendar tab. */
export const CALENDAR_MESSAGES = {
  timeSlot: 'Select one of the delivery windows.',
  booked: 'This window is booked. You can’t block or open it.',
  closed: 'This day is closed. Open it in Settings → Hours first.',
} as const;

/** Maximum capacity of a time window. Use blocking instead of 0. */
export const MAX_CAPACITY = 1_000;
/** Maximum length of a bulk action, in months. */
export const MAX_BULK_MONTHS = 24;
/** Maximum length of a bulk action, in days. */
export const MAX_BULK_DAYS = 31 * MAX_BULK_MONTHS;

const date = calendarDate();
const time = timeSlotLabelSchema(CALENDAR_MESSAGES.timeSlot);
const capacity = wholeNumber(
  1,
  MAX_CAPACITY,
  `Capacity must be a whole number from 1 to ${formatCount(MAX_CAPACITY)}. To stop bookings, block the window.`,
);

/** A day in the calendar. Defaults to today. */
export const calendarSchema = z.object({ date: z.nullish(date) });

/** Opens or blocks one time window. */
export const timeSlotSwitchSchema = z.object({
  date,
  time,
  isAvailable: z.boolean('Select whether the window is open.'),
  /**
   * Allows the change for a booked window, too. The change then decides whether customers can book a spot
   * that becomes free.
   */
  evenBooked: z.optional(z.boolean('Select whether a booked window may change.')),
});

/** The capacity of one time window. Null restores the default. */
export const timeSlotCapacitySchema = z.object({
  date,
  time,
  capacity: z.nullable(capacity),
  read: readSchema,
});

export const defaultCapacitySchema = z.object({ capacity, read: readSchema });

/** A day, or a range of days including both ends. */
export const dayRangeSchema = z
  .object({ from: date, to: z.nullish(date) })
  .check(
    endsInOrder,
    spansAtMost(MAX_BULK_DAYS, `Select a range of ${MAX_BULK_MONTHS} months or less.`),
  );
export type DayRange = z.infer<typeof dayRangeSchema>;

/** The length of a bulk block in months, starting today. */
export const bulkBlockSchema = z.object({
  months: z._default(
    wholeNumber(1, MAX_BULK_MONTHS, `Months must be a whole number from 1 to ${MAX_BULK_MONTHS}.`),
    BULK_BLOCK_MONTHS,
  ),
});

/** The bulk block to undo. */
export const undoBlockSchema = z.object({
  batchId: z.string('Select the block to undo.').check(z.minLength(1), z.maxLength(64)),
});
