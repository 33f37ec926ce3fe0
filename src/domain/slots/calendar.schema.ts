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

/** Places a time slot can be given; one truck has its limits, and 0 is what blocking is for. */
export const MAX_CAPACITY = 50;
/** The longest stretch one bulk action covers. */
export const MAX_BULK_MONTHS = 24;
const MAX_BULK_DAYS = 31 * MAX_BULK_MONTHS;

const date = calendarDate();
const time = timeSlotLabelSchema(CALENDAR_MESSAGES.timeSlot);
const capacity = wholeNumber(
  1,
  MAX_CAPACITY,
  `Places must be a whole number from 1 to ${MAX_CAPACITY}. To take no bookings, block the window.`,
);

/** One day of the calendar; today when it is left out. */
export const calendarSchema = z.object({ date: z.nullish(date) });

/** Opens or blocks one time slot. */
export const timeSlotSwitchSchema = z.object({
  date,
  time,
  isAvailable: z.boolean('Please say whether the window is open.'),
  /** Also where it is booked: then it says whether a spot that comes free is sold. */
  evenBooked: z.optional(z.boolean('Please say whether a booked window may change.')),
});

/** The places of one time slot; null gives it back to the default. */
export const timeSlotCapacitySchema = z.object({
  date,
  time,
  capacity: z.nullable(capacity),
  read: readSchema,
});

export const defaultCapacitySchema = z.object({ capacity, read: readSchema });

/** A day, or a stretch of days with both ends in it. */
export const dayRangeSchema = z
  .object({ from: date, to: z.nullish(date) })
  .check(
    endsInOrder,
    spansAtMost(MAX_BULK_DAYS, `Please choose at most ${MAX_BULK_MONTHS} months at once.`),
  );
export type DayRange = z.infer<typeof dayRangeSchema>;

/** The months a bulk block covers, from today. */
export const bulkBlockSchema = z.object({
  months: z._default(
    wholeNumber(1, MAX_BULK_MONTHS, `Months must be a whole number from 1 to ${MAX_BULK_MONTHS}.`),
    BULK_BLOCK_MONTHS,
  ),
});

/** Which bulk block to take back. */
export const undoBlockSchema = z.object({
  batchId: z.string('Please say which bulk block to undo.').check(z.minLength(1), z.maxLength(64)),
});
