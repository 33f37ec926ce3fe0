import * as z from 'zod/mini';
import { readSchema } from '../edit-conflict';
import {
  calendarDate,
  endsInOrder,
  spansAtMost,
  timeSlotLabelSchema,
  wholeNumber,
} from '../fields';
import { BULK_BLOCK_MONTHS } from './time-slots';

/** Error messages of the calendar tab. */
export const CALENDAR_MESSAGES = {
  timeSlot: 'Please choose one of the delivery windows.',
  booked: 'This window is booked and cannot be blocked or opened.',
} as const;

/** Maximum capacity of a time window, as one truck has its limits. Use blocking instead of 0. */
export const MAX_CAPACITY = 50;
/** Maximum length of a bulk action, in months. */
export const MAX_BULK_MONTHS = 24;
const MAX_BULK_DAYS = 31 * MAX_BULK_MONTHS;

const date = calendarDate();
const time = timeSlotLabelSchema(CALENDAR_MESSAGES.timeSlot);
const capacity = wholeNumber(
  1,
  MAX_CAPACITY,
  `Places must be a whole number from 1 to ${MAX_CAPACITY}. To take no bookings, block the window.`,
);

/** A day in the calendar. Defaults to today. */
export const calendarSchema = z.object({ date: z.nullish(date) });

/** Opens or blocks one time window. */
export const timeSlotSwitchSchema = z.object({
  date,
  time,
  isAvailable: z.boolean('Please say whether the window is open.'),
  /** True to change a booked window too. This decides whether a freed spot can be booked again. */
  evenBooked: z.optional(z.boolean('Please say whether a booked window may change.')),
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
    spansAtMost(MAX_BULK_DAYS, `Please choose at most ${MAX_BULK_MONTHS} months at once.`),
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
  batchId: z.string('Please say which bulk block to undo.').check(z.minLength(1), z.maxLength(64)),
});
