import * as z from 'zod/mini';
import { addDays, type CalendarDate, daysBetween } from '../dates';
import { readSchema } from '../edit-conflict';
import {
  blankIsNull,
  calendarDate,
  clearableText,
  idSchema,
  timeSlotLabelSchema,
  typedWholeNumber,
} from '../fields';
import { MAX_GALLONS, MAX_ICE_BAGS } from '../order/options';
import { BAGS, orderFields } from '../order/order.schema';

/** The intervals of recurring deliveries, in days. */
export const RECURRING_PLANS = {
  weekly: { label: 'Every week', days: 7 },
  'every-two-weeks': { label: 'Every 2 weeks', days: 14 },
  'every-four-weeks': { label: 'Every 4 weeks', days: 28 },
} as const;
export type RecurringPlan = keyof typeof RECURRING_PLANS;

export const WEEKDAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export const RECURRING_STATUSES = ['active', 'paused', 'cancelled'] as const;
export type RecurringStatus = (typeof RECURRING_STATUSES)[number];

/** Maximum number of active recurring deliveries per customer. */
export const MAX_RECURRING = 5;

/** Explains on the account page how recurring deliveries are booked. */
export const recurringRule = (isByInvoice: boolean) =>
  `We book each delivery automatically when its date opens${isByInvoice ? ' and bill it by invoice' : ', with your default card'}. If your window is taken, we book the next one. We’ll email you, and you can change or cancel it like any other.`;

const PLAN_NAMES = Object.keys(RECURRING_PLANS) as [RecurringPlan, ...RecurringPlan[]];
const GALLONS_MESSAGE = `Gallons must be a whole number from 1 to ${MAX_GALLONS}.`;

const iceBags = typedWholeNumber(0, MAX_ICE_BAGS, BAGS);

/** A recurring delivery, as set up by its owner. */
export const recurringSchema = z.object({
  planType: z.enum(PLAN_NAMES, 'Please select how often.'),
  deliveryDay: z.enum(WEEKDAYS, 'Please select a day of the week.'),
  fuelType: orderFields.fuelType,
  /** Whole gallons, stored in the same unit. */
  gallons: typedWholeNumber(1, MAX_GALLONS, GALLONS_MESSAGE),
  fillUp: z._default(orderFields.fillUp, false),
  /** If null or omitted, the profile's preference applies. */
  canType: z.optional(z.nullable(orderFields.canType)),
  smallIceBags: z._default(iceBags, 0),
  largeIceBags: z._default(iceBags, 0),
  /** If null or omitted, the default boat is used. */
  boatId: z.optional(blankIsNull(idSchema)),
  /** If null or omitted, the location is used, or else the default dock. */
  dockId: z.optional(blankIsNull(idSchema)),
  location: z.optional(clearableText(200)),
  slipNumber: z.optional(clearableText(120)),
  /** If null or omitted, the first available window is used. */
  time: z.optional(blankIsNull(timeSlotLabelSchema('Please select a time window.'))),
  /** If null or omitted, the plan has no end. */
  endDate: z.optional(blankIsNull(calendarDate('Please select a date.'))),
});
export type RecurringInput = z.infer<typeof recurringSchema>;

/** A change replaces all fields. */
export const recurringEditSchema = z.extend(recurringSchema, { id: idSchema, read: readSchema });
export type RecurringEditInput = z.infer<typeof recurringEditSchema>;

/** The date to skip. It's sent so that a repeated press doesn't skip another date. */
export const recurringSkipSchema = z.object({
  id: idSchema,
  date: calendarDate('Please select a date.'),
});
export type RecurringSkipInput = z.infer<typeof recurringSkipSchema>;

export const recurringStatusSchema = z.object({
  id: idSchema,
  status: z.enum(RECURRING_STATUSES, 'Please select active, paused, or cancelled.'),
});

/** Returns the first such weekday after `date`. */
export function nextWeekday(date: CalendarDate, day: Weekday): CalendarDate {
  const today = new Date(`${date}T00:00:00Z`).getUTCDay();
  const ahead = (WEEKDAYS.indexOf(day) - today + 6) % 7;
  return addDays(date, ahead + 1);
}

/**
 * Returns the date of the next delivery after `date`. It's never in the past, so a plan that was
 * paused skips missed dates.
 */
export function nextDelivery(
  date: CalendarDate,
  plan: RecurringPlan,
  today: CalendarDate,
): CalendarDate {
  const { days } = RECURRING_PLANS[plan];
  const missed = Math.floor(Math.max(0, daysBetween(date, today)) / days);
  return addDays(date, (missed + 1) * days);
}
